// Which labels the objects of a fleet carry now, counted: what people choose from when they write a selector.
import { type SQL, sql } from 'drizzle-orm'
import { aliveAfter } from './alive.ts'
import type { TenantScope } from './scope.ts'
import { isNamed } from './team-reach.ts'

export type LabelQuery = {
  readonly kind: 'cluster' | 'application'
  /** Only what begins so. */
  readonly prefix: string
  /** Only labels of applications that these teams own; null: of every team's. */
  readonly teams: readonly string[] | null
  readonly limit: number
}

/** A key or a value, and how many objects carry it. */
export type LabelCount = { readonly text: string; readonly count: number }

/** The keys in use, the most used first. */
export async function countLabelKeys(scope: TenantScope, query: LabelQuery): Promise<LabelCount[]> {
  return countLabels(scope, query, { column: sql`l.key`, among: sql`true` })
}

/** The values of a key, the most used first. */
export async function countLabelValues(
  scope: TenantScope,
  query: LabelQuery & { readonly key: string },
): Promise<LabelCount[]> {
  return countLabels(scope, query, { column: sql`l.value`, among: sql`l.key = ${query.key}` })
}

async function countLabels(
  { tx, tenant }: TenantScope,
  { kind, prefix, teams, limit }: LabelQuery,
  { column, among }: { readonly column: SQL; readonly among: SQL },
): Promise<LabelCount[]> {
  const rows = await tx.execute<LabelCount>(sql`
    select ${column} as text, count(*)::int as count from labels l
    where l.tenant = ${tenant} and l.kind = ${kind} and ${aliveAfter('l', null)} and ${among}
      and starts_with(${column}, ${prefix}) and ${ownedBy(kind, teams)}
    group by ${column} order by count desc, text limit ${limit}`)
  return rows.map(({ text, count }) => ({ text, count }))
}

function ownedBy(kind: LabelQuery['kind'], teams: LabelQuery['teams']): SQL {
  if (kind === 'cluster' || teams === null) return sql`true`
  return sql`exists (
    select 1 from revisions r where r.tenant = l.tenant and r.kind = l.kind and r.object = l.object
    and ${isNamed(sql`r.team`, teams)} and ${aliveAfter('r', null)})`
}
