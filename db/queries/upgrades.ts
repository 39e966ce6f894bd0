// Branches that have an older layout than this version writes: what the publisher keeps of them until an admin confirms.
import { type SQL, sql } from 'drizzle-orm'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { type UpgradeFile, WAITS_FOR_UPGRADE } from '#lib/domain/reconcilers/interface/upgrade.ts'
import type { TenantScope } from './scope.ts'

/** Whether a branch, in the row `b`, has something written that this version would rewrite only with an upgrade. */
export const isHeld: SQL = sql`(b.layout < ${LAYOUT} and b.tip is not null)`

/** Whether it was worked out what the upgrade does to the branch of row `b` as it is. */
export const isPlanned: SQL = sql`exists (select from upgrade_plans u where u.tenant = b.tenant
  and u.branch = b.name and u.layout = ${LAYOUT} and u.tip = b.tip
  and u.published_change = b.published_change)`

/** Has a branch written with this version's layout from now on. */
export async function takeLayout({ tx, tenant }: TenantScope, branch: string): Promise<void> {
  await tx.execute(sql`
    update branches set layout = ${LAYOUT} where tenant = ${tenant} and name = ${branch}`)
}

export type UpgradePlan = {
  readonly branch: string
  readonly tip: string
  readonly publishedChange: number
  readonly treeBefore: string
  readonly treeAfter: string
  readonly counts: Readonly<Record<UpgradeFile['effect'], number>>
  readonly files: readonly UpgradeFile[]
  /** The clusters whose bootstrap differs, by name. */
  readonly clusters: readonly string[]
}

/**
 * Keeps what the upgrade does to a branch, and tells the changes that wait for it that they do; nothing, where an admin
 * confirmed in between what was worked out before.
 */
export async function keepUpgradePlan(scope: TenantScope, plan: UpgradePlan): Promise<void> {
  const { tx, tenant } = scope
  const { branch, counts, clusters } = plan
  const held = await tx.execute(sql`
    select from branches b where tenant = ${tenant} and name = ${branch} and ${isHeld} for update`)
  if (held.length === 0) return
  await forgetUpgradePlan(scope, sql`branch = ${branch}`)
  await tx.execute(sql`
    insert into upgrade_plans (tenant, branch, layout, tip, published_change, tree_before, tree_after,
      added, removed, modified)
    values (${tenant}, ${branch}, ${LAYOUT}, ${plan.tip}, ${plan.publishedChange},
      ${plan.treeBefore}, ${plan.treeAfter}, ${counts.added}, ${counts.removed}, ${counts.modified})`)
  await tx.execute(sql`
    insert into upgrade_clusters (tenant, branch, layout, cluster)
    select ${tenant}, ${branch}, ${LAYOUT}, unnest(${sql.param(clusters)}::text[])`)
  await keepFiles(scope, plan)
  await tx.execute(sql`
    update publications set error = ${WAITS_FOR_UPGRADE} where tenant = ${tenant}
      and branch = ${branch} and state = 'pending' and error is distinct from ${WAITS_FOR_UPGRADE}`)
  await tx.execute(sql`
    update branches set error = null, error_at = null where tenant = ${tenant} and name = ${branch}`)
}

async function keepFiles({ tx, tenant }: TenantScope, { branch, files }: UpgradePlan) {
  await tx.execute(sql`
    insert into upgrade_files (tenant, branch, layout, position, effect, place, files, examples,
      digest, patch)
    select ${tenant}, ${branch}, ${LAYOUT}, position - 1, file->>'effect', file->>'place',
      (file->>'files')::int,
      array(select jsonb_array_elements_text(file->'examples')), file->>'digest', file->>'patch'
    from jsonb_array_elements(${JSON.stringify(files)}::jsonb) with ordinality as given(file, position)`)
}

/** Forgets what was worked out and not confirmed: what the manifests depend on besides the model may be another. */
export async function forgetUpgradePlans(scope: TenantScope): Promise<void> {
  await forgetUpgradePlan(scope, sql`true`)
}

async function forgetUpgradePlan({ tx, tenant }: TenantScope, which: SQL): Promise<void> {
  const held = sql`(select branch from upgrade_plans
    where tenant = ${tenant} and layout = ${LAYOUT} and change is null and ${which})`
  for (const table of [sql`upgrade_files`, sql`upgrade_clusters`, sql`upgrade_plans`]) {
    await tx.execute(sql`
      delete from ${table} where tenant = ${tenant} and layout = ${LAYOUT} and branch in ${held}`)
  }
}

/** Keeps the publisher from working an upgrade out anew until this transaction ends. */
export async function lockHeldBranches({ tx, tenant }: TenantScope): Promise<void> {
  await tx.execute(sql`
    select from branches b where tenant = ${tenant} and ${isHeld} order by name for update`)
}

/** Has branches brought to this version's layout with a change, whose publications are asked for apart. */
export async function confirmUpgrade(
  { tx, tenant }: TenantScope,
  change: number,
  branches: readonly string[],
): Promise<void> {
  const these = sql`any(${sql.param(branches)}::text[])`
  await tx.execute(sql`
    update upgrade_plans set change = ${change}
    where tenant = ${tenant} and layout = ${LAYOUT} and branch = ${these}`)
  await tx.execute(sql`
    update branches set layout = ${LAYOUT} where tenant = ${tenant} and name = ${these}`)
  await tx.execute(sql`
    update publications set error = null where tenant = ${tenant} and branch = ${these}
      and state = 'pending' and error = ${WAITS_FOR_UPGRADE}`)
}
