// Which releases pairs of managed applications have, and what these are versions of.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { packagingSchema } from '#lib/domain/objects/application/source-json.ts'
import { readRows } from '../rows.ts'
import {
  environmentAfter,
  isThereAfter,
  releaseAfter,
  sourceAfter,
  sourceSince,
} from './pair-sources.ts'
import { type AskedPair, askedPairs } from './pair-status.ts'
import { holdBody } from './releases.ts'
import type { TenantScope } from './scope.ts'

const releaseRow = z.strictObject({
  /** Of the cluster; empty: it names none. */
  environment: z.string(),
  /** Null: none. */
  release: z
    .strictObject({
      /** Whether it is what all clusters of the environment are to have: the base, or the newest current set. */
      isBase: z.boolean(),
      source: z.strictObject({
        repoBranch: z.string(),
        packaging: packagingSchema.nullable(),
      }),
      rollout: z.int().nullable(),
      /** Why it stays what it is; null: it doesn't. */
      hold: holdBody.nullable(),
      /** Since which change the pair has its source. */
      since: z.int(),
      /** Null: what the branch of the application has, or had before it followed versions. */
      version: z
        .strictObject({ number: z.int(), name: z.string().nullable(), commit: z.string() })
        .nullable(),
    })
    .nullable(),
})
export type PairRelease = z.infer<typeof releaseRow>

/** The releases of some pairs after a change, in their order; `change` null: now. */
export async function readPairReleases(
  { tx, tenant }: TenantScope,
  pairs: readonly AskedPair[],
  change: number | null,
): Promise<PairRelease[]> {
  if (pairs.length === 0) return []
  const after = change === null ? null : sql`${change}::bigint`
  const pair = { application: sql`p.application_id`, cluster: sql`p.cluster_id` }
  const isNewestCurrent = sql`coalesce(e.id = (select max(n.id) from releases n where n.tenant = ${tenant}
    and n.application_id = p.application_id and n.environment = e.environment and n.current
    and ${isThereAfter('n', after)}), false)`
  const since = sourceSince(tenant, pair, sql`s`, sql`p.began`)
  return readRows(tx, releaseRow)`
    select coalesce(${environmentAfter(tenant, pair.cluster, after)}, '') as environment,
      case when e.id is not null then json_build_object('isBase', e.is_base or ${isNewestCurrent},
        'source', json_build_object('repoBranch', e.repo_branch, 'packaging', e.packaging), 'rollout', e.rollout, 'hold', e.hold, 'since', greatest(p.began, ${since}),
        'version', case when e.version is not null then json_build_object('number', e.version,
          'name', v.name, 'commit', e.repo_branch) end) end as release
    from ${askedPairs(pairs)}
    left join lateral (${releaseAfter(tenant, pair, after)}) e on true
    left join lateral (${sourceAfter(tenant, pair, after)}) s on true
    left join announced_versions v on v.tenant = ${tenant} and v.application_id = p.application_id
      and v.number = e.version
    order by p.place`
}
