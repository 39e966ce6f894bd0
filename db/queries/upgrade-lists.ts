// What people are shown of an upgrade: its branches, its files and the clusters whose bootstrap it changes.
import { type SQL, sql } from 'drizzle-orm'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import type { UpgradeFile } from '#lib/domain/reconcilers/interface/upgrade.ts'
import type { BootstrapCluster, BootstrapWindow } from './bootstraps.ts'
import type { TenantScope } from './scope.ts'
import { isHeld, isPlanned } from './upgrades.ts'

/** A branch that the upgrade to this version's layout brings, or brought, to it. */
export type UpgradeBranch = {
  readonly branch: string
  readonly layout: number
  /** The change with which it was confirmed; null: it waits. */
  readonly change: number | null
  /** Of the publication of that change. */
  readonly publication: 'pending' | 'published' | 'failed' | null
  /** What it does there; null: that isn't worked out. */
  readonly plan: {
    readonly treeBefore: string
    readonly treeAfter: string
    readonly files: Readonly<Record<UpgradeFile['effect'], number>>
    /** How many clusters there have to be bootstrapped again. */
    readonly clusters: number
  } | null
  /** How many changes are not in Git yet, the upgrade's own among them. */
  readonly waiting: number
  readonly error: string | null
}

type BranchRow = Omit<UpgradeBranch, 'plan'> & {
  is_planned: boolean
  tree_before: string
  tree_after: string
  added: number
  removed: number
  modified: number
  clusters: number
}

export async function listUpgradeBranches({ tx, tenant }: TenantScope): Promise<UpgradeBranch[]> {
  const rows = await tx.execute<BranchRow>(sql`
    with bootstraps as (
      select branch, count(*)::int as clusters from upgrade_clusters
      where tenant = ${tenant} and layout = ${LAYOUT} group by branch),
    unpublished as (
      select p.branch, count(*)::int as waiting from publications p
      join branches b on b.tenant = p.tenant and b.name = p.branch
      where p.tenant = ${tenant} and p.state <> 'published' and p.change > b.published_change
      group by p.branch)
    select b.name as branch, b.layout, u.change, p.state as publication, b.error,
      (u.change is not null or ${isPlanned}) as is_planned, u.tree_before, u.tree_after,
      u.added, u.removed, u.modified, coalesce(c.clusters, 0) as clusters,
      coalesce(w.waiting, 0) as waiting
    from branches b
    left join upgrade_plans u on u.tenant = b.tenant and u.branch = b.name and u.layout = ${LAYOUT}
    left join publications p on p.tenant = b.tenant and p.branch = b.name and p.change = u.change
    left join bootstraps c on c.branch = b.name
    left join unpublished w on w.branch = b.name
    where b.tenant = ${tenant} and (${isHeld} or u.change is not null)
    order by b.name`)
  return rows.map((row) => {
    const { branch, layout, change, publication, waiting, error } = row
    return { branch, layout, change, publication, plan: planOf(row), waiting, error }
  })
}

function planOf(row: BranchRow): UpgradeBranch['plan'] {
  if (!row.is_planned) return null
  const { tree_before: treeBefore, tree_after: treeAfter, added, removed, modified, clusters } = row
  return { treeBefore, treeAfter, files: { added, removed, modified }, clusters }
}

/** How many branches wait for an upgrade to be confirmed. */
export async function countHeldBranches({ tx, tenant }: TenantScope): Promise<number> {
  const [row] = await tx.execute<{ held: number }>(sql`
    select count(*)::int as held from branches b where tenant = ${tenant} and ${isHeld}`)
  return row?.held ?? 0
}

/** The plans that a change confirmed; null: those that wait. */
const plansOf = (tenant: number, change: number | null): SQL => sql`
  select branch from upgrade_plans where tenant = ${tenant} and layout = ${LAYOUT}
    and change is not distinct from ${change}::bigint`

export type UpgradeFilePosition = Pick<UpgradeFile, 'place' | 'digest'>

/** The files of an upgrade on all branches, those that change alike as one, by place. */
export async function listUpgradeFiles(
  { tx, tenant }: TenantScope,
  change: number | null,
  { after, limit }: { readonly after: UpgradeFilePosition | null; readonly limit: number },
): Promise<UpgradeFile[]> {
  const beyond = after ? sql`(place, digest) > (${after.place}, ${after.digest})` : sql`true`
  return tx.execute<UpgradeFile>(sql`
    with alike as (
      select place, digest, sum(files)::int as files, min(branch) as branch from upgrade_files
      where tenant = ${tenant} and layout = ${LAYOUT} and branch in (${plansOf(tenant, change)})
        and ${beyond}
      group by place, digest order by place, digest limit ${limit})
    select f.effect, a.place, a.files, to_json(f.examples) as examples, a.digest, f.patch
    from alike a join upgrade_files f on f.tenant = ${tenant} and f.layout = ${LAYOUT}
      and f.branch = a.branch and f.digest = a.digest
    order by a.place, a.digest`)
}

/** The clusters whose bootstrap an upgrade changes, by name. */
export async function listUpgradeClusters(
  { tx, tenant }: TenantScope,
  change: number | null,
  { after, limit }: BootstrapWindow,
): Promise<BootstrapCluster[]> {
  const beyond = after ? sql`(cluster, branch) > (${after.cluster}, ${after.branch})` : sql`true`
  return tx.execute<BootstrapCluster>(sql`
    select cluster, branch from upgrade_clusters
    where tenant = ${tenant} and layout = ${LAYOUT} and branch in (${plansOf(tenant, change)})
      and ${beyond}
    order by cluster, branch limit ${limit}`)
}

/** The newest change that confirmed an upgrade to this layout; null: none did. */
export async function newestUpgrade({ tx, tenant }: TenantScope): Promise<number | null> {
  const [row] = await tx.execute<{ change: number | null }>(sql`
    select max(change)::bigint as change from upgrade_plans
    where tenant = ${tenant} and layout = ${LAYOUT}`)
  return row?.change ?? null
}

/** How many entries the lists of an upgrade have. */
export async function countUpgradeLists(
  { tx, tenant }: TenantScope,
  change: number | null,
): Promise<{ files: number; clusters: number }> {
  const [row] = await tx.execute<{ files: number; clusters: number }>(sql`
    with plans as (${plansOf(tenant, change)})
    select
      (select count(distinct (place, digest))::int from upgrade_files where tenant = ${tenant}
        and layout = ${LAYOUT} and branch in (select branch from plans)) as files,
      (select count(*)::int from upgrade_clusters where tenant = ${tenant}
        and layout = ${LAYOUT} and branch in (select branch from plans)) as clusters`)
  return row!
}
