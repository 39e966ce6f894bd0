import { describe, expect, it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { EVERYTHING } from '#lib/domain/labels/selector.ts'
import type { Cluster, GuardRule } from '#lib/domain/objects/objects.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import {
  aCluster,
  aGuardRule,
  anApplication,
  aPolicy,
  aTeam,
  where,
} from '#lib/domain/testing/objects.ts'
import { demandsByRule, demandSentence, strictestDemands } from './guard-demands.ts'

const production = where({ key: 'environment', operator: '=', values: ['prod'] })
const cluster = (id: number, given: Partial<Cluster> = {}) =>
  editTo(id, aCluster({ name: `c${id}`, environment: id < 3 ? 'prod' : 'staging', ...given }))

/** Two applications, each on three production clusters and on one of staging. */
const fleet = emptyFleet().with([
  editTo(0, aTeam({})),
  editTo(0, anApplication({ name: 'a' })),
  editTo(1, anApplication({ name: 'b' })),
  ...[0, 1, 2, 3].map((id) => cluster(id)),
  editTo(0, aPolicy({ clusterSelector: EVERYTHING })),
])

const EDITS = {
  'removes everything': { kind: 'target-policy', id: 0, after: null },
  'deletes a production cluster': { kind: 'cluster', id: 0, after: null },
  'deletes the staging cluster': { kind: 'cluster', id: 3, after: null },
  'changes an application': editTo(0, anApplication({ name: 'a', repoBranch: 'v2' })),
  'adds a production cluster': cluster(4, { environment: 'prod' }),
} as const

function sentences(edit: keyof typeof EDITS, rules: readonly Partial<GuardRule>[], recent = 0) {
  const { impact } = impactOn(fleet, [EDITS[edit]])
  const given = rules.map((rule) => aGuardRule({ clusterSelector: production, ...rule }))
  const demands = strictestDemands([...demandsByRule(impact, given, recent)].flat())
  return demands.map((demand) => demandSentence(demand, recent))
}

describe('a guard rule', () => {
  const all = { reasonRequired: true, removals: 0, changes: 0 }
  it.each<readonly [keyof typeof EDITS, Partial<GuardRule>, number, readonly string[]]>([
    [
      'removes everything',
      all,
      0,
      [
        'Rule `production`: 6 placements removed or changed on 3 clusters, none without a reason.',
        'Rule `production`: 6 removals on 3 clusters, none without confirmation.',
      ],
    ],
    [
      'removes everything',
      { removals: 5 },
      0,
      ['Rule `production`: 6 removals on 3 clusters, at most 5 without confirmation.'],
    ],
    ['removes everything', { removals: 6 }, 0, []],
    ['removes everything', { changes: 0 }, 0, []],
    ['removes everything', {}, 99, []],
    [
      'deletes a production cluster',
      { removals: 5 },
      4,
      [
        'Rule `production`: 2 removals on 1 cluster after 4 unconfirmed removals in ten minutes, at most 5 without confirmation.',
      ],
    ],
    ['deletes a production cluster', { removals: 5 }, 3, []],
    ['deletes the staging cluster', all, 99, []],
    [
      'changes an application',
      all,
      99,
      [
        'Rule `production`: 3 placements removed or changed on 3 clusters, none without a reason.',
        'Rule `production`: 3 changes on 3 clusters, none without confirmation.',
      ],
    ],
    ['changes an application', { changes: 3 }, 99, []],
    ['adds a production cluster', all, 99, []],
  ])('of an edit that %s, with %j after %i unconfirmed removals, asks %j', (...given) => {
    const [edit, rule, recent, expected] = given
    expect(sentences(edit, [rule], recent)).toEqual(expected)
  })

  it('holds for a cluster that leaves it by the edit that removes from it, and for one that so comes to it', () => {
    const excluded = fleet.with([
      editTo(
        1,
        aPolicy({
          name: 'not-in-staging',
          effect: 'exclude',
          clusterSelector: where({ key: 'environment', operator: '!=', values: ['prod'] }),
        }),
      ),
    ])
    const asked = (selector: GuardRule['clusterSelector']) => {
      const rule = aGuardRule({ clusterSelector: selector, removals: 0 })
      const { impact } = impactOn(excluded, [cluster(0, { environment: 'staging' })])
      return [...demandsByRule(impact, [rule], 0)].flat().map(({ placements }) => placements)
    }
    expect(asked(production)).toEqual([2])
    expect(asked(where({ key: 'environment', operator: '=', values: ['staging'] }))).toEqual([2])
  })
})

it('of several rules, the one that lets the fewest pass tells why', () => {
  const rules = [
    { name: 'a-few', removals: 3 },
    {
      name: 'none-here',
      removals: 0,
      clusterSelector: where({ key: 'name', operator: '=', values: ['c0'] }),
    },
    { name: 'none', removals: 0 },
  ]
  expect(sentences('removes everything', rules)).toEqual([
    'Rule `none`: 6 removals on 3 clusters, none without confirmation.',
  ])
  expect(sentences('removes everything', rules.slice(0, 2))).toEqual([
    'Rule `none-here`: 2 removals on 1 cluster, none without confirmation.',
  ])
})
