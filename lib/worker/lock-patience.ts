// How long what goes on by itself waits for what somebody holds in a tenant, so that no other tenant waits with it.
import { DatabaseBusy, isHeld } from '#db/errors.ts'
import type { Services } from '#lib/usecases/services.ts'

/** Longer than most edits take. */
const LOCK_PATIENCE_MS = 5_000

/** The services, to wait no longer than that for a row. */
export function withLockPatience(services: Services): Services {
  return { ...services, database: { ...services.database, lockTimeoutMs: LOCK_PATIENCE_MS } }
}

/** For a row that an edit, or a session that is stuck, holds; or for a connection to edit the tenant with. */
export function waitedTooLong(error: unknown): boolean {
  return isHeld(error) || error instanceof DatabaseBusy
}
