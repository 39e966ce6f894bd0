// Branches with an older layout than this version writes: what the publisher records about them until an admin confirms.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { type UpgradeFile, WAITS_FOR_UPGRADE } from '#lib/domain/reconcilers/interface/upgrade.ts'
import { branches } from '../schema/branch.ts'
import { publications } from '../schema/publication.ts'
import { upgradeClusters, upgradeFiles, upgradePlans } from '../schema/upgrade.ts'
import { holds, isAnyOf } from './conditions.ts'
import type { TenantScope } from './scope.ts'

/** The row of a branch, by the name that raw statements give it. */
export const b = alias(branches, 'b')

/** Whether a branch, in the row `b`, has content that this version would rewrite only by an upgrade. */
export const isHeld: SQL = sql`(${b.layout} < ${LAYOUT} and ${b.tip} is not null)`

/** Whether the effects of the upgrade on the current branch of row `b` are known. */
export const isPlanned: SQL = sql`exists (select from upgrade_plans u where u.tenant = ${b.tenant}
  and u.branch = ${b.name} and u.layout = ${LAYOUT} and u.tip = ${b.tip}
  and u.published_change = ${b.publishedChange})`

/** From now on, a branch is written with this version's layout. */
export async function takeLayout({ tx, tenant }: TenantScope, branch: string): Promise<void> {
  await tx
    .update(branches)
    .set({ layout: LAYOUT })
    .where(holds(branches, { tenant, name: branch }))
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
 * Stores what the upgrade does to a branch, and marks the changes that wait for it. Does nothing if an admin has confirmed
 * an earlier plan in the meantime.
 */
export async function keepUpgradePlan(scope: TenantScope, plan: UpgradePlan): Promise<void> {
  const { tx, tenant } = scope
  const { branch, counts, clusters } = plan
  const held = await lockHeld(scope, eq(b.name, branch))
  if (held.length === 0) return
  await forgetUpgradePlan(scope, eq(upgradePlans.branch, branch))
  await tx.insert(upgradePlans).values({ ...plan, ...counts, tenant, layout: LAYOUT })
  await tx.execute(sql`
    insert into upgrade_clusters (tenant, branch, layout, cluster)
    select ${tenant}, ${branch}, ${LAYOUT}, unnest(${sql.param(clusters)}::text[])`)
  await keepFiles(scope, plan)
  await tx
    .update(publications)
    .set({ error: WAITS_FOR_UPGRADE })
    .where(
      and(
        holds(publications, { tenant, branch, state: 'pending' }),
        sql`${publications.error} is distinct from ${WAITS_FOR_UPGRADE}`,
      ),
    )
  await tx
    .update(branches)
    .set({ error: null, errorAt: null })
    .where(holds(branches, { tenant, name: branch }))
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

/** Deletes plans that weren't confirmed: something other than the model that the manifests depend on may have changed. */
export async function forgetUpgradePlans(scope: TenantScope): Promise<void> {
  await forgetUpgradePlan(scope)
}

async function forgetUpgradePlan({ tx, tenant }: TenantScope, which?: SQL): Promise<void> {
  const held = tx
    .select({ branch: upgradePlans.branch })
    .from(upgradePlans)
    .where(and(holds(upgradePlans, { tenant, layout: LAYOUT, change: null }), which))
  for (const table of [upgradeFiles, upgradeClusters, upgradePlans]) {
    const isOfHeld = inArray(table.branch, held)
    await tx.delete(table).where(and(holds(table, { tenant, layout: LAYOUT }), isOfHeld))
  }
}

/** Keeps the publisher from computing plans until this transaction ends. */
export async function lockHeldBranches(scope: TenantScope): Promise<void> {
  await lockHeld(scope)
}

function lockHeld({ tx, tenant }: TenantScope, which?: SQL) {
  return tx
    .select({ name: b.name })
    .from(b)
    .where(and(eq(b.tenant, tenant), isHeld, which))
    .orderBy(b.name)
    .for('update')
}

/** Has branches brought to this version's layout with a change, whose publications are requested separately. */
export async function confirmUpgrade(
  { tx, tenant }: TenantScope,
  change: number,
  names: readonly string[],
): Promise<void> {
  await tx
    .update(upgradePlans)
    .set({ change })
    .where(
      and(holds(upgradePlans, { tenant, layout: LAYOUT }), isAnyOf(upgradePlans.branch, names)),
    )
  await tx
    .update(branches)
    .set({ layout: LAYOUT })
    .where(and(eq(branches.tenant, tenant), isAnyOf(branches.name, names)))
  await tx
    .update(publications)
    .set({ error: null })
    .where(
      and(
        holds(publications, { tenant, state: 'pending', error: WAITS_FOR_UPGRADE }),
        isAnyOf(publications.branch, names),
      ),
    )
}
