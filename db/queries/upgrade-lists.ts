// What people are shown of an upgrade: its branches, its files, and the clusters whose bootstrap it changes.
import { and, count, eq, max, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import type { UpgradeFile } from '#lib/domain/reconcilers/interface/upgrade.ts'
import { readRow, readRows } from '../rows.ts'
import { publications } from '../schema/publication.ts'
import { upgradeFiles, upgradePlans } from '../schema/upgrade.ts'
import { type BootstrapCluster, bootstrapCluster, type BootstrapWindow } from './bootstraps.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'
import { b, isHeld, isPlanned } from './upgrades.ts'

const upgradeBranch = z.strictObject({
  branch: z.string(),
  layout: z.int(),
  /** The change with which it was confirmed; null: it isn't yet. */
  change: z.int().nullable(),
  /** The state of that change's publication. */
  publication: z.enum(publications.state.enumValues).nullable(),
  /** The effects of the upgrade; null: not known yet. */
  plan: z
    .strictObject({
      treeBefore: z.string(),
      treeAfter: z.string(),
      files: z.strictObject({ added: z.int(), removed: z.int(), modified: z.int() }),
      /** How many of its clusters have to be bootstrapped again. */
      clusters: z.int(),
    })
    .nullable(),
  /** How many changes are not in Git yet, including the upgrade itself. */
  waiting: z.int(),
  error: z.string().nullable(),
})
/** A branch that the upgrade brings, or has brought, to this version's layout. */
export type UpgradeBranch = z.infer<typeof upgradeBranch>

export async function listUpgradeBranches({ tx, tenant }: TenantScope): Promise<UpgradeBranch[]> {
  return readRows(tx, upgradeBranch)`
    with bootstraps as (
      select branch, count(*)::int as clusters from upgrade_clusters
      where tenant = ${tenant} and layout = ${LAYOUT} group by branch),
    unpublished as (
      select p.branch, count(*)::int as waiting from publications p
      join branches b on b.tenant = p.tenant and b.name = p.branch
      where p.tenant = ${tenant} and p.state <> 'published' and p.change > b.published_change
      group by p.branch)
    select b.name as branch, b.layout, u.change, p.state as publication,
      case when u.change is not null or ${isPlanned} then json_build_object(
        'treeBefore', u.tree_before, 'treeAfter', u.tree_after,
        'files', json_build_object('added', u.added, 'removed', u.removed, 'modified', u.modified),
        'clusters', coalesce(c.clusters, 0)) end as plan,
      coalesce(w.waiting, 0) as waiting, b.error
    from branches b
    left join upgrade_plans u on u.tenant = b.tenant and u.branch = b.name and u.layout = ${LAYOUT}
    left join publications p on p.tenant = b.tenant and p.branch = b.name and p.change = u.change
    left join bootstraps c on c.branch = b.name
    left join unpublished w on w.branch = b.name
    where b.tenant = ${tenant} and (${isHeld} or u.change is not null)
    order by b.name`
}

/** How many branches wait for an upgrade to be confirmed. */
export async function countHeldBranches({ tx, tenant }: TenantScope): Promise<number> {
  const [row] = await tx
    .select({ held: count() })
    .from(b)
    .where(and(eq(b.tenant, tenant), isHeld))
  return row!.held
}

/** The plans that a change confirmed; null: the waiting ones. */
const plansOf = (tenant: number, change: number | null): SQL => sql`
  select branch from upgrade_plans where tenant = ${tenant} and layout = ${LAYOUT}
    and change is not distinct from ${change}::bigint`

const upgradeFile = z.strictObject({
  effect: z.enum(upgradeFiles.effect.enumValues),
  place: z.string(),
  files: z.int(),
  examples: z.array(z.string()),
  digest: z.string(),
  patch: z.string().nullable(),
})

export type UpgradeFilePosition = Pick<UpgradeFile, 'place' | 'digest'>

/** The files of an upgrade on all branches; those with the same difference are one entry, ordered by place. */
export async function listUpgradeFiles(
  { tx, tenant }: TenantScope,
  change: number | null,
  { after, limit }: { readonly after: UpgradeFilePosition | null; readonly limit: number },
): Promise<UpgradeFile[]> {
  const beyond = after ? sql`(place, digest) > (${after.place}, ${after.digest})` : sql`true`
  return readRows(tx, upgradeFile)`
    with alike as (
      select place, digest, sum(files)::int as files, min(branch) as branch from upgrade_files
      where tenant = ${tenant} and layout = ${LAYOUT} and branch in (${plansOf(tenant, change)})
        and ${beyond}
      group by place, digest order by place, digest limit ${limit})
    select f.effect, a.place, a.files, to_json(f.examples) as examples, a.digest, f.patch
    from alike a join upgrade_files f on f.tenant = ${tenant} and f.layout = ${LAYOUT}
      and f.branch = a.branch and f.digest = a.digest
    order by a.place, a.digest`
}

/** The clusters whose bootstrap an upgrade changes, by name. */
export async function listUpgradeClusters(
  { tx, tenant }: TenantScope,
  change: number | null,
  { after, limit }: BootstrapWindow,
): Promise<BootstrapCluster[]> {
  const beyond = after ? sql`(cluster, branch) > (${after.cluster}, ${after.branch})` : sql`true`
  return readRows(tx, bootstrapCluster)`
    select cluster, branch from upgrade_clusters
    where tenant = ${tenant} and layout = ${LAYOUT} and branch in (${plansOf(tenant, change)})
      and ${beyond}
    order by cluster, branch limit ${limit}`
}

/** The newest change that confirmed an upgrade to this layout; null: none did. */
export async function newestUpgrade({ tx, tenant }: TenantScope): Promise<number | null> {
  const [row] = await tx
    .select({ change: max(upgradePlans.change) })
    .from(upgradePlans)
    .where(holds(upgradePlans, { tenant, layout: LAYOUT }))
  return row?.change ?? null
}

const listCounts = z.strictObject({ files: z.int(), clusters: z.int() })

export async function countUpgradeLists(
  { tx, tenant }: TenantScope,
  change: number | null,
): Promise<z.infer<typeof listCounts>> {
  const row = await readRow(tx, listCounts)`
    with plans as (${plansOf(tenant, change)})
    select
      (select count(distinct (place, digest))::int from upgrade_files where tenant = ${tenant}
        and layout = ${LAYOUT} and branch in (select branch from plans)) as files,
      (select count(*)::int from upgrade_clusters where tenant = ${tenant}
        and layout = ${LAYOUT} and branch in (select branch from plans)) as clusters`
  return row!
}
