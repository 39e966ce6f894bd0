// What programs say of the waves of rollouts: rows that are only added.
import { desc, getTableColumns } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '#lib/domain/access/actor.ts'
import { readRow } from '../rows.ts'
import { rolloutChecks } from '../schema/rollout.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

export type CheckRow = Readonly<Omit<typeof rolloutChecks.$inferSelect, 'tenant' | 'rollout'>>

const { tenant: _tenant, rollout: _rollout, ...checkColumns } = getTableColumns(rolloutChecks)

export type NewCheck = Omit<CheckRow, 'actorKind' | 'actorId' | 'actorName'> & {
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'>
}

export async function insertCheck(
  { tx, tenant }: TenantScope,
  rollout: number,
  { actor, ...check }: NewCheck,
): Promise<void> {
  const { kind: actorKind, id: actorId, name: actorName } = actor
  await tx
    .insert(rolloutChecks)
    .values({ ...check, tenant, rollout, actorKind, actorId, actorName })
}

/** The newest of each name of each wave. */
export function readChecks({ tx, tenant }: TenantScope, rollout: number): Promise<CheckRow[]> {
  return tx
    .selectDistinctOn([rolloutChecks.wave, rolloutChecks.name], checkColumns)
    .from(rolloutChecks)
    .where(holds(rolloutChecks, { tenant, rollout }))
    .orderBy(rolloutChecks.wave, rolloutChecks.name, desc(rolloutChecks.seq))
}

const countedChecks = z.strictObject({ count: z.int() })

export async function countChecks({ tx, tenant }: TenantScope, rollout: number): Promise<number> {
  const row = await readRow(tx, countedChecks)`
    select count(*)::int as count from ${rolloutChecks}
    where ${holds(rolloutChecks, { tenant, rollout })}`
  return row!.count
}
