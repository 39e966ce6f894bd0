// What a scheduler decided and a person has to confirm, because it removes much.
import { type AskRow, readAsk } from '#db/queries/scheduler-asks.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { type KeptWaiting, keptWaiting } from '#lib/schemas/decision.ts'

export type KnownAsk = Omit<AskRow, 'waiting'> & { readonly waiting: KeptWaiting | null }

const NEVER_ASKED: KnownAsk = {
  dueAt: null,
  askedAt: null,
  changed: 0,
  failures: 0,
  error: null,
  waiting: null,
}

export async function knownAsk(scope: TenantScope, policy: number): Promise<KnownAsk> {
  const row = await readAsk(scope, policy)
  if (row === null) return NEVER_ASKED
  return { ...row, waiting: row.waiting === null ? null : keptWaiting.parse(row.waiting) }
}
