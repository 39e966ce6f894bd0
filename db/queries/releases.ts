// Releases as rows. A set of clusters travels as the base64 of its bytes, in JSON.
import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Hold } from '#lib/domain/releases/hold.ts'
import { packagingSchema } from '#lib/domain/objects/application/source-json.ts'
import { readSourceOf, storedSource } from '#lib/domain/objects/application/stored-source.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import { bitsIn, bytesOf } from '#lib/domain/sets/bit-bytes.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { readRow, readRows } from '../rows.ts'
import { releases } from '../schema/release.ts'
import type { TenantScope } from './scope.ts'

export const holdBody = z.strictObject({
  until: z.int(),
  since: z.int(),
  reason: z.string(),
  by: z.string(),
}) satisfies z.ZodType<Hold>

export const releaseBody = z.strictObject({
  application: z.int(),
  environment: z.string(),
  version: z.int().nullable(),
  repoUrl: z.string(),
  repoBranch: z.string(),
  repoPath: z.string(),
  packaging: packagingSchema.nullable(),
  targets: z.record(z.string(), z.string()).nullable(),
  clusters: z.base64().nullable(),
  current: z.boolean(),
  rollout: z.int().nullable(),
  hold: holdBody.nullable(),
})

/** The body of a row of releases. */
export const selectReleaseBody = sql`jsonb_build_object('application', application_id,
  'environment', environment, 'version', version, 'repoUrl', repo_url, 'repoBranch', repo_branch,
  'repoPath', repo_path, 'packaging', packaging, 'targets', targets, 'clusters', translate(encode(clusters, 'base64'), E'\n', ''),
  'current', current, 'rollout', rollout, 'hold', hold)`

export function releaseOf(body: z.infer<typeof releaseBody>): Release {
  const { repoUrl, repoBranch, repoPath, packaging, clusters, hold, ...release } = body
  return {
    ...release,
    source: readSourceOf({ repoUrl, repoBranch, repoPath, packaging }),
    clusters: clusters === null ? null : bitsIn(Buffer.from(clusters, 'base64')),
    ...(hold && { hold }),
  }
}

/** The last id that a release ever had, none of which is used again; 0: there was none. */
export async function readLastReleaseId({ tx, tenant }: TenantScope): Promise<number> {
  const [last] = await tx
    .select({ id: releases.id })
    .from(releases)
    .where(eq(releases.tenant, tenant))
    .orderBy(desc(releases.id))
    .limit(1)
  return last?.id ?? 0
}

const endedCount = z.strictObject({ ended: z.int() })

/** Ends releases with a change. Throws when one of them isn't there: then the fleet in memory and the table disagree. */
export async function endReleases(
  { tx, tenant }: TenantScope,
  change: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const row = await readRow(tx, endedCount)`
    with gone as (
      update releases set ended = ${change}
      where tenant = ${tenant} and id = any(${sql.param(ids)}::int[]) and ended is null returning 1
    ) select count(*)::int as ended from gone`
  if (row?.ended !== ids.length) {
    throw new Error(`${ids.length} releases were to end, ${row?.ended} did`)
  }
}

export type BegunRelease = { readonly id: number; readonly after: Release }

/** Begins releases with a change, each under an id that none ever had. */
export async function beginReleases(
  { tx, tenant }: TenantScope,
  change: number,
  begun: readonly BegunRelease[],
): Promise<void> {
  if (begun.length === 0) return
  await tx.execute(sql`
    insert into releases (tenant, id, application_id, environment, version, repo_url, repo_branch,
      repo_path, packaging, targets, clusters, current, rollout, hold, hold_cluster, hold_due_at, began)
    select ${tenant}, id, application, environment, version, "repoUrl", "repoBranch", "repoPath",
      packaging, targets, decode(clusters, 'base64'), current, rollout, hold, hold_cluster,
      to_timestamp((hold->>'until')::float8 / 1000), ${change}
    from jsonb_to_recordset(${JSON.stringify(begun.map(rowOf))}::jsonb) as begun (id int,
      application int, environment text, version int, "repoUrl" text, "repoBranch" text,
      "repoPath" text, packaging jsonb, targets jsonb, clusters text, current boolean, rollout int, hold jsonb,
      hold_cluster int)`)
}

function rowOf({ id, after }: BegunRelease) {
  const { application, environment, version, source, targets, clusters } = after
  const { current, rollout, hold } = after
  const body: z.infer<typeof releaseBody> = {
    application,
    environment,
    version,
    ...storedSource(source),
    targets,
    clusters: clusters && Buffer.from(bytesOf(clusters)).toString('base64'),
    current,
    rollout,
    hold: hold ?? null,
  }
  const [held = null] = hold && clusters ? idsIn(clusters) : []
  return { id, ...body, hold_cluster: held }
}

const bodyRow = z.strictObject({ body: releaseBody })

const ofEdited = z.strictObject({ team: z.string(), name: z.string(), body: releaseBody })

/** What a change ended of the applications that it edited or deleted, by name, in the order in which it had begun. */
export async function readReleasesOfEdited({ tx, tenant }: TenantScope, change: number) {
  const rows = await readRows(tx, ofEdited)`
    select r.team, r.name, e.body
    from (select id, application_id, ${selectReleaseBody} as body from releases
      where tenant = ${tenant} and ended = ${change}) e
    join revisions r on r.tenant = ${tenant} and r.kind = 'application'
      and r.object = e.application_id and r.ended = ${change}
    order by e.id`
  return rows.map(({ team, name, body }) => ({ team, name, release: releaseOf(body) }))
}

/** What an application had in an environment before a change, in the order in which it had begun. */
export async function readReleasesBefore(
  { tx, tenant }: TenantScope,
  change: number,
  { application, environment }: Pick<Release, 'application' | 'environment'>,
): Promise<readonly Release[]> {
  const rows = await readRows(tx, bodyRow)`
    select ${selectReleaseBody} as body from releases
    where tenant = ${tenant} and began < ${change} and (ended is null or ended >= ${change})
      and application_id = ${application} and environment = ${environment}
    order by id`
  return rows.map(({ body }) => releaseOf(body))
}
