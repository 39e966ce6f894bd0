// The whole model of a tenant, from which the fleet in memory is built and updated.
import { z } from 'zod'
import { KINDS } from '#lib/domain/objects/kinds.ts'
import { readRows } from '../rows.ts'
import { decisionBody, selectDecisionBody } from './decisions.ts'
import { releaseBody, selectReleaseBody } from './releases.ts'
import type { TenantScope } from './scope.ts'

/** The change that began it; null: it is gone. */
const began = z.int().nullable()
const modelRow = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(KINDS), object: z.int(), began, body: z.unknown() }),
  z.strictObject({
    kind: z.literal('release'),
    object: z.int(),
    began,
    body: releaseBody.nullable(),
  }),
  // `object` is the policy. What is gone is in the body, because a decision is known by its application, too.
  z.strictObject({ kind: z.literal('decision'), object: z.int(), began, body: decisionBody }),
])
/** The state of one object, release or decision; `body` null: it is gone. */
export type ModelRow = z.infer<typeof modelRow>

/** Every object, release and decision in its state after a change. */
export async function loadModel({ tx, tenant }: TenantScope, change: number): Promise<ModelRow[]> {
  return readRows(tx, modelRow)`
    select kind, object, began, body from revisions
    where tenant = ${tenant} and began <= ${change} and (ended is null or ended > ${change})
    union all
    select 'release', id, began, ${selectReleaseBody} from releases
    where tenant = ${tenant} and began <= ${change} and (ended is null or ended > ${change})
    union all
    select 'decision', policy_id, began, ${selectDecisionBody} from decisions
    where tenant = ${tenant} and began <= ${change} and (ended is null or ended > ${change})`
}

/**
 * The objects, releases and decisions that were touched by the changes after `from`, up to `to`, each in its state after `to`. Each object
 * is looked up by itself: how many there are is guessed from all tenants' changes, and a wrong guess would read the whole
 * model.
 */
export async function loadModelEdits(
  { tx, tenant }: TenantScope,
  from: number,
  to: number,
): Promise<ModelRow[]> {
  return readRows(tx, modelRow)`
    select touched.kind, touched.object, r.began, r.body
    from (
      select kind, object from revisions
        where tenant = ${tenant} and began > ${from} and began <= ${to}
      union
      select kind, object from revisions
        where tenant = ${tenant} and ended > ${from} and ended <= ${to}
    ) touched
    left join lateral (
      select began, body from revisions r where r.tenant = ${tenant} and r.kind = touched.kind
        and r.object = touched.object and r.began <= ${to} and (r.ended is null or r.ended > ${to})
      limit 1
    ) r on true
    union all
    select 'release', id, began, ${selectReleaseBody} from releases
    where tenant = ${tenant} and began > ${from} and began <= ${to}
      and (ended is null or ended > ${to})
    union all
    select 'release', id, null, null from releases
    where tenant = ${tenant} and ended > ${from} and ended <= ${to} and began <= ${from}
    union all
    select 'decision', policy_id, began, ${selectDecisionBody} from decisions
    where tenant = ${tenant} and began > ${from} and began <= ${to}
      and (ended is null or ended > ${to})
    union all
    select 'decision', policy_id, null, jsonb_build_object('application', application_id, 'clusters', null)
    from decisions d
    where tenant = ${tenant} and ended > ${from} and ended <= ${to} and began <= ${from}
      and not exists (
        select from decisions n where n.tenant = ${tenant} and n.policy_id = d.policy_id
          and n.application_id = d.application_id and n.began > ${from} and n.began <= ${to}
          and (n.ended is null or n.ended > ${to}))`
}
