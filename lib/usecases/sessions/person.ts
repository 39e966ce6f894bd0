import { findTenant } from '#db/queries/tenants.ts'
import { ownSession, type Session } from '../define.ts'
import type { Process } from '../process.ts'
import { demoActor } from './demo-people.ts'

/** The session of a person who signed in; null: Berth doesn't know them, or no longer. */
export async function personSession(
  { environment, database }: Process,
  id: string,
): Promise<Session | null> {
  const actor = environment.isDemo ? demoActor(id) : null
  if (!actor) return null
  const tenant = await findTenant(database, environment.tenantName)
  return tenant && ownSession(tenant, actor)
}
