// The sets of clusters that a list's filters lead to.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

/** Up to this number, clusters are looked up one by one; beyond it, each cluster of an application is checked. */
const FEW_CLUSTERS = 1000

export type ClusterSet =
  | { readonly kind: 'all' }
  | { readonly kind: 'few'; readonly ids: readonly number[] }
  /** `contains` checks a cluster's id. */
  | { readonly kind: 'many'; readonly ids: SQL; readonly contains: (id: SQL) => SQL }

export const EVERY_CLUSTER: ClusterSet = { kind: 'all' }
export const NO_CLUSTER: ClusterSet = { kind: 'few', ids: [] }

const clusterId = z.strictObject({ object: z.int() })

/** Reads the ids if they are few. */
export async function few({ tx }: TenantScope, ids: SQL): Promise<ClusterSet> {
  const rows = await readRows(tx, clusterId)`
    select object from (${ids}) found limit ${FEW_CLUSTERS + 1}`
  if (rows.length <= FEW_CLUSTERS) return { kind: 'few', ids: rows.map(({ object }) => object) }
  // Hashed once for a statement, instead of being looked up for each row.
  return { kind: 'many', ids, contains: (id) => sql`(${id} in (${ids})) is true` }
}

export async function both(
  scope: TenantScope,
  one: ClusterSet,
  other: ClusterSet,
): Promise<ClusterSet> {
  if (one.kind === 'all') return other
  if (other.kind === 'all') return one
  return few(scope, sql`(${idsOf(one)}) intersect (${idsOf(other)})`)
}

/** The ids of a set; null: of every cluster. */
export async function readIds(
  { tx }: TenantScope,
  set: ClusterSet,
): Promise<readonly number[] | null> {
  if (set.kind === 'all') return null
  if (set.kind === 'few') return set.ids
  const rows = await readRows(tx, clusterId)`${set.ids}`
  return rows.map(({ object }) => object)
}

function idsOf(set: Exclude<ClusterSet, { kind: 'all' }>): SQL {
  return set.kind === 'few' ? sql`select unnest(${sql.param(set.ids)}::int[]) as object` : set.ids
}

export function isAmong(id: SQL, set: ClusterSet): SQL {
  switch (set.kind) {
    case 'all':
      return sql`true`
    case 'few':
      return sql`${id} = any(${sql.param(set.ids)}::int[])`
    case 'many':
      return set.contains(id)
  }
}
