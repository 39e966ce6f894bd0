import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import type { Environment } from '#lib/settings/env.ts'
import type { TenantIdentity } from '../session.ts'
import { readTenantRepository } from '../repository/tenant-repository.ts'
import { noteFollowedNamespace, requireSameArgocdNamespace } from './argocd-setting.ts'
import { requireSameBranches } from './branch-setting.ts'

/** Throws unless a process with these settings fits what a tenant's clusters already follow. */
export async function requireSameSettings(
  environment: Environment,
  tenant: TenantIdentity,
  scope: TenantScope,
): Promise<void> {
  const state = await readTenantState(scope, { lock: false })
  requireSameBranches(
    state,
    await readTenantRepository({ environment }, tenant, scope),
    tenant.name,
  )
  requireSameArgocdNamespace(state, environment, tenant.name)
  // For fleets from before every save noted this.
  if (state.argocdNamespace === null) await noteFollowedNamespace(scope, environment)
}
