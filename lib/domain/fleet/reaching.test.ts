import { expect, it } from 'vitest'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { aCluster, anApplication, aPolicy, aTeam } from '#lib/domain/testing/objects.ts'
import { emptyFleet } from './fleet.ts'
import { reachAmong } from './reaching.ts'

const EVERYTHING = { kind: 'everything' } as const
const fleet = emptyFleet().with([
  { kind: 'team', id: 0, after: aTeam({ name: 'ieb' }) },
  ...['a', 'b', 'c'].map((name, id) => ({
    kind: 'application' as const,
    id,
    after: anApplication({ name, team: 'ieb' }),
  })),
  ...['c0', 'c1', 'c2', 'c3'].map((name, id) => ({
    kind: 'cluster' as const,
    id,
    after: aCluster({ name }),
  })),
  {
    kind: 'target-policy',
    id: 0,
    after: aPolicy({
      team: null,
      scheduler: 'packer',
      appSelector: EVERYTHING,
      clusterSelector: EVERYTHING,
    }),
  },
  { kind: 'decision', policy: 0, application: 0, after: bitsOf([1, 2]) },
  { kind: 'decision', policy: 0, application: 1, after: bitsOf([3]) },
])

it.each([
  ['all', [0, 1, 2], [0, 1, 2, 3], [0, 1], [1, 2, 3]],
  ['one application', [0], [0, 1, 2, 3], [0], [1, 2]],
  ['one cluster', [0, 1, 2], [3], [1], [3]],
  ['a cluster chosen for another application', [0], [3], [], []],
  ['what nothing was decided for', [2], [0, 1, 2, 3], [], []],
])(
  'a policy that chooses reaches among %s what it chose of them together',
  (_, applications, clusters, reachedApplications, reachedClusters) => {
    const among = { applications: bitsOf(applications), clusters: bitsOf(clusters) }
    const reached = reachAmong(fleet, fleet.rules[0]!, among)
    expect(idsIn(reached.applications)).toEqual(reachedApplications)
    expect(idsIn(reached.clusters)).toEqual(reachedClusters)
  },
)
