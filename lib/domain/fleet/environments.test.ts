import { expect, it } from 'vitest'
import type { Release } from '#lib/domain/releases/release.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { anApplication, aCluster, aPolicy, aTeam } from '#lib/domain/testing/objects.ts'
import { chainComparison, deliveredTo, environmentsInOrder, inChainOrder } from './environments.ts'
import { emptyFleet } from './fleet.ts'
import type { Edit } from './fleet-state.ts'

const environment = (id: number, name: string, after: readonly string[]): Edit => ({
  kind: 'environment',
  id,
  after: {
    kind: 'environment',
    name,
    description: '',
    protected: false,
    deployers: [],
    overriders: [],
    after,
    afterSoakMs: 0,
    auto: 'off',
    publish: 'direct',
    hours: null,
    waves: [],
    teamWaves: false,
    holdMs: null,
  },
})
const cluster = (id: number, name: string): Edit => ({
  kind: 'cluster',
  id,
  after: aCluster({ name: `c${id}`, environment: name }),
})
const release = (id: number, given: Partial<Release>): Edit => ({
  kind: 'release',
  id,
  after: {
    application: 0,
    environment: 'prod',
    version: id,
    source: { repoUrl: 'u', repoBranch: `${id}`.repeat(40), repoPath: '.', packaging: null },
    targets: null,
    clusters: null,
    current: false,
    rollout: null,
    ...given,
  },
})

const fleet = emptyFleet().with([
  { kind: 'team', id: 0, after: aTeam({}) },
  { kind: 'application', id: 0, after: anApplication({ follow: 'versions' }) },
  {
    kind: 'target-policy',
    id: 0,
    after: aPolicy({
      appSelector: { kind: 'everything' },
      clusterSelector: { kind: 'everything' },
    }),
  },
  environment(0, 'canary', ['qa']),
  environment(1, 'prod', ['canary', 'gone']),
  environment(2, 'qa', []),
  ...['prod', 'prod', 'prod', '', 'lab', 'qa'].map((name, id) => cluster(id, name)),
])

it('environments come after those that they name, then those that only clusters name', () => {
  expect(environmentsInOrder(fleet)).toEqual([
    { name: 'qa', isImplicit: false },
    { name: 'canary', isImplicit: false },
    { name: 'prod', isImplicit: false },
    { name: 'lab', isImplicit: true },
    { name: '', isImplicit: true },
  ])
})

it('names of environments compare by that order, and none comes last', () => {
  const names = ['prod', null, 'lab', 'gone', 'qa', 'canary']
  const sorted = names.toSorted(chainComparison(fleet))
  expect(sorted).toEqual(['qa', 'canary', 'prod', 'lab', null, 'gone'])
})

const named = (name: string, ...after: string[]) => ({ name, after })

it('two environments after one are by name, and one after both comes last', () => {
  const branching = [
    named('all', 'left', 'right'),
    named('left', 'one'),
    named('one'),
    named('right', 'one'),
  ]
  expect(inChainOrder(branching).map(({ name }) => name)).toEqual(['one', 'left', 'right', 'all'])
})

it('an environment has its base, what is ahead of it, and what waits', () => {
  const released = fleet.with([
    release(1, {}),
    release(2, { clusters: bitsOf([0, 1]) }),
    release(3, { clusters: bitsOf([1, 4]) }),
    release(4, { environment: 'canary' }),
  ])
  const numbersIn = (name: string) => {
    const { base, ahead, ...counts } = deliveredTo(released, 0)(name)
    const shown = [...(base ? [base] : []), ...ahead].map((part) => [
      part.release!.version,
      part.clusters,
    ])
    return { ...counts, hasBase: base !== null, shown }
  }
  expect(numbersIn('prod')).toEqual({
    clusters: 3,
    unreleased: 0,
    hasBase: true,
    shown: [
      [1, 1],
      [2, 1],
      [3, 1],
    ],
  })
  expect(numbersIn('canary')).toEqual({
    clusters: 0,
    unreleased: 0,
    hasBase: true,
    shown: [[4, 0]],
  })
  expect(numbersIn('qa')).toEqual({ clusters: 1, unreleased: 1, hasBase: false, shown: [] })
})

it('an application that follows its branch has that everywhere', () => {
  const follower = fleet.with([{ kind: 'application', id: 0, after: anApplication({}) }])
  expect(deliveredTo(follower, 0)('prod')).toMatchObject({
    clusters: 3,
    unreleased: 0,
    base: { release: null, clusters: 3 },
    ahead: [],
  })
  expect(deliveredTo(follower, 0)('canary').base).toBeNull()
})
