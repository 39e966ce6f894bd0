import { expect, it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { aCluster, anApplication, aPolicy, aTeam, where } from '#lib/domain/testing/objects.ts'
import { type AnsweredDecision, answeredDecisions } from './answered-decisions.ts'

const EAST = where({ key: 'region', operator: '=', values: ['east'] })
const fleet = emptyFleet().with([
  editTo(0, aTeam({ clusterBoundary: EAST })),
  editTo(0, anApplication({ name: 'a' })),
  editTo(1, anApplication({ name: 'b' })),
  editTo(2, anApplication({ name: 'other', labels: new Map([['off', 'yes']]) })),
  ...['east', 'east', 'west'].map((region, id) =>
    editTo(id, aCluster({ name: `c${id}`, labels: new Map([['region', region]]) })),
  ),
  editTo(
    0,
    aPolicy({
      scheduler: 'packer',
      appSelector: where({ key: 'off', operator: '!exists', values: [] }),
    }),
  ),
  { kind: 'decision', policy: 0, application: 0, after: bitsOf([0]) },
])

const answer = (application: string, clusters: readonly string[], empty = false) =>
  ({ namespace: 'ieb', application, clusters, empty }) satisfies AnsweredDecision

const told = (...answers: readonly AnsweredDecision[]) => {
  const read = answeredDecisions(fleet, fleet.rules[0]!, answers)
  return read.ok
    ? read.value.map(({ application, after }) => [application, idsIn(after!).join()])
    : read.issues.map(({ path, code }) => [path.join('/'), code])
}

it('takes what names candidates, each once, and nothing of what stays as it is', () => {
  expect(told(answer('a', ['c1', 'c0', 'c1']), answer('b', ['c1']))).toEqual([
    [0, '0,1'],
    [1, '1'],
  ])
  expect(told(answer('a', ['c0']))).toEqual([])
  expect(told()).toEqual([])
})

it('takes it that an application is nowhere, where that is said or it was nowhere', () => {
  expect(told(answer('a', [], true))).toEqual([[0, '']])
  expect(told(answer('b', []))).toEqual([[1, '']])
  expect(told(answer('a', []))).toEqual([['decisions/0/clusters', 'empty_decision']])
})

it.each([
  ['is outside the boundary', answer('b', ['c1', 'c2']), 'decisions/1/clusters/1'],
  ['isn’t there', answer('b', ['c9']), 'decisions/1/clusters/0'],
  ['has a name that objects have', answer('b', ['__proto__']), 'decisions/1/clusters/0'],
])('refuses it whole if a cluster %s', (_, wrong, path) => {
  expect(told(answer('a', ['c1']), wrong)).toEqual([[path, 'not_a_candidate']])
})

it('refuses an application that the policy doesn’t select, that isn’t there, or that comes twice', () => {
  expect(told(answer('other', ['c0']))).toEqual([['decisions/0', 'not_a_candidate']])
  expect(told({ ...answer('a', ['c0']), namespace: 'x' })).toEqual([
    ['decisions/0', 'not_a_candidate'],
  ])
  expect(told(answer('a', ['c0']), answer('a', ['c1']))).toEqual([['decisions/1', 'decided_twice']])
})

it('says no more than so many issues, however much is wrong', () => {
  const names = Array.from({ length: 1000 }, (_, nth) => `x${nth}`)
  expect(told(answer('b', names))).toHaveLength(100)
  expect(told(answer('a', names.slice(0, 60)), answer('b', names))).toHaveLength(100)
})
