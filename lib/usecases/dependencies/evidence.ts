// What is known, besides the fleet, of what an application needs.
import { readSaidOfReleased } from '#db/queries/dependency-evidence.ts'
import { findUnfinished } from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { findVersionByName } from '#db/queries/versions.ts'
import type { Evidence } from '#lib/domain/dependencies/met.ts'
import { neededBy } from '#lib/domain/dependencies/needed.ts'
import { releasedAmong } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import { commitOf } from '#lib/domain/releases/release.ts'
import { type Bits, bitsOf, idsIn, intersect, NO_BITS } from '#lib/domain/sets/bits.ts'

const NOTHING: Evidence = {
  least: null,
  healthy: NO_BITS,
  reporting: NO_BITS,
  published: NO_BITS,
  isRollingOut: false,
}

/**
 * Of each dependency, for some clusters. Reads nothing where the fleet says it all. `seen`: what was read of them a moment ago,
 * of which clusters may say something else by now, but not how far the application is that is needed.
 */
export async function readEvidence(
  scope: TenantScope,
  fleet: Fleet,
  dependencies: readonly Dependency[],
  clusters: Bits,
  seen: readonly Evidence[] = [],
): Promise<readonly Evidence[]> {
  const evidence: Evidence[] = []
  for (const [index, dependency] of dependencies.entries()) {
    evidence.push(await evidenceOf(scope, fleet, dependency, clusters, seen[index] ?? null))
  }
  return evidence
}

async function evidenceOf(
  scope: TenantScope,
  fleet: Fleet,
  dependency: Dependency,
  clusters: Bits,
  seen: Evidence | null,
): Promise<Evidence> {
  const needed = neededBy(fleet, dependency)
  if (needed === null) return NOTHING
  const least = await leastOf(scope, needed.id, dependency)
  const { environment } = dependency
  if (environment !== null) {
    const rollout = await findUnfinished(scope, needed.id, environment)
    return { ...NOTHING, least, isRollingOut: rollout !== null }
  }
  if (!dependency.healthy) return { ...NOTHING, least }
  const said = seen ?? (await saidOn(scope, fleet, needed.id, clusters))
  const { healthy, reporting, published } = said
  return { ...NOTHING, least, healthy, reporting, published }
}

const LATER_THAN_ALL = Number.MAX_SAFE_INTEGER

/** A version that isn’t known is later than all. */
async function leastOf(
  scope: TenantScope,
  needed: number,
  { minVersion }: Dependency,
): Promise<number | null> {
  if (minVersion === null) return null
  return (await findVersionByName(scope, needed, minVersion))?.number ?? LATER_THAN_ALL
}

async function saidOn(
  scope: TenantScope,
  fleet: Fleet,
  needed: number,
  clusters: Bits,
): Promise<Pick<Evidence, 'healthy' | 'reporting' | 'published'>> {
  const placed = intersect(clusters, placementsOf(fleet, needed))
  const released = releasedAmong(fleet, needed, placed).map((delivery) => ({
    commit: commitOf(delivery.release),
    clusters: idsIn(delivery.clusters),
  }))
  if (released.length === 0) return NOTHING
  const said = await readSaidOfReleased(scope, needed, released)
  return {
    healthy: bitsOf(said.healthy),
    reporting: bitsOf(said.reporting),
    published: bitsOf(said.published),
  }
}
