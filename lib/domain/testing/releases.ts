// One application on clusters of the environment qa, and its releases there in words: `v2 {1,2} of 7, current`, `v1 for all`.
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { aCluster, anApplication, aPolicy, aTeam } from './objects.ts'

/** Of the application with the id 0. */
export const HERE = 'qa'

export const NEEDS: readonly Dependency[] = [
  { namespace: 'ops', application: 'db', environment: null, minVersion: null, healthy: true },
]

export function fleetWith(
  application: Partial<Application>,
  clusters: readonly number[],
  releases: readonly Release[],
): Fleet {
  return emptyFleet().with([
    { kind: 'team', id: 0, after: aTeam({}) },
    { kind: 'application', id: 0, after: anApplication({ repoBranch: 'main', ...application }) },
    { kind: 'target-policy', id: 0, after: aPolicy({}) },
    ...clusters.map((id) => ({
      kind: 'cluster' as const,
      id,
      after: aCluster({ name: `c${id}`, environment: HERE }),
    })),
    ...releases.map((after, id) => ({ kind: 'release' as const, id, after })),
  ])
}

/** Of a version `vN`, or of a branch. */
export function aRelease(
  from: string,
  given: Partial<Release> & { readonly on?: readonly number[] },
): Release {
  const { on, ...rest } = given
  const { repoUrl, repoPath, packaging } = anApplication({})
  return {
    application: 0,
    environment: HERE,
    version: from.startsWith('v') ? Number(from.slice(1)) : null,
    source: { repoUrl, repoBranch: from, repoPath, packaging },
    targets: null,
    clusters: on === undefined ? null : bitsOf(on),
    current: false,
    rollout: null,
    ...rest,
  }
}

export function inWords({ source, clusters, current, rollout }: Release): string {
  const whom = clusters === null ? 'for all' : `{${idsIn(clusters).join(',')}}`
  const of = rollout === null ? '' : ` of ${rollout}`
  return `${source.repoBranch} ${whom}${of}${current ? ', current' : ''}`
}
