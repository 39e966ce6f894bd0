// On which clusters of a rollout something is missing that its application needs, and by what that was decided.
import type { TenantScope } from '#db/queries/scope.ts'
import { blockedClusters, type Evidence } from '#lib/domain/dependencies/met.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { type Bits, isEmpty, NO_BITS } from '#lib/domain/sets/bits.ts'
import { readEvidence } from '../dependencies/evidence.ts'

export type Blocked = {
  readonly clusters: Bits
  /** Of each dependency of the application; empty: nobody had to ask. */
  readonly evidence: readonly Evidence[]
}

const NOTHING: Blocked = { clusters: NO_BITS, evidence: [] }

/**
 * Of some clusters. Reads nothing for an application that needs no other. `seen`: what was known of the same clusters in the same
 * fleet a moment ago.
 */
export async function readBlocked(
  scope: TenantScope,
  fleet: Fleet,
  application: number,
  among: Bits,
  seen: readonly Evidence[] = [],
): Promise<Blocked> {
  const { dependsOn = [] } = fleet.applications.slots[application] ?? {}
  if (dependsOn.length === 0 || isEmpty(among)) return NOTHING
  const evidence = await readEvidence(scope, fleet, dependsOn, among, seen)
  return { clusters: blockedClusters(fleet, dependsOn, among, evidence), evidence }
}
