// A branch that an older version of Berth wrote, as the database has it.
import { sql } from 'drizzle-orm'
import { type Database, inTenant } from '#db/client.ts'
import { keepUpgradePlan } from '#db/queries/upgrades.ts'

const TIP = 'c0ffee'

/** Inserts such a branch; with `cluster` also the plan of its upgrade, which changes the bootstrap of this cluster. */
export async function insertOlderBranch(
  { database, tenant }: { readonly database: Database; readonly tenant: { readonly id: number } },
  branch: string,
  cluster: string | null,
): Promise<void> {
  await inTenant(database, tenant.id, async (tx) => {
    await tx.execute(sql`
      insert into branches (tenant, name, tip, layout) values (${tenant.id}, ${branch}, ${TIP}, 1)
      on conflict do nothing`)
    if (cluster === null) return
    const path = `bootstrap/${cluster}.yaml`
    await keepUpgradePlan(
      { tx, tenant: tenant.id },
      {
        branch,
        tip: TIP,
        publishedChange: 0,
        treeBefore: 'before',
        treeAfter: `after ${cluster}`,
        counts: { added: 0, removed: 0, modified: 1 },
        files: [
          {
            effect: 'modified',
            place: path,
            files: 1,
            examples: [path],
            digest: path,
            patch: path,
          },
        ],
        clusters: [cluster],
      },
    )
  })
}
