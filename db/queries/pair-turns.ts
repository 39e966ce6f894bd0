// The history of a pair of an application and a cluster, as its cluster told of it.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { STATES } from '#lib/domain/observed/states.ts'
import type { ToldTurn } from '#lib/domain/observed/intervals.ts'
import { readRows } from '../rows.ts'
import { instant } from './observed-state.ts'
import type { ObservedTime } from './pair-states.ts'
import type { TenantScope } from './scope.ts'
import { toldBy } from './told-by.ts'

const state = z.enum(STATES).nullable()

const turnRow = z.strictObject({
  at: z.date(),
  receivedAt: z.date(),
  state,
  revision: z.string().nullable(),
  isKnownBefore: z.boolean(),
  stateBefore: state,
  revisionBefore: z.string().nullable(),
})

type Pair = { readonly applicationId: number; readonly clusterId: number }

/** What a pair became by a time, newest first. */
export async function readTurns(
  { tx, tenant }: TenantScope,
  { applicationId, clusterId }: Pair,
  { observedAt, isPast, knownAt }: ObservedTime,
  limit: number,
): Promise<ToldTurn[]> {
  const isThen = isPast
    ? sql`at <= ${instant(observedAt)} and ${toldBy(knownAt, sql`received_at`)}`
    : sql`true`
  return readRows(tx, turnRow)`
    select at, received_at as "receivedAt", state, revision, known_before as "isKnownBefore",
      state_before as "stateBefore", revision_before as "revisionBefore"
    from observed_turns where tenant = ${tenant} and cluster_id = ${clusterId}
      and application_id = ${applicationId} and ${isThen}
    order by at desc limit ${limit}`
}
