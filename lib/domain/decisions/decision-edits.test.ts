// What edits do to decisions, and what previews say of it: the policy p, two applications, and clusters c0 to c3.
import { describe, expect, it } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { impactItems } from '#lib/domain/impact/impact-items.ts'
import { impactWarnings } from '#lib/domain/impact/impact-warnings.ts'
import { listedPairs, NO_FILTER } from '#lib/domain/impact/listed-pairs.ts'
import type { TargetPolicy } from '#lib/domain/objects/objects.ts'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { aCluster, anApplication, aPolicy, aTeam, where } from '#lib/domain/testing/objects.ts'
import { decisionEditsOf } from './decision-edits.ts'

const clusterOf = (id: number, region = 'east') =>
  editTo(id, aCluster({ name: `c${id}`, labels: new Map([['region', region]]) }))
const policyOf = (given: Partial<TargetPolicy>) => editTo(0, aPolicy(given))
const pickOf = (count: number) => ({ count: { count }, spreadBy: null, prefer: [] })
const IN_EAST = where({ key: 'region', operator: '=', values: ['east'] })
const decision = (application: number, ...clusters: number[]): Edit => ({
  kind: 'decision',
  policy: 0,
  application,
  after: bitsOf(clusters),
})

const fleetOf = (policy: Partial<TargetPolicy>, ...decisions: readonly Edit[]) =>
  emptyFleet().with([
    editTo(0, aTeam({})),
    editTo(0, anApplication({ name: 'a' })),
    editTo(1, anApplication({ name: 'b' })),
    ...[0, 1, 2, 3].map((id) => clusterOf(id)),
    policyOf({ clusterSelector: IN_EAST, ...policy }),
    ...decisions,
  ])

/** The edits, with what they do to decisions. */
const allOf = (fleet: Fleet, edits: readonly Edit[]) => [
  ...edits,
  ...decisionEditsOf(fleet, fleet.with(edits), () => null),
]

const placedAfter = (fleet: Fleet, edits: readonly Edit[]) => {
  const after = fleet.with(allOf(fleet, edits))
  return [0, 1].map((id) => idsIn(placementsOf(after, id)).join())
}

const reasonsOf = (fleet: Fleet, edits: readonly Edit[]) => {
  const { impact } = impactOn(fleet, allOf(fleet, edits))
  return impactItems(listedPairs(impact, NO_FILTER), 0, 100).map(
    ({ application, cluster, effect, reason }) => `${effect} ${application} ${cluster}: ${reason}`,
  )
}

const warningsOf = (fleet: Fleet, edits: readonly Edit[]) => {
  const all = allOf(fleet, edits)
  return impactWarnings(impactOn(fleet, all).impact, all)
    .filter(({ code }) => code === 'few_candidates' || code === 'not_decided')
    .map(({ message }) => message)
}

const scheduled = { clusterSelector: IN_EAST, scheduler: 'packer' }
const picking = { clusterSelector: IN_EAST, pick: pickOf(2) }

describe('a policy with a scheduler', () => {
  it('places nothing while nothing is decided, and says so', () => {
    const fleet = fleetOf({ suspended: true })
    expect(placedAfter(fleet, [policyOf(scheduled)])).toEqual(['', ''])
    expect(warningsOf(fleet, [policyOf(scheduled)])).toEqual([
      'p places 2 applications nowhere before packer decides.',
    ])
  })

  it('goes on placing what it placed when it had none', () => {
    const fleet = fleetOf({})
    expect(placedAfter(fleet, [policyOf(scheduled)])).toEqual(['0,1,2,3', '0,1,2,3'])
    expect(reasonsOf(fleet, [policyOf(scheduled)])).toEqual([])
    expect(warningsOf(fleet, [policyOf(scheduled)])).toEqual([])
  })

  it('loses the clusters that are no candidates any more, and gets none that come', () => {
    const fleet = fleetOf(scheduled, decision(0, 0, 1), decision(1, 2))
    const leaving = [clusterOf(1, 'west'), clusterOf(4)]
    expect(placedAfter(fleet, leaving)).toEqual(['0', '2'])
    expect(placedAfter(fleet, [{ kind: 'cluster', id: 2, after: null }])).toEqual(['0,1', ''])
    expect(placedAfter(fleet.with(allOf(fleet, leaving)), [clusterOf(1)])).toEqual(['0', '2'])
  })

  it('keeps what was decided while it is suspended, and under another scheduler', () => {
    const fleet = fleetOf(scheduled, decision(0, 0, 1))
    const suspended = [policyOf({ ...scheduled, suspended: true })]
    expect(placedAfter(fleet, suspended)).toEqual(['', ''])
    expect(placedAfter(fleet.with(allOf(fleet, suspended)), [policyOf(scheduled)])).toEqual([
      '0,1',
      '',
    ])
    expect(placedAfter(fleet, [policyOf({ ...scheduled, scheduler: 'other' })])).toEqual([
      '0,1',
      '',
    ])
  })

  it('has decisions taken away before they are given to it again', () => {
    const fleet = fleetOf(scheduled, decision(0, 0, 1))
    const plain = [policyOf({ clusterSelector: IN_EAST, suspended: true })]
    expect(allOf(fleet, plain)).toEqual([
      ...plain,
      { kind: 'decision', policy: 0, application: 0, after: null },
    ])
  })

  it('gives the reason with each pair', () => {
    const fleet = fleetOf(scheduled, decision(0, 0, 1))
    expect(reasonsOf(fleet, [decision(0, 1, 2, 3)])).toEqual([
      'removed a c0: policy p no longer places it: not chosen by packer (3 of 4)',
      'added a c2: policy p selects it now; chosen by packer (3 of 4)',
      'added a c3: policy p selects it now; chosen by packer (3 of 4)',
    ])
  })
})

const two = (edits: readonly Edit[], fleet = fleetOf({})) =>
  placedAfter(fleet, edits).map((clusters) => clusters.split(',').length)

describe('a policy that picks', () => {
  it('places with the edit that asks for it, on as many clusters as it says', () => {
    expect(two([policyOf(picking)])).toEqual([2, 2])
    expect(two([editTo(2, anApplication({ name: 'c' })), policyOf(picking)])).toEqual([2, 2])
  })

  it('says of what goes that it isn’t picked', () => {
    const reasons = reasonsOf(fleetOf({}), [policyOf(picking)])
    expect(reasons.filter((each) => each.startsWith('removed'))).toHaveLength(4)
    expect(reasons[0]).toMatch(
      /^removed a c\d: policy p no longer places it: not chosen by pick \(2 of 4\)$/,
    )
  })

  it('picks another cluster in the place of one that goes, and says both', () => {
    const fleet = fleetOf(picking, decision(0, 0, 1), decision(1, 2, 3))
    const leaving = [clusterOf(0, 'west')]
    const [a, b] = placedAfter(fleet, leaving)
    expect(b).toBe('2,3')
    expect(['1,2', '1,3']).toContain(a)
    expect(reasonsOf(fleet, leaving)).toEqual([
      'removed a c0: policy p no longer selects the cluster: region=east, but region is "west"',
      expect.stringMatching(/^added a c[23]: policy p selects it now; chosen by pick \(2 of 3\)$/),
    ])
  })

  it('picks on as many as there are, and warns where these are fewer', () => {
    const six = [policyOf({ ...picking, pick: pickOf(6) })]
    expect(placedAfter(fleetOf({}), six)).toEqual(['0,1,2,3', '0,1,2,3'])
    expect(warningsOf(fleetOf({}), six)).toEqual([
      'p picks 6 clusters for each application, and 2 applications have fewer that may be picked.',
    ])
    const all = fleetOf(picking, decision(0, 0, 1), decision(1, 2, 3))
    const gone = [0, 1, 2].map((id) => clusterOf(id, 'west'))
    expect(placedAfter(all, gone)).toEqual(['3', '3'])
    expect(warningsOf(all, gone)).toHaveLength(1)
    expect(warningsOf(all, [clusterOf(4)])).toEqual([])
  })

  it('picks within the boundary of the team alone', () => {
    const boundary = [editTo(0, aTeam({ clusterBoundary: IN_EAST })), clusterOf(0, 'west')]
    const everywhere = { pick: pickOf(3) }
    const fleet = fleetOf({})
    expect(placedAfter(fleet, [policyOf(everywhere), ...boundary])).toEqual(['1,2,3', '1,2,3'])
  })

  it('is taken away where another policy excludes, and picks nothing in its place', () => {
    const fleet = fleetOf(picking, decision(0, 0, 1), decision(1, 2, 3))
    const excluding = editTo(
      1,
      aPolicy({
        name: 'off',
        effect: 'exclude',
        clusterSelector: where({ key: 'name', operator: '=', values: ['c0'] }),
      }),
    )
    expect(placedAfter(fleet, [excluding])).toEqual(['1', '2,3'])
  })
})
