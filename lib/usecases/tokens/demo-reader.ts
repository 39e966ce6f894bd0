import { findTenant } from '#db/queries/tenants.ts'
import { answersThisMachineAlone } from '#lib/settings/env.ts'
import { ownSession, type Session } from '../session.ts'
import type { Services } from '../services.ts'

export function readsGitWithoutToken({ environment }: Services): boolean {
  return environment.isDemo && answersThisMachineAlone(environment)
}

/** The session for reading Git without a token, allowed while the demo answers only this machine; null: not allowed. */
export async function demoReader(services: Services): Promise<Session | null> {
  if (!readsGitWithoutToken(services)) return null
  const { environment, database } = services
  const tenant = await findTenant(database, environment.tenantName)
  if (!tenant) return null
  const actor = {
    kind: 'system',
    id: 'demo-reader',
    name: 'Demo reader',
    email: null,
    role: 'reader',
    teams: new Map(),
    groups: [],
    cluster: null,
    registers: false,
    announces: null,
    schedules: null,
    tellsOfRepository: false,
  } as const
  return ownSession(tenant, actor)
}
