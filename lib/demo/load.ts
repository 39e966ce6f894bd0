// Loads the demo fleet as a person would: through the door, as changes with reasons.
import { inTenant } from '#db/client.ts'
import { othersMadeChanges } from '#db/queries/changes.ts'
import { ownSession, type TenantIdentity } from '#lib/usecases/session.ts'
import { PLAIN_WRITE } from '#lib/usecases/changes/write-options.ts'
import { applyUseCase } from '#lib/usecases/objects/apply.ts'
import type { Services } from '#lib/usecases/services.ts'
import { demoActor } from './actor.ts'
import type { DemoDocument } from './document.ts'
import { demoFleet, type DemoSize } from './fleet.ts'

/** The number of objects in one change: large fleets are loaded in several. */
const BATCH = 2000

/**
 * Loads a demo fleet of a given size into a tenant, or the rest of it when an earlier load was interrupted. Once somebody
 * else has changed anything, the tenant is theirs and is left alone. Answers whether the fleet is the demo's.
 */
export async function loadDemoFleet(
  services: Services,
  tenant: TenantIdentity,
  size: DemoSize,
): Promise<boolean> {
  const isTaken = await inTenant(services.database, tenant.id, (tx) =>
    othersMadeChanges({ tx, tenant: tenant.id }, demoActor),
  )
  if (isTaken) return false
  const fleet = demoFleet(size)
  const steps: readonly (readonly [string, readonly DemoDocument[]])[] = [
    ['Onboard the demo teams', fleet.teams],
    ['Onboard the demo clusters', [...fleet.clusterTypes, ...fleet.clusters]],
    ['Onboard the demo applications', fleet.applications],
    [
      'Target the demo applications',
      [...fleet.policies, ...fleet.guardRules, ...fleet.configSchemas, ...fleet.configs],
    ],
  ]
  for (const [reason, documents] of steps) {
    for (let start = 0; start < documents.length; start += BATCH) {
      await applyUseCase.invoke(services, ownSession(tenant, demoActor), {
        documents: documents.slice(start, start + BATCH),
        options: { ...PLAIN_WRITE, reason },
      })
    }
  }
  return true
}
