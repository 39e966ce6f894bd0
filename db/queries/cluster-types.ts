// The types of clusters as they are stored, now and in the past.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DEFAULT_TYPE_NAME } from '#lib/domain/objects/cluster-type/default-type-name.ts'
import { readRow, readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import type { TenantScope } from './scope.ts'

/** `type` null: nobody ever edited the type that the cluster has. */
const typedBody = z.strictObject({ object: z.int(), body: z.unknown(), type: z.unknown() })
export type TypedBody = z.infer<typeof typedBody>

/** Clusters with the bodies of their types, now. `ids` null: all of them. */
export function loadTypedClusters(
  { tx, tenant }: TenantScope,
  ids: readonly number[] | null,
): Promise<TypedBody[]> {
  return readRows(tx, typedBody)`
    select r.object, r.body, ${typeOf(tenant, sql`r.body`, aliveAfter('t', null))} as type
    from revisions r
    where r.tenant = ${tenant} and r.kind = 'cluster' and ${aliveAfter('r', null)}
      and ${ids === null ? sql`true` : sql`r.object = any(${sql.param(ids)}::int[])`}`
}

/** The body of the type of a cluster with this body; `alive`: that the revision `t` is the one that is asked for. */
export function typeOf(tenant: number, cluster: SQL, alive: SQL): SQL {
  return sql`(select t.body from revisions t where t.tenant = ${tenant} and t.kind = 'cluster-type'
    and t.name = ${typeName(cluster)} and ${alive})`
}

/** The name of the type of a cluster with this body. */
export function typeName(cluster: SQL): SQL {
  return sql`coalesce(${cluster}->>'type', ${DEFAULT_TYPE_NAME})`
}

const onlyBody = z.strictObject({ body: z.unknown() })

/** The body of a type after a change (null: now); undefined: it wasn't there. */
export async function readClusterType(
  { tx, tenant }: TenantScope,
  name: string,
  change: number | null,
): Promise<unknown> {
  const row = await readRow(tx, onlyBody)`
    select t.body from revisions t where t.tenant = ${tenant} and t.kind = 'cluster-type'
      and t.name = ${name} and ${aliveAfter('t', change)}`
  return row?.body
}
