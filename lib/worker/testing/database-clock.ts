// The database's clock as tests need it. Nobody can set it, so what it recorded is moved, which comes to the same.
import { getTableColumns, sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { changes } from '#db/schema/change.ts'
import { publications } from '#db/schema/publication.ts'
import {
  autoCandidates,
  dependents,
  rolloutApprovals,
  rolloutChecks,
  rolloutEvents,
  rollouts,
  rolloutWaves,
  versionSuccesses,
} from '#db/schema/rollout.ts'
import type { TestPublisher } from './publisher.ts'

/** What rollouts are decided by, but for what clusters say: a process says when that came. */
const RECORDED = [
  changes,
  publications,
  rollouts,
  rolloutWaves,
  rolloutEvents,
  rolloutApprovals,
  rolloutChecks,
  versionSuccesses,
  dependents,
  autoCandidates,
]

/** As if so much time had passed since all that was recorded. */
export function timePasses(publisher: TestPublisher, ms: number): Promise<void> {
  return moveRecorded(publisher, -ms)
}

/** As if the clock of the database went back by so much, and that of this process didn't. */
export function clockGoesBack(publisher: TestPublisher, ms: number): Promise<void> {
  return moveRecorded(publisher, ms)
}

/** The owner of the tables may change what is only ever added. */
async function moveRecorded({ tenant }: TestPublisher, ms: number): Promise<void> {
  const owner = openDatabase(inject('ownerUrl'), { max: 1 })
  await inTenant(owner, tenant.id, async (tx) => {
    for (const table of RECORDED) {
      const instants = Object.values(getTableColumns(table)).filter(
        ({ columnType }) => columnType === 'PgTimestamp',
      )
      const moved = instants.map((column) => {
        const name = sql.identifier(
          column.name.replaceAll(/[A-Z]/g, (letter: string) => `_${letter.toLowerCase()}`),
        )
        return sql`${name} = ${name} + make_interval(secs => ${ms / 1000})`
      })
      await tx.execute(
        sql`update ${table} set ${sql.join(moved, sql`, `)} where tenant = ${tenant.id}`,
      )
    }
  })
  await closeDatabase(owner)
}
