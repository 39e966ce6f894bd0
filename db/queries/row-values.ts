// What rows of lists have, by which they are counted: read for rows that are few enough to be looked at.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import { type State, STATES } from '#lib/domain/observed/states.ts'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { shownState } from './observed-state.ts'
import { knownOf, type ObservedTime } from './pair-states.ts'
import { type AskedPair, askedPairs } from './pair-status.ts'
import type { TenantScope } from './scope.ts'

const labelValue = z.strictObject({ object: z.int(), value: z.string().nullable() })

/**
 * The value of a label on some objects after a change, or now; null: the object has no such label. What didn't exist then is left
 * out, as selectors leave it out.
 */
export async function readLabelValues(
  { tx, tenant }: TenantScope,
  { kind, key, change }: { kind: LabelledKind; key: string; change: number | null },
  objects: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  // All objects with labels have a name among them.
  const rows = await readRows(tx, labelValue)`
    select n.object, (select l.value from labels l where l.tenant = ${tenant} and l.kind = ${kind}
      and l.object = n.object and l.key = ${key} and ${aliveAfter('l', change)}) as value
    from labels n where n.tenant = ${tenant} and n.kind = ${kind} and n.key = 'name'
      and n.object = any(${sql.param(objects)}::int[]) and ${aliveAfter('n', change)}`
  return new Map(rows.map(({ object, value }) => [object, value]))
}

const pairState = z.strictObject({ state: z.enum(STATES) })

/** The states of pairs that are placed or there, in their order. */
export async function readPairStates(
  { tx, tenant }: TenantScope,
  pairs: readonly AskedPair[],
  time: ObservedTime,
): Promise<readonly State[]> {
  const rows = await readRows(tx, pairState)`
    select ${shownState(time.observedAt)} as state
    from ${askedPairs(pairs)} ${knownOf(tenant, time)} order by p.place`
  return rows.map(({ state }) => state)
}
