import { describe, expect, it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import type { Application, TargetPolicy } from '#lib/domain/objects/objects.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { aCluster, anApplication, aPolicy, aTeam, where } from '#lib/domain/testing/objects.ts'
import { impactWarnings } from './impact-warnings.ts'

const regions = (...values: string[]) => where({ key: 'region', operator: 'in', values })
const inRegion = (name: string, region: string) =>
  aCluster({ name, labels: new Map([['region', region]]) })

const fleet = emptyFleet().with([
  editTo(0, aTeam({ name: 'ieb', clusterBoundary: regions('east') })),
  editTo(1, aTeam({ name: 'free' })),
  editTo(0, inRegion('e1', 'east')),
  editTo(1, inRegion('w1', 'west')),
  editTo(2, inRegion('w2', 'west')),
])

const policy = (given: Partial<TargetPolicy>) =>
  aPolicy({
    name: 'everywhere',
    team: 'ieb',
    appSelector: { kind: 'everything' },
    clusterSelector: regions('east', 'west'),
    ...given,
  })

const among = (...policies: readonly TargetPolicy[]) =>
  fleet.with(policies.map((each, id) => editTo(id, each)))

const messagesOf = (before: typeof fleet, edited: TargetPolicy | Application) => {
  const edits = [editTo(9, edited)]
  return impactWarnings(impactOn(before, edits).impact, edits)
    .filter(({ code }) => code === 'outside_boundary')
    .map(({ message }) => message)
}

describe('a policy of a team', () => {
  it('that selects clusters outside the boundary says how many', () => {
    expect(messagesOf(fleet, policy({}))).toEqual([
      'everywhere selects 3 clusters, of which team ieb may not use 2: they are outside its cluster boundary.',
    ])
  })

  it.each<[string, Partial<TargetPolicy>]>([
    ['that keeps to the boundary', { clusterSelector: regions('east') }],
    ['that excludes', { effect: 'exclude' }],
    ['that is suspended', { suspended: true }],
    ['of the platform', { team: null }],
    ['of a team without a boundary', { team: 'free' }],
  ])('%s says nothing', (_, given) => {
    expect(messagesOf(fleet, policy(given))).toEqual([])
  })
})

describe('an application', () => {
  const application = anApplication({ name: 'board', team: 'ieb' })
  const west = policy({ team: null, clusterSelector: regions('west') })

  it('that policies give only clusters outside the boundary is said to run nowhere', () => {
    expect(messagesOf(among(west), application)).toEqual([
      'Policies give board 2 clusters, and team ieb may use none of them: they are outside its cluster boundary.',
    ])
  })

  it.each<[string, readonly TargetPolicy[]]>([
    ['that no policy selects', []],
    ['that gets some cluster', [policy({ team: null })]],
    ['whose clusters a policy excludes', [west, { ...west, name: 'not', effect: 'exclude' }]],
  ])('%s says nothing', (_, policies) => {
    expect(messagesOf(among(...policies), application)).toEqual([])
  })
})
