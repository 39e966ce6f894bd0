// What happened to rollouts, and what people said at their gates: rows that are only added.
import { and, asc, desc, getTableColumns, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '#lib/domain/access/actor.ts'
import { OVERRIDABLE_GATES, WHOLE_GATES } from '#lib/domain/rollouts/rollout.ts'
import { readRows } from '../rows.ts'
import { rolloutApprovals, rolloutEvents } from '../schema/rollout.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

export type RolloutEventRow = Readonly<
  Omit<typeof rolloutEvents.$inferSelect, 'tenant' | 'rollout'>
>
export type ApprovalRow = Readonly<
  Omit<typeof rolloutApprovals.$inferSelect, 'tenant' | 'rollout' | 'seq'>
>

const {
  tenant: _ofEvent,
  rollout: _eventsRollout,
  ...eventColumns
} = getTableColumns(rolloutEvents)
const {
  tenant: _ofApproval,
  rollout: _approvalsRollout,
  seq: _seq,
  ...approvalColumns
} = getTableColumns(rolloutApprovals)

export type NewRolloutEvent = Pick<RolloutEventRow, 'seq' | 'at' | 'code' | 'wave' | 'reason'> & {
  readonly facts: Record<string, unknown>
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'>
}

export async function insertRolloutEvents(
  { tx, tenant }: TenantScope,
  rollout: number,
  events: readonly NewRolloutEvent[],
): Promise<void> {
  if (events.length === 0) return
  await tx.insert(rolloutEvents).values(
    events.map(({ actor, ...event }) => ({
      ...event,
      tenant,
      rollout,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
    })),
  )
}

/** In their order, after the one with a number. */
export function listRolloutEvents(
  { tx, tenant }: TenantScope,
  rollout: number,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): Promise<RolloutEventRow[]> {
  return tx
    .select(eventColumns)
    .from(rolloutEvents)
    .where(
      and(
        holds(rolloutEvents, { tenant, rollout }),
        after === null ? undefined : gt(rolloutEvents.seq, after),
      ),
    )
    .orderBy(asc(rolloutEvents.seq))
    .limit(limit)
}

/** The newest event of a code; null: there is none. */
export async function findLastEvent(
  { tx, tenant }: TenantScope,
  rollout: number,
  code: string,
): Promise<RolloutEventRow | null> {
  const [row] = await tx
    .select(eventColumns)
    .from(rolloutEvents)
    .where(holds(rolloutEvents, { tenant, rollout, code }))
    .orderBy(desc(rolloutEvents.seq))
    .limit(1)
  return row ?? null
}

const overrideRow = z.strictObject({
  gate: z.enum(OVERRIDABLE_GATES),
  by: z.strictObject({
    kind: z.enum(rolloutEvents.actorKind.enumValues),
    id: z.string(),
    name: z.string(),
  }),
  reason: z.string().nullable(),
})
export type OverrideRow = z.infer<typeof overrideRow>

/** Who overrode which gates for a wave last, and why; of what was overridden when it started, whoever started the rollout. */
export function readOverrides(
  { tx, tenant }: TenantScope,
  { rollout, wave }: { readonly rollout: number; readonly wave: number },
): Promise<OverrideRow[]> {
  return readRows(tx, overrideRow)`
    select distinct on (gate) gate, reason,
      json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) as by
    from rollout_events e
    cross join lateral jsonb_array_elements_text(
      case when e.code = 'started' then '["not_eligible"]' else e.facts->'gates' end) gate
    where e.tenant = ${tenant} and e.rollout = ${rollout} and (e.code = 'started'
      or e.code = 'overridden' and (e.wave = ${wave}
        or e.wave < ${wave} and e.facts->'later_waves' = 'true'
          and gate = any(${sql.param([...WHOLE_GATES])}::text[])))
    order by gate, seq desc`
}

export async function insertApproval(
  { tx, tenant }: TenantScope,
  rollout: number,
  approval: ApprovalRow & { readonly seq: number },
): Promise<void> {
  await tx.insert(rolloutApprovals).values({ ...approval, tenant, rollout })
}

/** In their order. */
export function readApprovals(
  { tx, tenant }: TenantScope,
  rollout: number,
): Promise<ApprovalRow[]> {
  return tx
    .select(approvalColumns)
    .from(rolloutApprovals)
    .where(holds(rolloutApprovals, { tenant, rollout }))
    .orderBy(asc(rolloutApprovals.seq))
}
