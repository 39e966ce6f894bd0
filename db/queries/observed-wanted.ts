// What is wanted of a cluster, and of which of our applications it speaks.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import { lookedUp, type PairId } from './pair-ids.ts'
import { applicationOf } from './pair-states.ts'
import type { TenantScope } from './scope.ts'

const placedRow = z.strictObject({
  application: z.int(),
  team: z.string(),
  name: z.string(),
  /** Null: it follows versions, and has no release there. */
  repoBranch: z.string().nullable(),
  /** The change since which it has a manifest there, and the one since which its source is what it is; null: it has none yet. */
  began: z.int().nullable(),
  sourceBegan: z.int().nullable(),
})
export type PlacedApplication = z.infer<typeof placedRow>

/** What is placed on a cluster now. */
export async function readPlacedOn(
  { tx, tenant }: TenantScope,
  cluster: number,
): Promise<PlacedApplication[]> {
  return readRows(tx, placedRow)`
    select ${placedColumns} from placements p ${applicationOf(tenant, null)}
    where p.tenant = ${tenant} and p.cluster_id = ${cluster}`
}

const placedColumns = sql`p.application_id as application, r.team, r.name,
  r.repo_branch as "repoBranch", r.manifest_began as began, r.source_began as "sourceBegan"`

const placedPairRow = placedRow.extend({ cluster: z.int() })

/** Which of some pairs are placed now, by the numbers of their clusters. */
export async function readPlacedAmong(
  { tx, tenant }: TenantScope,
  pairs: readonly PairId[],
): Promise<ReadonlyMap<number, readonly PlacedApplication[]>> {
  if (pairs.length === 0) return new Map()
  const rows = await readRows(tx, placedPairRow)`
    select p.cluster_id as cluster, ${placedColumns}
    from (select found.* from ${lookedUp(tenant, sql`placements`, pairs)}) p
    ${applicationOf(tenant, null)}`
  return Map.groupBy(rows, ({ cluster }) => cluster)
}

/** An application as it is named, which it keeps for all its life. */
export type ApplicationName = { readonly team: string; readonly name: string }

const namedRow = z.strictObject({ application: z.int(), team: z.string(), name: z.string() })
export type NamedApplication = z.infer<typeof namedRow>

/** The applications that have these names or, where none does, last had them. */
export async function findApplications(
  { tx, tenant }: TenantScope,
  names: readonly ApplicationName[],
): Promise<NamedApplication[]> {
  if (names.length === 0) return []
  return readRows(tx, namedRow)`
    select distinct on (r.team, r.name) r.object as application, r.team, r.name
    from unnest(${sql.param(names.map(({ team }) => team))}::text[],
      ${sql.param(names.map(({ name }) => name))}::text[]) as named (team, name)
    join revisions r on r.tenant = ${tenant} and r.kind = 'application'
      and r.name = named.name and r.team = named.team
    order by r.team, r.name, r.object desc`
}

const endedRow = z.strictObject({ application: z.int(), ended: z.int() })

/** With which change applications were last placed on a cluster until; those that never were are left out. */
export async function readPlacementEnds(
  { tx, tenant }: TenantScope,
  cluster: number,
  applications: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (applications.length === 0) return new Map()
  const rows = await readRows(tx, endedRow)`
    select application_id as application, max(ended) as ended from placements_past
    where tenant = ${tenant} and cluster_id = ${cluster}
      and application_id = any(${sql.param(applications)}::int[])
    group by application_id`
  return new Map(rows.map(({ application, ended }) => [application, ended]))
}
