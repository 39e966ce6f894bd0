// Clears the folders that clusters left, once they reported from where they went: no admin has to.
import { inTenant } from '#db/client.ts'
import { provenMoves } from '#db/queries/proven-moves.ts'
import { clearProvenFolder } from '#lib/usecases/clusters/clear-proven.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { inScope } from './branch-pass.ts'
import type { PublisherWorld, Repository } from './world.ts'

/** Each in a transaction of its own, so that it delays the tenant's edits no longer than an edit does. */
export async function clearLeftFolders(
  world: PublisherWorld,
  tenant: TenantIdentity,
  { settings: repository }: Repository,
): Promise<void> {
  const { services } = world
  const moves = await inScope({ world, tenant }, (scope) => provenMoves(scope, null), {
    readOnly: true,
  })
  for (const move of moves) {
    const change = await inTenant(
      services.database,
      tenant.id,
      (tx) => clearProvenFolder({ services, tenant, repository }, { tx, tenant: tenant.id }, move),
      { locksTenant: true },
    )
    if (change === null) continue
    services.announcer.say(tenant.id, 'changes', change)
    services.log.info(
      { tenant: tenant.name, branch: move.branch, change },
      'a left folder is cleared',
    )
  }
}
