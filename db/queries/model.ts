// The whole model of a tenant, as the process's index is built from it and kept up to date.
import { sql } from 'drizzle-orm'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { TenantScope } from './scope.ts'

/** One object's state; `body` null: it is gone. */
export type ModelRow = {
  readonly kind: Kind
  readonly object: number
  /** The change that began it; null: it is gone. */
  readonly began: number | null
  readonly body: unknown
}

/** Every object as it is after a change. */
export async function loadModel({ tx, tenant }: TenantScope, change: number): Promise<ModelRow[]> {
  return tx.execute<ModelRow>(sql`
    select kind, object, began, body from revisions
    where tenant = ${tenant} and began <= ${change} and (ended is null or ended > ${change})`)
}

/** The objects that the changes after `from`, up to `to`, touched, each as it is after `to`. */
export async function loadModelEdits(
  { tx, tenant }: TenantScope,
  from: number,
  to: number,
): Promise<ModelRow[]> {
  return tx.execute<ModelRow>(sql`
    select touched.kind, touched.object, r.began, r.body
    from (
      select kind, object from revisions
        where tenant = ${tenant} and began > ${from} and began <= ${to}
      union
      select kind, object from revisions
        where tenant = ${tenant} and ended > ${from} and ended <= ${to}
    ) touched
    left join revisions r on r.tenant = ${tenant} and r.kind = touched.kind
      and r.object = touched.object and r.began <= ${to} and (r.ended is null or r.ended > ${to})`)
}
