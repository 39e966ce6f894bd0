// The versions of an application that were announced: rows that are only added, numbered in order of announcement.
import { and, desc, eq, getTableColumns, gt, lt, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '#lib/domain/access/actor.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import type { VersionRef } from '#lib/domain/objects/version.ts'
import { readRow, readRows } from '../rows.ts'
import { announcedVersions } from '../schema/version.ts'
import { recordedAt } from './clock.ts'
import { holds } from './conditions.ts'
import { countRows } from './count-rows.ts'
import { likePattern } from './like-pattern.ts'
import type { TenantScope } from './scope.ts'

const { tenant: _, actorKind, actorId, actorName, ...columns } = getTableColumns(announcedVersions)
const shown = { ...columns, actorKind, actorId, actorName }

export type VersionRow = Readonly<Omit<typeof announcedVersions.$inferSelect, 'tenant'>>

export type NewVersion = Omit<
  VersionRow,
  'number' | 'announcedAt' | 'actorKind' | 'actorId' | 'actorName'
> & { readonly actor: Actor }

/** Adds a version with the next number; the tenant is locked. Times never run backwards within an application. */
export async function insertVersion(
  { tx, tenant }: TenantScope,
  { actor, ...version }: NewVersion,
): Promise<VersionRow> {
  const ofApplication = holds(announcedVersions, { tenant, applicationId: version.applicationId })
  const [row] = await tx
    .insert(announcedVersions)
    .values({
      ...version,
      tenant,
      number: sql`(select coalesce(max(number), 0) + 1 from ${announcedVersions} where ${ofApplication})`,
      announcedAt: sql`greatest(${recordedAt},
        (select max(announced_at) from ${announcedVersions} where ${ofApplication}))`,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
    })
    .returning(shown)
  return row!
}

/** The version of this whole source, if it was announced before. */
export async function findSameVersion(
  { tx, tenant }: TenantScope,
  {
    applicationId,
    commit,
    repoUrl,
    repoPath,
    packaging,
    targets,
  }: Omit<NewVersion, 'name' | 'url' | 'builtAt' | 'sourceCommit' | 'actor'>,
): Promise<VersionRow | null> {
  const [row] = await tx
    .select(shown)
    .from(announcedVersions)
    .where(
      and(
        holds(announcedVersions, { tenant, applicationId, commit, repoUrl, repoPath }),
        sql`${announcedVersions.targets} = ${JSON.stringify(targets)}::jsonb`,
        sql`${announcedVersions.packaging} is not distinct from ${packaging && JSON.stringify(packaging)}::jsonb`,
      ),
    )
    .limit(1)
  return row ?? null
}

export async function findVersionByName(
  { tx, tenant }: TenantScope,
  applicationId: number,
  name: string,
): Promise<VersionRow | null> {
  const [row] = await tx
    .select(shown)
    .from(announcedVersions)
    .where(holds(announcedVersions, { tenant, applicationId, name }))
  return row ?? null
}

const namedVersion = z.strictObject({ application: z.int(), name: z.string() })
type NamedVersion = z.infer<typeof namedVersion>

/** Those of some names of versions that applications have. */
export async function findNamedVersions(
  { tx, tenant }: TenantScope,
  asked: readonly NamedVersion[],
): Promise<NamedVersion[]> {
  if (asked.length === 0) return []
  return readRows(tx, namedVersion)`
    select v.application_id as application, v.name
    from unnest(${sql.param(asked.map(({ application }) => application))}::int[],
      ${sql.param(asked.map(({ name }) => name))}::text[]) asked(application, name)
    join announced_versions v on v.tenant = ${tenant} and v.application_id = asked.application
      and v.name = asked.name`
}

/** The version of that number, or else of that name, or else the newest whose commit begins with the digits. */
export async function findVersion(
  scope: TenantScope,
  applicationId: number,
  { number, name, digits }: VersionRef,
): Promise<VersionRow | null> {
  const { tx, tenant } = scope
  const isOfApplication = holds(announcedVersions, { tenant, applicationId })
  if (number !== null) {
    const [row] = await tx
      .select(shown)
      .from(announcedVersions)
      .where(and(isOfApplication, eq(announcedVersions.number, number)))
    if (row) return row
  }
  const named = await findVersionByName(scope, applicationId, name)
  if (named || digits === null) return named
  const [row] = await tx
    .select(shown)
    .from(announcedVersions)
    .where(and(isOfApplication, sql`starts_with(${announcedVersions.commit}, ${digits})`))
    .orderBy(desc(announcedVersions.number))
    .limit(1)
  return row ?? null
}

const knownVersion = z.strictObject({
  number: z.int(),
  name: z.string().nullable(),
  commit: z.string(),
})

/** The versions of an application of some numbers. */
export async function findNumbered(
  { tx, tenant }: TenantScope,
  application: number,
  numbers: readonly number[],
): Promise<z.infer<typeof knownVersion>[]> {
  if (numbers.length === 0) return []
  return readRows(tx, knownVersion)`
    select number, name, commit from announced_versions
    where tenant = ${tenant} and application_id = ${application}
      and number = any(${sql.param(numbers)}::int[])`
}

const namedNumber = z.strictObject({ name: z.string(), number: z.int() })

/** The numbers of the versions of an application that have some names. */
export async function findNumbersByName(
  { tx, tenant }: TenantScope,
  application: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map()
  const rows = await readRows(tx, namedNumber)`
    select name, number from announced_versions
    where tenant = ${tenant} and application_id = ${application}
      and name = any(${sql.param(names)}::text[])`
  return new Map(rows.map(({ name, number }) => [name, number]))
}

const counted = z.strictObject({ versions: z.int() })

/** How many versions an application has: its numbers have no gaps. */
export async function countVersionsOf(
  { tx, tenant }: TenantScope,
  applicationId: number,
): Promise<number> {
  const row = await readRow(tx, counted)`
    select coalesce(max(number), 0)::int as versions from announced_versions
    where tenant = ${tenant} and application_id = ${applicationId}`
  return row!.versions
}

export type VersionQuery = {
  readonly applicationId: number
  /** Part of the name or the commit; null: any. */
  readonly text: string | null
  /** Only what was announced by then; null: all. */
  readonly at: Date | null
  readonly descending: boolean
}

/** `after`: the number of the last one of the page before. */
export async function listVersions(
  { tx, tenant }: TenantScope,
  query: VersionQuery,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): Promise<VersionRow[]> {
  const { number } = announcedVersions
  const isBeyond =
    after === null ? undefined : query.descending ? lt(number, after) : gt(number, after)
  return tx
    .select(shown)
    .from(announcedVersions)
    .where(and(matching(tenant, query), isBeyond))
    .orderBy(query.descending ? desc(number) : number)
    .limit(limit)
}

export function countVersions(scope: TenantScope, query: VersionQuery): Promise<Total> {
  return countRows(
    scope,
    sql`select from ${announcedVersions} where ${matching(scope.tenant, query)}`,
  )
}

function matching(tenant: number, { applicationId, text, at }: VersionQuery) {
  const { announcedAt, name, commit } = announcedVersions
  return and(
    holds(announcedVersions, { tenant, applicationId }),
    at === null ? undefined : lte(announcedAt, at),
    text === null ? undefined : sql`concat(${name}, ' ', ${commit}) ilike ${likePattern(text)}`,
  )
}

const announcedCommit = z.strictObject({
  application: z.int(),
  revision: z.string(),
  number: z.int(),
  name: z.string().nullable(),
  at: z.date(),
})

/** Of some applications the newest version, and those of some commits; of a commit the newest. */
export async function readAnnounced(
  { tx, tenant }: TenantScope,
  applications: readonly number[],
  commits: readonly string[],
): Promise<z.infer<typeof announcedCommit>[]> {
  if (applications.length === 0) return []
  const ofApplication = sql`tenant = ${tenant} and application_id = a.id`
  return readRows(tx, announcedCommit)`
    select a.id as application, v.commit as revision, v.number, v.name, v.announced_at as at
    from unnest(${sql.param(applications)}::int[]) a(id) cross join lateral (
      (select commit, number, name, announced_at from announced_versions
        where ${ofApplication} order by number desc limit 1)
      union
      (select distinct on (commit) commit, number, name, announced_at from announced_versions
        where ${ofApplication} and commit = any(${sql.param(commits)}::text[])
        order by commit, number desc)
    ) v`
}

const numberedVersion = z.strictObject({
  application: z.int(),
  number: z.int(),
  name: z.string().nullable(),
})

/** The names of some versions. */
export async function readVersionNames(
  { tx, tenant }: TenantScope,
  versions: readonly { readonly application: number; readonly number: number }[],
): Promise<z.infer<typeof numberedVersion>[]> {
  if (versions.length === 0) return []
  return readRows(tx, numberedVersion)`
    select v.application_id as application, v.number, v.name
    from unnest(${sql.param(versions.map(({ application }) => application))}::int[],
      ${sql.param(versions.map(({ number }) => number))}::int[]) asked(application, number)
    join announced_versions v on v.tenant = ${tenant} and v.application_id = asked.application
      and v.number = asked.number`
}

const comingVersion = z.strictObject({
  application: z.int(),
  number: z.int(),
  name: z.string().nullable(),
  repoUrl: z.string(),
})
export type ComingVersion = z.infer<typeof comingVersion>

/**
 * Of the versions of each application that are newer than one, newest first: some by their numbers, the newest of each
 * repository, and of all of them so many of the newest.
 */
export async function readComingVersions(
  { tx, tenant }: TenantScope,
  asked: readonly { readonly application: number; readonly newerThan: number }[],
  {
    numbered,
    newest,
  }: {
    readonly numbered: readonly { readonly application: number; readonly version: number }[]
    readonly newest: number
  },
): Promise<ComingVersion[]> {
  return readRows(tx, comingVersion)`
    select asked.application, coming.number, coming.name, coming.repo_url as "repoUrl"
    from unnest(${sql.param(asked.map(({ application }) => application))}::int[],
      ${sql.param(asked.map(({ newerThan }) => newerThan))}::int[]) asked(application, newer_than)
    cross join lateral (
      select number, name, repo_url, row_number() over (order by number desc) as place,
        row_number() over (partition by repo_url order by number desc) as place_in_repository
      from announced_versions
      where tenant = ${tenant} and application_id = asked.application
        and number > asked.newer_than) coming
    where coming.place <= ${newest} or coming.place_in_repository = 1
      or (asked.application, coming.number) in (
        select * from unnest(${sql.param(numbered.map(({ application }) => application))}::int[],
          ${sql.param(numbered.map(({ version }) => version))}::int[]))
    order by asked.application, coming.number desc`
}
