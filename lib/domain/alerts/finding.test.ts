import { describe, expect, it } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { EVERYTHING } from '#lib/domain/labels/selector.ts'
import type { AlertRule } from '#lib/domain/objects/objects.ts'
import { bitsOf, NO_BITS } from '#lib/domain/sets/bits.ts'
import {
  anAlertRule,
  anApplication,
  aCluster,
  aPolicy,
  aTeam,
  where,
} from '#lib/domain/testing/objects.ts'
import { findingOf, type Observed } from './finding.ts'

const CLUSTERS = [0, 1, 2, 3]
const east = where({ key: 'region', operator: '=', values: ['east'] })
const edits: Edit[] = [
  { kind: 'team', id: 0, after: aTeam({ name: 'ieb' }) },
  { kind: 'team', id: 1, after: aTeam({ name: 'ops' }) },
  { kind: 'application', id: 0, after: anApplication({ team: 'ieb', name: 'web' }) },
  { kind: 'application', id: 1, after: anApplication({ team: 'ops', name: 'log' }) },
  {
    kind: 'target-policy',
    id: 0,
    after: aPolicy({ appSelector: EVERYTHING, clusterSelector: EVERYTHING }),
  },
  ...CLUSTERS.map((id): Edit => {
    const labels = new Map([['region', id < 2 ? 'east' : 'west']])
    return { kind: 'cluster', id, after: aCluster({ name: `c${id}`, labels }) }
  }),
]
const fleet = emptyFleet().with(edits)
const ENVIRONMENT = aCluster({ name: 'c0' }).environment
const unwell = (application: number, failing: string | null) =>
  seen({ rollouts: [{ id: 7, application, environment: ENVIRONMENT, failing }] })

const seen = (given: Partial<Observed>): Observed => ({
  fleet,
  exceptional: [],
  stale: NO_BITS,
  planned: NO_BITS,
  isSteady: true,
  rollouts: [],
  branches: { publication_stuck: [], branch_error: [], pull_request_closed: [] },
  ...given,
})
const degraded = (application: number, clusters: readonly number[], isSilent = false) =>
  seen({ exceptional: [{ application, state: 'degraded', isSilent, clusters }] })
const find = (rule: Partial<AlertRule>, observed: Observed) =>
  findingOf(anAlertRule(rule), observed)

describe('an alert rule', () => {
  it('counts what it names, and says where', () => {
    expect(find({}, degraded(0, [1, 2]))).toEqual({
      holds: true,
      mayHold: true,
      counts: { degraded: 2 },
      of: { placements: 8, clusters: 4 },
      sample: ['ieb/web on c1: degraded', 'ieb/web on c2: degraded'],
    })
  })

  it('says of a completed rollout what is too much', () => {
    const why = '1 cluster of 2 is failing; 0 may be.'
    expect(find({ states: ['rollout_failing'] }, unwell(0, why))).toMatchObject({
      counts: { rollout_failing: 1 },
      sample: [`rollout 7 of ieb/web to ${ENVIRONMENT}: ${why}`],
    })
  })

  const placed = degraded(0, [1, 2])
  const stale = seen({ stale: bitsOf([1]) })
  const rows: readonly (readonly [what: string, Partial<AlertRule>, Observed, holds: boolean])[] = [
    ['finds nothing where all is well', {}, seen({}), false],
    ['sees no state that it doesn’t name', { states: ['failed'] }, placed, false],
    ['of a team sees no other’s applications', { team: 'ops' }, placed, false],
    ['of the team sees its own', { team: 'ieb' }, placed, true],
    ['sees no other cluster than it names', { clusterSelector: east }, degraded(0, [2]), false],
    ['sees the clusters that it names', { clusterSelector: east }, placed, true],
    [
      'sees no other application than it names',
      { appSelector: where({ key: 'name', operator: '=', values: ['log'] }) },
      placed,
      false,
    ],
    ['asks for a share of what it looks at', { share: '25%' }, placed, true],
    ['is content with less', { share: '26%' }, placed, false],
    ['asks for a share of its own', { share: '50%', team: 'ieb' }, placed, true],
    ['that rests sees nothing', { suspended: true }, placed, false],
    ['tells of silent clusters', { states: ['stale'] }, stale, true],
    ['tells of silent clusters only if it names them', {}, stale, false],
    ['asks for a share of clusters', { states: ['stale'], share: '26%' }, stale, false],
    ['counts no silence by plan', { states: ['stale'] }, { ...stale, planned: bitsOf([1]) }, false],
    [
      'tells of branches',
      { states: ['branch_error'] },
      seen({
        branches: { branch_error: ['main'], publication_stuck: [], pull_request_closed: [] },
      }),
      true,
    ],
    ['tells of completed rollouts', { states: ['rollout_failing'] }, unwell(0, 'Why.'), true],
    ['tells of them only if it names them', {}, unwell(0, 'Why.'), false],
    [
      'of a team tells of no other’s rollouts',
      { states: ['rollout_failing'], team: 'ops' },
      unwell(0, 'Why.'),
      false,
    ],
    [
      'tells of no rollout to other clusters than it names',
      {
        states: ['rollout_failing'],
        clusterSelector: where({ key: 'region', operator: '=', values: ['north'] }),
      },
      unwell(0, 'Why.'),
      false,
    ],
    ['doesn’t fire of what silent clusters said last', {}, degraded(0, [1], true), false],
  ]
  it.each(rows)('%s', (_, rule, observed, holds) => {
    expect(find(rule, observed).holds).toBe(holds)
  })

  it('holds on to what silent clusters said last, and to silence while nobody can know', () => {
    expect(find({}, degraded(0, [1], true)).mayHold).toBe(true)
    const rollout = find({ states: ['rollout_failing'] }, unwell(0, null))
    expect(rollout).toMatchObject({ holds: false, mayHold: true, counts: {} })
    expect(find({ states: ['stale'] }, seen({ isSteady: false }))).toMatchObject({
      holds: false,
      mayHold: true,
    })
  })
})
