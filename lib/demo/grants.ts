import { createRoleGrantUseCase, listRoleGrantsUseCase } from '#lib/usecases/access/role-grants.ts'
import { ownSession, type TenantIdentity } from '#lib/usecases/session.ts'
import type { Services } from '#lib/usecases/services.ts'
import { demoActor } from './actor.ts'
import { demoGroup } from './groups.ts'

const GRANTS = [
  {
    source: 'group',
    value: demoGroup.contributors,
    role: 'contributor',
    description: 'Demo contributors',
  },
  { source: 'group', value: demoGroup.auditors, role: 'reader', description: 'Demo auditors' },
  {
    source: 'group',
    value: demoGroup.releaseManagers,
    role: 'reader',
    description: 'Demo release managers',
  },
] as const

/** Gives the groups of the demo people their roles, where nobody has given any yet. */
export async function grantDemoRoles(services: Services, tenant: TenantIdentity): Promise<void> {
  const session = ownSession(tenant, demoActor)
  const known = await listRoleGrantsUseCase.invoke(services, session, null)
  if (known.some(({ id }) => id !== null)) return
  for (const grant of GRANTS) await createRoleGrantUseCase.invoke(services, session, grant)
}
