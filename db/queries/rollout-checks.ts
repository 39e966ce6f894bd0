// What programs said of the waves of rollouts: rows that are only added.
import { asc, desc, getTableColumns } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '#lib/domain/access/actor.ts'
import { readRow } from '../rows.ts'
import { rolloutChecks } from '../schema/rollout.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

const { tenant: _tenant, rollout: _rollout, ...columns } = getTableColumns(rolloutChecks)

export type CheckRow = Readonly<Omit<typeof rolloutChecks.$inferSelect, 'tenant' | 'rollout'>>

export type NewCheck = Omit<CheckRow, 'actorKind' | 'actorId' | 'actorName'> & {
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'>
}

export async function insertCheck(
  { tx, tenant }: TenantScope,
  rollout: number,
  { actor, ...check }: NewCheck,
): Promise<void> {
  const by = { actorKind: actor.kind, actorId: actor.id, actorName: actor.name }
  await tx.insert(rolloutChecks).values({ ...check, ...by, tenant, rollout })
}

/** Of each wave and name the newest. */
export function readChecks({ tx, tenant }: TenantScope, rollout: number): Promise<CheckRow[]> {
  const { wave, name, seq } = rolloutChecks
  return tx
    .selectDistinctOn([wave, name], columns)
    .from(rolloutChecks)
    .where(holds(rolloutChecks, { tenant, rollout }))
    .orderBy(asc(wave), asc(name), desc(seq))
}

const countedChecks = z.strictObject({ count: z.int() })

export async function countChecks({ tx, tenant }: TenantScope, rollout: number): Promise<number> {
  const row = await readRow(tx, countedChecks)`
    select count(*)::int as count from ${rolloutChecks}
    where ${holds(rolloutChecks, { tenant, rollout })}`
  return row!.count
}
