// Commits by their first digits: those of our branches, and those of applications' own repositories that were reported.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { STATES } from '#lib/domain/observed/states.ts'
import { readRow, readRows } from '../rows.ts'
import { type ComplianceQuery, grouped, ofGroup } from './compliance.ts'
import { shownState } from './observed-state.ts'
import { knownOf } from './pair-states.ts'
import type { TenantScope } from './scope.ts'
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

/** Commits that clusters run of the applications of some teams, and those to which these are pinned; null: of all teams. */
export async function findRun(
  { tx, tenant }: TenantScope,
  digits: string,
  teams: readonly string[] | null,
): Promise<Found> {
  const row = await readRow(tx, ends)`
    select min(commit) as least, max(commit) as greatest from (
      select min(revision) as commit from (${reported(tenant, digits, teams)}) o
      union all select max(revision) from (${reported(tenant, digits, teams)}) o
      union all select a.body->>'repo_branch' from revisions a
        where a.tenant = ${tenant} and a.kind = 'application' and a.ended is null
          and ${ownBy(teams)} and a.body->>'repo_branch' ~ '^[0-9a-f]{40}$'
          and ${beginsWith(sql`a.body->>'repo_branch'`, digits)}
    ) found`
  return distinct(row!)
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

const runFacts = {
  state: z.enum(STATES).nullable(),
  isAtCommit: z.boolean(),
  wasAtCommit: z.boolean(),
}
const runRow = z.strictObject({ ...ofGroup, ...runFacts })

/**
 * Of the placements whose source could be at a commit: of the applications with a repository and branch for which some cluster
 * says that it runs that commit, and those that are pinned to it.
 */
export async function readRuns(
  { tx, tenant }: TenantScope,
  commit: string,
  { now, by, teams }: ComplianceQuery,
): Promise<z.infer<typeof runRow>[]> {
  const time = { change: null, observedAt: now, isPast: false }
  const isAtCommit = sql`coalesce(o.revision = ${commit}, false)`
  const rows = sql`
    select p.application_id, p.cluster_id, ${shownState(now)} as state, ${isAtCommit} as "isAtCommit",
      not ${isAtCommit} and exists (select from observed_syncs s where s.tenant = ${tenant}
        and s.cluster_id = p.cluster_id and s.application_id = p.application_id
        and s.revision = ${commit}) as "wasAtCommit", c.seen_at
    from (select p.* from placements p join meant on meant.object = p.application_id
      where p.tenant = ${tenant}) p ${knownOf(tenant, time)}`
  return readRows(tx, runRow)`
    with own as materialized (
      select a.object, a.body->>'repo_url' as url, a.body->>'repo_branch' as branch from revisions a
      where a.tenant = ${tenant} and a.kind = 'application' and a.ended is null and ${ownBy(teams)}
    ),
    sources as (
      select distinct url, branch from own where branch = ${commit} or object in (
        select application_id from observations where tenant = ${tenant} and revision = ${commit})
    ),
    meant as materialized (select object from own join sources using (url, branch))
    ${grouped(tenant, by, Object.keys(runFacts), rows)}`
}
