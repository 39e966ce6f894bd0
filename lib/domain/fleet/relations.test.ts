import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editTo, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh } from '#lib/domain/testing/fleets.ts'
import { aCluster, anApplication, aPolicy, aTeam, where } from '#lib/domain/testing/objects.ts'
import { emptyFleet, type Fleet } from './fleet.ts'
import { shelfOf } from './fleet-state.ts'
import { RELATED_KINDS, type RelatedKind } from './related-kinds.ts'
import { NODES_MAX, relationsOf } from './relations.ts'

const region = (value: string) => where({ key: 'region', operator: '=', values: [value] })
const named = (name: string) => where({ key: 'name', operator: '=', values: [name] })

function fleetWith(clusters: number, environmentOf: (nth: number) => string): Fleet {
  return emptyFleet().with([
    editTo(0, aTeam({ name: 'blue', clusterBoundary: region('east') })),
    editTo(1, aTeam({ name: 'red' })),
    editTo(0, anApplication({ team: 'blue', name: 'web' })),
    editTo(1, anApplication({ team: 'red', name: 'job' })),
    ...Array.from({ length: clusters }, (_, nth) =>
      editTo(
        nth,
        aCluster({
          name: `c${String(nth).padStart(3, '0')}`,
          environment: environmentOf(nth),
          labels: new Map([['region', nth === 0 ? 'west' : 'east']]),
        }),
      ),
    ),
    editTo(0, aPolicy({ name: 'all', clusterSelector: { kind: 'everything' } })),
    editTo(1, aPolicy({ name: 'no-west', clusterSelector: region('west'), effect: 'exclude' })),
    editTo(2, aPolicy({ name: 'reds', team: 'red', clusterSelector: region('east') })),
    editTo(
      3,
      aPolicy({
        name: 'later',
        appSelector: named('job'),
        suspended: true,
        clusterSelector: region('east'),
      }),
    ),
  ])
}

/** The nodes by name, `N more` for the rest, and each edge from name to name. */
function told(fleet: Fleet, kind: RelatedKind, id: number, teams: readonly string[] | null = null) {
  const { nodes, edges } = relationsOf(fleet, { kind, id }, teams)
  const names = nodes.map(({ kind, ids, as, selector }) => {
    if (as === 'object') return shelfOf(fleet, kind).slots[ids[0]!]!.name
    return `${ids.length} ${selector ?? as}`
  })
  return { names, edges: edges.map(({ from, to }) => `${names[from]} > ${names[to]}`) }
}

const few = fleetWith(3, () => 'dev')

const early = (environment: string) => ({ name: 'early', environment, repoPath: environment })

describe('the relations', () => {
  it('of an application are its team, every policy that selects it, and its clusters', () => {
    expect(told(few, 'application', 0)).toEqual({
      names: ['blue', 'web', 'all', 'no-west', 'c001', 'c002'],
      edges: ['blue > web', 'web > all', 'web > no-west', 'all > c001', 'all > c002'],
    })
    expect(told(few, 'application', 1).names).toContain('later')
  })

  it('of a policy are what it selects and the policies that touch the same', () => {
    expect(told(few, 'target-policy', 1)).toEqual({
      names: ['blue', 'red', 'web', 'job', 'no-west', 'all', 'c000'],
      edges: expect.arrayContaining(['web > no-west', 'no-west > c000', 'all > c000']),
    })
  })

  it('of a cluster are what is placed there and the policies that select it', () => {
    expect(told(few, 'cluster', 0).names).toEqual(['all', 'no-west', 'c000'])
    expect(told(few, 'cluster', 1).names).toEqual([
      'blue',
      'red',
      'web',
      'job',
      'all',
      'later',
      'reds',
      'c001',
    ])
  })

  it('of a team end with the clusters that it may use', () => {
    const { names, edges } = told(few, 'team', 0)
    expect(names).toEqual(['blue', 'web', 'all', 'no-west', 'c001', 'c002', '2 boundary'])
    expect(edges).toContain('blue > 2 boundary')
    expect(told(few, 'team', 1).names.at(-1)).toBe('3 boundary')
  })

  it('lead through a policy with a target only where applications have that', () => {
    const fleet = fleetWith(3, (nth) => (nth === 1 ? 'qa' : 'prod')).with([
      editTo(0, anApplication({ team: 'blue', name: 'web', targets: [early('qa')] })),
      editTo(2, anApplication({ team: 'red', name: 'tool', targets: [early('prod')] })),
      editTo(
        4,
        aPolicy({ name: 'first', clusterSelector: { kind: 'everything' }, target: 'early' }),
      ),
    ])
    expect(told(fleet, 'application', 0).edges).toEqual(
      expect.arrayContaining(['web > first', 'first > c001', 'all > c002']),
    )
    expect(told(fleet, 'application', 0).edges).not.toContain('first > c002')
    expect(told(fleet, 'application', 1).names).not.toContain('first')
    const ofPolicy = told(fleet, 'target-policy', 4)
    expect(ofPolicy.names).toEqual(expect.arrayContaining(['web', 'tool', 'c000', 'c001', 'c002']))
    expect(ofPolicy.names).not.toContain('job')
    const { edges } = told(fleet, 'cluster', 2)
    expect(edges).toEqual(expect.arrayContaining(['tool > first', 'web > all', 'first > c002']))
    expect(edges).not.toContain('web > first')
  })

  it('leave out what may not be seen, and policies that select nothing else', () => {
    expect(told(few, 'cluster', 1, ['blue']).names).toEqual(['blue', 'web', 'all', 'c001'])
  })
})

describe('what is too many', () => {
  it('stands together by environment', () => {
    const fleet = fleetWith(40, (nth) => (nth % 4 === 0 ? 'prod' : 'dev'))
    expect(told(fleet, 'application', 0).names).toEqual([
      'blue',
      'web',
      'all',
      'no-west',
      '30 environment=dev',
      '9 environment=prod',
    ])
  })

  it('stands by itself as far as it fits where no label tells it apart', () => {
    const { names } = told(
      fleetWith(40, () => 'dev'),
      'application',
      0,
    )
    expect(names).toHaveLength(4 + NODES_MAX)
    expect(names.at(-1)).toBe('28 rest')
  })

  it('leaves the smallest of many groups without a place', () => {
    const fleet = fleetWith(200, (nth) => `e${Math.floor(Math.sqrt(nth))}`)
    const { names } = told(fleet, 'application', 0)
    expect(names).toHaveLength(4 + NODES_MAX)
    expect(names).toContain('27 environment=e13')
    expect(names.at(-1)).toBe('12 rest')
  })
})

it('there are few nodes of a kind, no object is in two of them, and edges lead on', () => {
  fc.assert(
    fc.property(model, fc.constantFrom(...RELATED_KINDS), fc.nat(), (given, kind, pick) => {
      const fleet = builtAfresh(given)
      const { ordered } = shelfOf(fleet, kind)
      const id = ordered[pick % ordered.length]
      fc.pre(id !== undefined)
      const { nodes, edges } = relationsOf(fleet, { kind, id }, null)
      for (const each of RELATED_KINDS) {
        const own = nodes.filter((node) => node.kind === each && node.as !== 'boundary')
        const ids = own.flatMap((node) => node.ids)
        expect(own.length).toBeLessThanOrEqual(NODES_MAX)
        expect(new Set(ids).size).toBe(ids.length)
      }
      const columnOf = (node: number) => RELATED_KINDS.indexOf(nodes[node]!.kind)
      for (const { from, to } of edges) expect(columnOf(to)).toBeGreaterThan(columnOf(from))
      expect(nodes.some((node) => node.kind === kind && node.ids.includes(id))).toBe(true)
    }),
  )
})
