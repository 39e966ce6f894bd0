import { findTenant } from '#db/queries/tenants.ts'
import type { Session } from '../define.ts'
import type { Process } from '../process.ts'
import { answersThisMachineAlone } from '../sessions/demo-people.ts'

/** Whoever reads Git without a token: allowed while the demo answers this machine alone; null: nobody. */
export async function demoReader({ environment, database }: Process): Promise<Session | null> {
  if (!environment.isDemo || !answersThisMachineAlone(environment)) return null
  const tenant = await findTenant(database, environment.tenantName)
  if (!tenant) return null
  const actor = {
    kind: 'system',
    id: 'demo-reader',
    name: 'Demo reader',
    email: null,
    role: 'reader',
    teams: new Map(),
    cluster: null,
  } as const
  return { tenant, actor }
}
