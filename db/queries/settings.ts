import { eq } from 'drizzle-orm'
import { applicationKinds } from '../schema/application-kind.ts'
import { repositorySettings } from '../schema/repository-setting.ts'
import { tenants } from '../schema/tenant.ts'
import type { RepositoryRow } from './repository-settings.ts'
import type { TenantScope } from './scope.ts'

export type StoredRepositoryRow = RepositoryRow & {
  /** Another one after every edit, also when the row was gone in between. */
  readonly revision: string
  readonly updatedAt: Date
  readonly updatedBy: string
}

/** What an admin said that teams may bring besides what every team may, in the canonical order. */
export type StoredApplicationKinds = Omit<typeof applicationKinds.$inferSelect, 'tenant'>

/** Null: nobody ever said anything. */
export type SettingsRows = {
  readonly repository: StoredRepositoryRow | null
  readonly kinds: StoredApplicationKinds | null
}

/** What a tenant's manifests depend on besides the model, in one statement, as every preview waits for it. */
export async function readSettings({ tx, tenant }: TenantScope): Promise<SettingsRows> {
  const [row] = await tx
    .select({ repository: repositorySettings, kinds: applicationKinds })
    .from(tenants)
    .leftJoin(repositorySettings, eq(repositorySettings.tenant, tenants.tenant))
    .leftJoin(applicationKinds, eq(applicationKinds.tenant, tenants.tenant))
    .where(eq(tenants.tenant, tenant))
  const { repository, kinds } = row!
  return {
    repository: repository && {
      ...repository,
      revision: `${repository.version}.${repository.updatedAt.getTime()}`,
    },
    kinds,
  }
}
