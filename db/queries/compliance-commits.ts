// Commits by their first digits: those of our branches, and those of applications' own repositories that were reported.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { STATES } from '#lib/domain/observed/states.ts'
import { readRow, readRows } from '../rows.ts'
import { type ComplianceQuery, grouped, ofGroup } from './compliance.ts'
import { shownState } from './observed-state.ts'
import { knownOf } from './pair-states.ts'
import { isManaged, releaseAfter } from './pair-sources.ts'
import type { TenantScope } from './scope.ts'
import { sourceOfBody } from './source-of-body.ts'
import { isNamed } from './team-reach.ts'

const ends = z.strictObject({ least: z.string().nullable(), greatest: z.string().nullable() })

/** Commits that begin so: none, the only one, or two of several. */
type Found = readonly string[]

/** Commits of our branches. */
export async function findPublished({ tx, tenant }: TenantScope, digits: string): Promise<Found> {
  const row = await readRow(tx, ends)`
    select min(commit) as least, max(commit) as greatest from publications
    where tenant = ${tenant} and ${beginsWith(sql`commit`, digits)}`
  return distinct(row!)
}

/**
 * Commits that clusters run of the applications of some teams, those to which these are pinned, and those that were announced
 * as their versions or as the source of one; null: of all teams.
 */
export async function findRun(
  { tx, tenant }: TenantScope,
  digits: string,
  teams: readonly string[] | null,
): Promise<Found> {
  const { revision } = sourceOfBody(sql`a.body`)
  const row = await readRow(tx, ends)`
    select min(commit) as least, max(commit) as greatest from (
      select min(revision) as commit from (${reported(tenant, digits, teams)}) o
      union all select max(revision) from (${reported(tenant, digits, teams)}) o
      union all select ${revision} from revisions a
        where a.tenant = ${tenant} and a.kind = 'application' and a.ended is null
          and ${ownBy(teams)} and ${revision} ~ '^[0-9a-f]{40}$'
          and ${beginsWith(revision, digits)}
      union all ${announced(tenant, sql`v.commit`, digits, teams)}
      union all ${announced(tenant, sql`v.source_commit`, digits, teams)}
    ) found`
  return distinct(row!)
}

function announced(
  tenant: number,
  column: SQL,
  digits: string,
  teams: readonly string[] | null,
): SQL {
  return sql`select ${column} from announced_versions v join revisions a on a.tenant = ${tenant}
      and a.kind = 'application' and a.object = v.application_id and a.ended is null and ${ownBy(teams)}
    where v.tenant = ${tenant} and ${beginsWith(column, digits)}`
}

function reported(tenant: number, digits: string, teams: readonly string[] | null): SQL {
  const own = sql`o.application_id in (select a.object from revisions a where a.tenant = ${tenant}
    and a.kind = 'application' and a.ended is null and ${ownBy(teams)})`
  return sql`select o.revision from observations o
    where o.tenant = ${tenant} and ${beginsWith(sql`o.revision`, digits)}
      and ${teams === null ? sql`true` : own}`
}

function ownBy(teams: readonly string[] | null): SQL {
  return teams === null ? sql`true` : isNamed(sql`a.team`, teams)
}

/** Of texts of hexadecimal digits an index finds them. */
function beginsWith(column: SQL, digits: string): SQL {
  return sql`${column} >= ${digits} and ${column} < ${`${digits}g`} and starts_with(${column}, ${digits})`
}

function distinct({ least, greatest }: z.infer<typeof ends>): Found {
  return [...new Set([least, greatest].filter((commit) => commit !== null))]
}

const published = z.strictObject({ change: z.int(), branch: z.string() })

/** The changes in a commit of ours, in order, and its branch. */
export async function readChangesIn(
  { tx, tenant }: TenantScope,
  commit: string,
): Promise<z.infer<typeof published>[]> {
  return readRows(tx, published)`
    select change, branch from publications where tenant = ${tenant} and commit = ${commit}
    order by change`
}

const namedVersion = z.strictObject({
  applicationId: z.int(),
  namespace: z.string(),
  application: z.string(),
  number: z.int(),
  name: z.string().nullable(),
  commit: z.string(),
})
export type NamedVersion = z.infer<typeof namedVersion>

/** A commit of the sources of so many applications is told of. */
const VERSIONS_MAX = 10_000

/** The versions of the applications of some teams that have a commit, or were built of it; null: of all teams. */
export async function readVersionsOf(
  { tx, tenant }: TenantScope,
  commit: string,
  teams: readonly string[] | null,
): Promise<NamedVersion[]> {
  const having = (column: SQL) => sql`select v.application_id, v.number, v.name, v.commit
    from announced_versions v where v.tenant = ${tenant} and ${column} = ${commit}`
  return readRows(tx, namedVersion)`
    select v.application_id as "applicationId", a.team as namespace, a.name as application,
      v.number, v.name, v.commit
    from (${having(sql`v.commit`)} union ${having(sql`v.source_commit`)}) v
    join revisions a on a.tenant = ${tenant} and a.kind = 'application'
      and a.object = v.application_id and a.ended is null and ${ownBy(teams)}
    order by a.team, a.name, v.number limit ${VERSIONS_MAX}`
}

const runFacts = {
  state: z.enum(STATES).nullable(),
  isAtCommit: z.boolean(),
  wasAtCommit: z.boolean(),
}
const runRow = z.strictObject({ ...ofGroup, ...runFacts })

export type AskedRuns = {
  /** Of applications' own; null: only these versions are asked about. */
  readonly commit: string | null
  /** The versions that it stands for: of their applications, later ones count as it. */
  readonly versions: readonly Pick<NamedVersion, 'applicationId' | 'number' | 'commit'>[]
}

/**
 * Of the placements whose source could be at a commit: of the applications that announced it, those with a repository and
 * branch for which some cluster says that it runs that commit, and those that are pinned to it. Of applications that follow
 * versions, only where that or a later one is released; of others that are managed, only where they are.
 */
export async function readRuns(
  { tx, tenant }: TenantScope,
  { commit, versions }: AskedRuns,
  { now, by, teams }: ComplianceQuery,
): Promise<z.infer<typeof runRow>[]> {
  const time = { change: null, observedAt: now, isPast: false }
  const commits = [
    ...new Set([...(commit === null ? [] : [commit]), ...versions.map((v) => v.commit)]),
  ]
  const isOne = (revision: SQL) => sql`${revision} = any(${sql.param(commits)}::text[])`
  const isAtCommit = sql`coalesce(k.number >= p.number, ${isOne(sql`o.revision`)}, false)`
  const pair = { application: sql`p.application_id`, cluster: sql`p.cluster_id` }
  const own = sourceOfBody(sql`a.body`)
  const shouldHave = sql`(not meant.is_managed or exists (select from (${releaseAfter(tenant, pair, null)}) e
    where not meant.follows or e.version >= meant.number
      or meant.number is null and ${isOne(sql`e.repo_branch`)}))`
  // Where the order isn't known, whatever came after it counts as later.
  const rows = sql`
    select p.application_id, p.cluster_id, ${shownState(now)} as state, ${isAtCommit} as "isAtCommit",
      k.number is null and not ${isAtCommit} and exists (select from observed_syncs s
        where s.tenant = ${tenant} and s.cluster_id = p.cluster_id
          and s.application_id = p.application_id and ${isOne(sql`s.revision`)}) as "wasAtCommit",
      c.seen_at
    from (select p.*, meant.number from placements p join meant on meant.object = p.application_id
      where p.tenant = ${tenant} and ${shouldHave}) p ${knownOf(tenant, time)}
    left join known k on k.application_id = p.application_id and k.revision = o.revision`
  return readRows(tx, runRow)`
    with own as materialized (
      select a.object, ${own.url} as url, ${own.revision} as branch, ${own.packaging} as packaging,
        ${isManaged(sql`a.body`)} as is_managed,
        coalesce(a.body->>'follow' = 'versions', false) as follows from revisions a
      where a.tenant = ${tenant} and a.kind = 'application' and a.ended is null and ${ownBy(teams)}
    ),
    named as materialized (
      select v.application_id, min(v.number) as number
      from unnest(${sql.param(versions.map((v) => v.applicationId))}::int[],
        ${sql.param(versions.map((v) => v.number))}::int[]) v(application_id, number)
      join own on own.object = v.application_id group by 1
    ),
    known as materialized (
      select v.application_id, v.commit as revision, max(v.number) as number
      from named join announced_versions v on v.tenant = ${tenant}
        and v.application_id = named.application_id
      group by 1, 2
    ),
    sources as (
      select distinct url, branch, packaging->>'chart' as chart from own where branch = ${commit} or object in (
        select application_id from observations where tenant = ${tenant} and revision = ${commit})
    ),
    meant as materialized (
      select application_id as object, number, own.is_managed, own.follows
      from named join own on own.object = named.application_id
      union all
      select object, null, is_managed, follows from own join sources using (url, branch)
      where packaging->>'chart' is not distinct from chart and object not in (select application_id from named)
    )
    ${grouped(tenant, by, Object.keys(runFacts), rows)}`
}
