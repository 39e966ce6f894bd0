// What happened to rollouts, and what people said at their gates: rows that are only added.
import { and, asc, desc, getTableColumns, gt } from 'drizzle-orm'
import type { Actor } from '#lib/domain/access/actor.ts'
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
