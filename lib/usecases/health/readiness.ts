import { outsideTenants } from '#db/client.ts'
import { migrationState } from '#db/migrate.ts'
import type { Process } from '../process.ts'
import { readBacklog } from './backlog.ts'

export type Readiness = {
  readonly ready: boolean
  readonly database: 'ok' | 'unavailable' | 'not migrated'
  readonly git: { readonly state: 'ok' | 'failing' | 'unknown'; readonly pending: number }
}

/** Whether this process can take writes. A database that a newer version migrated is fine during a rolling upgrade. */
export async function readReadiness(process: Process): Promise<Readiness> {
  try {
    const state = await outsideTenants(process.database, migrationState)
    const backlog = await readBacklog(process)
    return {
      ready: state !== 'older',
      database: state === 'older' ? 'not migrated' : 'ok',
      git: { state: backlog.failingBranches > 0 ? 'failing' : 'ok', pending: backlog.pending },
    }
  } catch {
    return { ready: false, database: 'unavailable', git: { state: 'unknown', pending: 0 } }
  }
}
