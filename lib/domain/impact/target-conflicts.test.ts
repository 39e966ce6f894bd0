import { expect, it } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { aCluster, anApplication, aPolicy, aTeam, where } from '#lib/domain/testing/objects.ts'
import { targetConflicts } from './target-conflicts.ts'

const target = (name: string, environment: string) => ({ name, environment, repoPath: name })
const having = (key: string, value: string) => where({ key, operator: '=', values: [value] })
const gone = (kind: 'target-policy', id: number): Edit => ({ kind, id, after: null })

const cluster = (id: number, environment: string, ring = 'late') =>
  editTo(id, aCluster({ name: `c${id}`, environment, labels: new Map([['ring', ring]]) }))
const application = (...targets: readonly ReturnType<typeof target>[]) =>
  editTo(0, anApplication({ targets }))
const both = application(target('early', 'prod'), target('late', 'prod'))

/** Where the ring is early, and everywhere else. */
const early = editTo(
  0,
  aPolicy({ name: 'early-ring', clusterSelector: having('ring', 'early'), target: 'early' }),
)
const late = editTo(
  1,
  aPolicy({ name: 'late-ring', clusterSelector: having('ring', 'late'), target: 'late' }),
)
const lateEverywhere = editTo(1, aPolicy({ name: 'late-ring', target: 'late' }))
const plain = editTo(2, aPolicy({ name: 'plain' }))
const notOnC1 = editTo(
  3,
  aPolicy({ name: 'not-on-c1', clusterSelector: having('name', 'c1'), effect: 'exclude' }),
)

const team = editTo(0, aTeam({}))
const clusters = [cluster(1, 'prod', 'early'), cluster(2, 'prod'), cluster(3, 'qa')]
const rings = [team, ...clusters, both, early, late]

const onC1 = 'early-ring: early, late-ring: late on c1'

it.each<{ edit: string; before: Edit[]; edits: Edit[]; conflicts: string[] }>([
  { edit: 'nothing', before: rings, edits: [], conflicts: [] },
  {
    edit: 'a policy that reaches where another gives another target',
    before: rings,
    edits: [lateEverywhere],
    conflicts: [onC1],
  },
  { edit: 'a policy without a target', before: rings, edits: [plain], conflicts: [] },
  {
    edit: 'a second policy with the same target',
    before: rings,
    edits: [
      editTo(2, aPolicy({ name: 'p', clusterSelector: having('name', 'c1'), target: 'early' })),
    ],
    conflicts: [],
  },
  {
    edit: 'a suspended policy',
    before: rings,
    edits: [editTo(1, aPolicy({ name: 'late-ring', target: 'late', suspended: true }))],
    conflicts: [],
  },
  {
    edit: 'a target that the application has got in the environment',
    before: [team, ...clusters, application(target('early', 'prod')), early, lateEverywhere],
    edits: [both],
    conflicts: [onC1],
  },
  {
    edit: 'a target in another environment',
    before: [team, ...clusters, application(target('early', 'prod')), early, lateEverywhere],
    edits: [application(target('early', 'prod'), target('late', 'qa'))],
    conflicts: [],
  },
  {
    edit: 'a cluster that comes to an environment where the application has both',
    before: [team, cluster(1, 'qa', 'early'), both, early, lateEverywhere],
    edits: [cluster(1, 'prod', 'early')],
    conflicts: [onC1],
  },
  {
    edit: 'the label of a cluster on which it is placed already',
    before: [team, cluster(1, 'prod'), both, early, lateEverywhere],
    edits: [cluster(1, 'prod', 'early')],
    conflicts: [onC1],
  },
  {
    edit: 'a new cluster',
    before: [team, both, early, lateEverywhere],
    edits: [cluster(1, 'prod', 'early')],
    conflicts: [onC1],
  },
  {
    edit: 'the end of the policy that kept it off',
    before: [team, ...clusters, both, early, lateEverywhere, notOnC1],
    edits: [gone('target-policy', 3)],
    conflicts: [onC1],
  },
  {
    edit: 'something else, while it is kept off there',
    before: [team, ...clusters, both, early, lateEverywhere, notOnC1],
    edits: [cluster(2, 'prod')],
    conflicts: [],
  },
  {
    edit: 'a wider boundary of the team',
    before: [
      editTo(0, aTeam({ clusterBoundary: having('ring', 'late') })),
      ...clusters,
      both,
      early,
      lateEverywhere,
    ],
    edits: [team],
    conflicts: [onC1],
  },
  {
    edit: 'three targets at once',
    before: [team, ...clusters, cluster(4, 'prod', 'early')],
    edits: [
      application(target('a', 'prod'), target('early', 'prod'), target('late', 'prod')),
      early,
      lateEverywhere,
      editTo(2, aPolicy({ name: 'plain', target: 'a', clusterSelector: having('name', 'c1') })),
    ],
    conflicts: [
      'plain: a, early-ring: early on c1',
      'plain: a, late-ring: late on c1',
      `${onC1} and 1`,
    ],
  },
])('finds for $edit: $conflicts', ({ before, edits, conflicts }) => {
  const fleet = emptyFleet().with(before)
  const edited = bitsOf(edits.flatMap((edit) => (edit.kind === 'cluster' ? [edit.id] : [])))
  const found = targetConflicts({ before: fleet, after: fleet.with(edits) }, edited, 10)
  const told = found.map(({ cluster, giving, others }) => {
    const said = giving.map(({ policy, target }) => `${policy}: ${target}`).join(', ')
    return `${said} on c${cluster}${others === 0 ? '' : ` and ${others}`}`
  })
  expect(told).toEqual(conflicts)
})
