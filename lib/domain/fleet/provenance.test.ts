import { expect, it } from 'vitest'
import type { Config, ConfigSchema } from '#lib/domain/objects/objects.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import {
  aCluster,
  aConfig,
  aConfigSchema,
  anApplication,
  aTeam,
  where,
} from '#lib/domain/testing/objects.ts'
import type { Values } from '#lib/domain/values/values.ts'
import { emptyFleet } from './fleet.ts'
import { type Knowledge, type Provenance, provenanceOn } from './provenance.ts'

const cluster = aCluster({ labels: new Map([['zone', 'z1']]) })
const west = where({ key: 'region', operator: '=', values: ['west'] })

/** Of one application on one cluster, with these. `hidden`: the names of what whoever asks may not read. */
function provenanceOf(
  configs: readonly Partial<Config>[],
  schemas: readonly Partial<ConfigSchema>[],
  hidden: readonly string[] = [],
): Provenance {
  const fleet = emptyFleet().with([
    ...[aTeam({}), cluster, anApplication({})].map((object) => editTo(0, object)),
    ...configs.map((given, id) => editTo(id, aConfig(given))),
    ...schemas.map((given, id) => editTo(id, aConfigSchema(given))),
  ])
  const knowledge: Knowledge = {
    mayRead: ({ name }) => !hidden.includes(name),
    beganOf: ({ name }) => name.length,
  }
  return provenanceOn(fleet, 0, 0, knowledge)
}

const schema = {
  name: 'client',
  schema: {
    type: 'object',
    properties: { zone: { type: 'string', default: 'none' }, sizes: { type: 'array' }, at: {} },
  },
}
const low = { name: 'low', priority: 10, values: { zone: 'low', other: 1 } }
const high = { name: 'high', priority: 20, values: { zone: 'high' } }

it('names who says a value, since when, and what counts without it, the first first', () => {
  expect(provenanceOf([low, high], [schema]).leaves).toEqual([
    {
      pointer: '/zone',
      value: 'high',
      from: { kind: 'config', name: 'high', priority: 20, change: 4 },
      hides: [
        { kind: 'config', name: 'low', priority: 10, pointer: '/zone', value: 'low' },
        { kind: 'default', name: 'client', priority: -1, pointer: '/zone', value: 'none' },
      ],
    },
  ])
})

it.each<{ what: string; values: Values; expression?: string }>([
  {
    what: 'a text',
    values: { zone: '${{ cluster.name }}-1' },
    expression: '${{ cluster.name }}-1',
  },
  {
    what: 'a list, as JSON',
    values: { sizes: [1, '${{ cluster.name }}'] },
    expression: '[1,"${{ cluster.name }}"]',
  },
  {
    what: 'an object of which this is a value',
    values: { at: "${{ {'in': cluster.labels['zone']} }}" },
    expression: "${{ {'in': cluster.labels['zone']} }}",
  },
  { what: 'no expression', values: { zone: 'plain' } },
])('says of which expression a value comes: $what', ({ values, expression }) => {
  const { leaves } = provenanceOf([{ values }], [{ ...schema, schema: withoutDefault }])
  expect(leaves.map((leaf) => leaf.expression)).toEqual([expression])
})

const withoutDefault = { properties: { zone: {}, sizes: {}, at: {} } }

it('says what no schema declares, and what a failing expression keeps a config from saying', () => {
  const broken = { name: 'broken', values: { zone: "${{ cluster.labels['none'] }}", extra: 1 } }
  const { leaves, undelivered, faults } = provenanceOf([low, broken], [schema])
  expect(leaves).toMatchObject([{ value: 'low' }])
  expect(undelivered).toEqual(['extra', 'other'])
  expect(faults).toMatchObject([{ config: 'broken', pointer: '/zone', code: 'label_missing' }])
})

it('tells nothing without a schema, but names the keys', () => {
  expect(provenanceOf([low], [])).toEqual({
    values: {},
    leaves: [],
    schemas: [],
    undelivered: ['other', 'zone'],
    faults: [],
  })
})

it('counts nothing that is suspended or for other clusters', () => {
  const others = [
    { ...high, suspended: true },
    { ...high, name: 'west', clusterSelector: west },
  ]
  expect(provenanceOf([low, ...others], [schema])).toEqual(provenanceOf([low], [schema]))
})

it('shows of what somebody may not read its name and what counts of it, and nothing else', () => {
  const secret = { ...high, name: 'secret', values: { zone: '${{ cluster.name }}', hush: 1 } }
  const broken = { name: 'broken', values: { zone: "${{ cluster.labels['none'] }}" } }
  const all = [secret, low, broken]
  const { leaves, undelivered, schemas, faults } = provenanceOf(
    all,
    [schema],
    ['secret', 'low', 'client', 'broken'],
  )
  expect({ undelivered, schemas, faults }).toEqual({ undelivered: [], schemas: [], faults: [] })
  expect(leaves).toEqual([
    {
      pointer: '/zone',
      value: cluster.name,
      from: { kind: 'config', name: 'secret', priority: 20, change: 6 },
      hides: [],
    },
  ])
})
