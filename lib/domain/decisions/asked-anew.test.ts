import { expect, it } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { aCluster, anApplication, aPolicy, aTeam, where } from '#lib/domain/testing/objects.ts'
import { askedAnew } from './asked-anew.ts'

const EAST = where({ key: 'region', operator: '=', values: ['east'] })
const east = new Map([['region', 'east']])
const decided = aPolicy({ scheduler: 'packer', clusterSelector: EAST })
const fleet = emptyFleet().with([
  editTo(0, aTeam({})),
  editTo(0, anApplication({ name: 'a' })),
  editTo(0, aCluster({ name: 'c0', labels: east })),
  editTo(1, aCluster({ name: 'c1' })),
  editTo(0, decided),
  editTo(1, aPolicy({ name: 'plain' })),
])

function told(...edits: Edit[]) {
  const idsOf = (kind: string) =>
    bitsOf(edits.flatMap((edit) => (edit.kind === kind && 'id' in edit ? [edit.id] : [])))
  return askedAnew(fleet, fleet.with(edits), {
    applications: idsOf('application'),
    clusters: idsOf('cluster'),
  })
}
const NOBODY = { asked: [], changed: [], over: [] }
const ANEW = { asked: [0], changed: [0], over: [] }

it.each<[string, Edit]>([
  ['the policy is edited', editTo(0, { ...decided, description: 'x' })],
  ['a cluster comes', editTo(2, aCluster({ name: 'c2', labels: east }))],
  ['a cluster goes', { kind: 'cluster', id: 0, after: null }],
  ['a cluster is selected', editTo(1, aCluster({ name: 'c1', labels: east }))],
  ['an application comes', editTo(1, anApplication({ name: 'b' }))],
  ['a boundary is drawn', editTo(0, aTeam({ clusterBoundary: EAST }))],
])('asks anew, and takes no earlier answer, where %s', (_, edit) => {
  expect(told(edit)).toEqual(ANEW)
})

it.each<[string, Edit]>([
  ['candidate', editTo(0, aCluster({ name: 'c0', labels: new Map([...east, ['gpu', '4']]) }))],
  ['application', editTo(0, anApplication({ name: 'a', description: 'x' }))],
])('asks anew where a %s says something else, and still takes an earlier answer', (_, edit) => {
  expect(told(edit)).toEqual({ asked: [0], changed: [], over: [] })
})

it('asks nobody for what concerns no policy of a scheduler', () => {
  expect(told(editTo(1, aCluster({ name: 'c1', description: 'x' })))).toEqual(NOBODY)
  expect(told(editTo(1, aPolicy({ name: 'plain', description: 'x' })))).toEqual(NOBODY)
  expect(told({ kind: 'decision', policy: 0, application: 0, after: bitsOf([0]) })).toEqual(NOBODY)
})

it('asks no more where no scheduler decides any more', () => {
  const over = { asked: [], changed: [], over: [0] }
  expect(told(editTo(0, { ...decided, scheduler: null }))).toEqual(over)
  expect(told({ kind: 'target-policy', id: 0, after: null })).toEqual(over)
})
