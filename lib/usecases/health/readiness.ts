import { setTimeout as pause } from 'node:timers/promises'
import { outsideTenants } from '#db/client.ts'
import { migrationState, type MigrationState } from '#db/migrate.ts'
import type { WholeBacklog } from '#db/queries/backlog.ts'
import { tryDisk } from '#db/queries/disk.ts'
import type { GitStopCode } from '#db/queries/git-state.ts'
import type { Services } from '../services.ts'
import { readBacklog } from './backlog.ts'

/** Probes give up soon, and take silence for a dead process. */
const PATIENCE_MS = 1_500

export type Readiness = {
  readonly ready: boolean
  /** `unavailable`: it doesn't answer in time, for whatever reason. */
  readonly database: 'ok' | 'unavailable' | 'not migrated' | 'storage full'
  readonly git: {
    readonly state: 'ok' | 'failing' | 'unknown' | GitStopCode
    readonly pending: number
  }
}

/** Whether this process can take writes. A database that a newer version migrated is fine during a rolling upgrade. */
export async function readReadiness(services: Services): Promise<Readiness> {
  const late = pause(PATIENCE_MS, null, { ref: false })
  const inTime = <T>(asked: Promise<T>) => Promise.race([asked.catch(() => null), late])
  const state = await inTime(outsideTenants(services.database, migrationState))
  const isFull =
    state !== null &&
    services.database.pool.disk.isFull &&
    (await inTime(isStillFull(services))) !== false
  // A tenant that keeps all its connections busy must not make the portal unready for others.
  const backlog = state === null ? null : await inTime(readBacklog(services))
  return {
    ready: state !== null && state !== 'older' && !isFull,
    database: isFull ? 'storage full' : wordOf(state),
    git: backlog === null ? { state: 'unknown', pending: 0 } : gitOf(backlog),
  }
}

/**
 * Throws while the disk is full. Clients stop writing while they are told so, so somebody else must notice when there is
 * room.
 */
async function isStillFull({ database }: Services): Promise<false> {
  await outsideTenants(database, tryDisk)
  database.pool.disk.isFull = false
  return false
}

function wordOf(state: MigrationState | null): Readiness['database'] {
  if (state === null) return 'unavailable'
  return state === 'older' ? 'not migrated' : 'ok'
}

/** Problems that a person must solve come before those that may pass by themselves. */
export function gitOf({
  stops,
  failingBranches,
  pending,
}: Pick<WholeBacklog, 'stops' | 'failingBranches' | 'pending'>): Readiness['git'] {
  return { state: stops[0] ?? (failingBranches > 0 ? 'failing' : 'ok'), pending }
}
