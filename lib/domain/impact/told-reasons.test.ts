import { expect, it } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import {
  aCluster,
  aConfig,
  aConfigSchema,
  anApplication,
  aPolicy,
  aTeam,
  where,
} from '#lib/domain/testing/objects.ts'
import { impactItems } from './impact-items.ts'
import { listedPairs, NO_FILTER } from './listed-pairs.ts'
import { retoldApplications } from './retold-applications.ts'

const inZone = where({ key: 'zone', operator: '=', values: ['z1'] })
const team = aTeam({})
const cluster = aCluster({ labels: new Map([['zone', 'z1']]) })
const second = aCluster({ name: 'c2' })
const application = anApplication({})
const schema = aConfigSchema({ name: 'client', schema: { properties: { a: {}, b: {} } } })
const config = aConfig({ name: 'zones', values: { a: 'is' }, clusterSelector: inZone })
const reading = aConfig({
  name: 'reading',
  values: {
    b: "${{ cluster.environment }} ${{ cluster.labels[?'rack'].orValue('') }} ${{ application.labels[?'tier'].orValue('') }}",
  },
})
const fleet = emptyFleet().with([
  ...[team, cluster, application, aPolicy({}), schema, config].map((object) => editTo(0, object)),
  editTo(1, second),
  editTo(1, reading),
])

function impactOf(edits: readonly Edit[]) {
  return impactOn(fleet, edits).impact
}

function reasonsOf(edits: readonly Edit[]) {
  return impactItems(listedPairs(impactOf(edits), NO_FILTER), 0, 100).map(
    ({ cluster, effect, reason }) => `${cluster} ${effect}: ${reason}`,
  )
}

const labelled = (labels: Record<string, string>) => ({
  ...cluster,
  labels: new Map(Object.entries({ zone: 'z1', ...labels })),
})

it.each<{ edit: string; edits: Edit[]; reasons: string[] }>([
  {
    edit: 'a config says something else',
    edits: [editTo(0, { ...config, values: { a: 'other' } })],
    reasons: ['c1 changed: config zones is edited'],
  },
  {
    edit: 'a config is deleted',
    edits: [{ kind: 'config', id: 0, after: null }],
    reasons: ['c1 changed: config zones is deleted'],
  },
  {
    edit: 'a config is suspended',
    edits: [editTo(0, { ...config, suspended: true })],
    reasons: ['c1 changed: config zones is suspended'],
  },
  {
    edit: 'a config selects all clusters',
    edits: [editTo(0, { ...config, clusterSelector: { kind: 'everything' } })],
    reasons: ['c2 changed: config zones selects it now'],
  },
  {
    edit: 'a config is new, and one that gives nothing that is declared',
    edits: [
      editTo(
        2,
        aConfig({ name: 'new', priority: 900, values: { a: 'new' }, clusterSelector: inZone }),
      ),
      editTo(3, aConfig({ name: 'idle', values: { c: 1 } })),
    ],
    reasons: ['c1 changed: config new is new'],
  },
  {
    edit: 'a schema declares less, and has a default',
    edits: [editTo(0, { ...schema, schema: { properties: { a: { default: 1 } } } })],
    reasons: [
      'c1 changed: config schema client is edited',
      'c2 changed: config schema client is edited',
    ],
  },
  {
    edit: 'the cluster loses the label that a config looks for',
    edits: [editTo(0, { ...cluster, labels: new Map() })],
    reasons: [
      'c1 changed: config zones no longer selects the cluster: zone=z1, but zone is not set',
    ],
  },
  {
    edit: 'the cluster has another label, which an expression reads',
    edits: [editTo(0, labelled({ rack: 'r1' }))],
    reasons: ['c1 changed: label rack of the cluster changes from none to "r1"'],
  },
  {
    edit: 'the cluster has another environment, which an expression reads',
    edits: [editTo(0, { ...cluster, environment: 'prod' })],
    reasons: ['c1 changed: environment of the cluster changes from "" to "prod"'],
  },
  {
    edit: 'the application has another label, which an expression reads',
    edits: [editTo(0, { ...application, labels: new Map([['tier', 'web']]) })],
    reasons: [
      'c1 changed: label tier of the application changes from none to "web"',
      'c2 changed: label tier of the application changes from none to "web"',
    ],
  },
  {
    edit: 'the application has another source besides',
    edits: [
      editTo(0, { ...config, values: { a: 2 } }),
      editTo(0, { ...application, repoBranch: 'v2' }),
    ],
    reasons: [
      'c1 changed: repo_branch changes from "v1" to "v2"; config zones is edited',
      'c2 changed: repo_branch changes from "v1" to "v2"',
    ],
  },
  {
    edit: 'the application has another source, and a config is edited that says the same',
    edits: [
      editTo(0, { ...config, description: 'Other words' }),
      editTo(0, { ...application, repoBranch: 'v2' }),
    ],
    reasons: [
      'c1 changed: repo_branch changes from "v1" to "v2"',
      'c2 changed: repo_branch changes from "v1" to "v2"',
    ],
  },
  {
    edit: 'a label that nothing reads',
    edits: [editTo(0, labelled({ other: 'x' }))],
    reasons: [],
  },
])('says why an application is told something else: $edit', ({ edits, reasons }) => {
  expect(reasonsOf(edits)).toEqual(reasons)
})

it.each<{ edit: string; edits: Edit[]; classes: number; clusters: number }>([
  {
    edit: 'two clusters are told two things',
    edits: [editTo(1, { ...reading, values: { b: '${{ cluster.name }}' } })],
    classes: 2,
    clusters: 2,
  },
  {
    edit: 'two clusters come to be told the same',
    edits: [editTo(0, { ...config, suspended: true }), editTo(1, { ...reading, values: { b: 1 } })],
    classes: 1,
    clusters: 2,
  },
  {
    edit: 'nothing is told any more, which is as one document',
    edits: [editTo(0, { ...schema, suspended: true })],
    classes: 1,
    clusters: 2,
  },
])('counts documents and clusters: $edit', ({ edits, classes, clusters }) => {
  expect(retoldApplications(impactOf(edits))).toEqual([
    { namespace: 'ieb', application: 'app1', classes, clusters },
  ])
})

it('counts no application that is told the same, whatever else becomes of it', () => {
  expect(retoldApplications(impactOf([editTo(0, { ...application, repoBranch: 'v2' })]))).toEqual(
    [],
  )
})
