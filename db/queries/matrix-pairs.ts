// What is known of the pairs in a window of a matrix.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { STATES } from '#lib/domain/observed/states.ts'
import { readRows } from '../rows.ts'
import { isBetween, type MatrixSides } from './matrix-places.ts'
import { isSilent, shownState, toldState } from './observed-state.ts'
import { knownOf, type ObservedTime } from './pair-states.ts'
import type { TenantScope } from './scope.ts'
import { pairsAt } from './state-counts.ts'

const matrixPair = z.strictObject({
  applicationId: z.int(),
  clusterId: z.int(),
  /** False: it is still there. */
  isPlaced: z.boolean(),
  state: z.enum(STATES),
  /** The commit that it runs, as its cluster last said; null: nobody knows, or it isn't there. */
  revision: z.string().nullable(),
  /** When what is wanted was accepted, if it isn't there yet; null: it is, or nobody knows. */
  lagSince: z.date().nullable(),
})
export type MatrixPair = z.infer<typeof matrixPair>

/** The pairs that are placed or there. */
export async function readMatrixPairs(
  { tx, tenant }: TenantScope,
  time: ObservedTime,
  sides: MatrixSides,
): Promise<MatrixPair[]> {
  const { observedAt } = time
  const wanted = sql`greatest(p.began, r.source_began)`
  return readRows(tx, matrixPair)`
    select p.application_id as "applicationId", p.cluster_id as "clusterId",
      p.began is not null as "isPlaced", ${shownState(observedAt)} as state, o.revision,
      case when p.began is not null and r.source_began is not null and not ${isSilent(observedAt)}
          and (coalesce(c.pulled_change < ${wanted}, true) or ${toldState(observedAt)} = 'behind')
        then (select at from changes w where w.tenant = ${tenant} and w.id = ${wanted})
      end as "lagSince"
    from (${pairsAt(tenant, time, isBetween(sides))}) p ${knownOf(tenant, time)}`
}
