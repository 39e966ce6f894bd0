import { expect, it } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { pointerOf } from '#lib/domain/text/pointer.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { aCluster, anApplication, aPolicy, where } from '#lib/domain/testing/objects.ts'
import { toyRenderer } from '#lib/domain/testing/toy-renderer.ts'
import { aConfig, aSchema, placedOn } from '#lib/domain/testing/told-fleet.ts'
import type { Value, Values } from '#lib/domain/values/values.ts'
import { configFaults } from './config-faults.ts'
import { clustersOfFault, faultSentence, stayingWarnings } from './config-fault-words.ts'

const EAST = { region: 'east' }
const WEST = { region: 'west' }
const inRegion = (region: string) =>
  where({ key: 'region', operator: '=' as const, values: [region] })
const schema = (properties: Values, more: Values = {}) => ({ properties, ...more })
/** Of any value at `zone`, `limits` and `cosmos`. */
const ANY = aSchema({ name: 'any', schema: schema({ cosmos: {}, limits: {}, zone: {} }) })

/** A fleet, and edits of it in one. */
function found(before: readonly Edit[], edits: readonly Edit[]) {
  return foundOn(emptyFleet().with(before), edits)
}

function foundOn(fleet: Fleet, edits: readonly Edit[]) {
  const { impact } = impactOn(fleet, edits)
  const faults = configFaults(impact, toyRenderer)
  return faults.found.map((fault) => {
    const clusters = clustersOfFault(impact.after, fault)
    const who = fault.from.map(({ object }) => object.name).join(' ')
    return `${fault.code} ${pointerOf(fault.path)} on ${clusters.join(' ')}${who && ` from ${who}`}`
  })
}

const config = (id: number, name: string, values: Values, more = {}) =>
  editTo(id, aConfig({ name, values, ...more }))

it.each<[string, Value, Value, string[]]>([
  ['a scalar', 1, 2, ['config_conflict /zone on c0 from one other']],
  ['text and a number that looks like it', '7', 7, ['config_conflict /zone on c0 from one other']],
  [
    'an array where the other has a map',
    [1],
    { a: 1 },
    ['config_conflict /zone on c0 from one other'],
  ],
  ['arrays, which are whole values', [1, 2], [1], ['config_conflict /zone on c0 from one other']],
  [
    'a map within a map',
    { a: { b: 1 } },
    { a: 2 },
    ['config_conflict /zone/a on c0 from one other'],
  ],
  ['an empty map', {}, { a: 2 }, ['config_conflict /zone on c0 from one other']],
  ['the same value', [1, { a: 2 }], [1, { a: 2 }], []],
  ['other members of one map', { a: 1 }, { b: 2 }, []],
  ['an expression of the same value', 'c0', '${{ cluster.name }}', []],
  [
    'an expression of another',
    'c1',
    '${{ cluster.name }}',
    ['config_conflict /zone on c0 from one other'],
  ],
])('finds a contradiction of equal priority: %s', (_, one, other, faults) => {
  const before = [...placedOn([EAST]), editTo(0, ANY), config(0, 'one', { zone: one })]
  expect(found(before, [config(1, 'other', { zone: other })])).toEqual(faults)
  const above = config(1, 'other', { zone: other }, { priority: 101 })
  expect(found(before, [above])).toEqual([])
})

it('finds no contradiction where nothing is delivered, but where a schema begins to declare it', () => {
  const before = [...placedOn([EAST]), config(0, 'one', { zone: 1 })]
  const other = config(1, 'other', { zone: 2 })
  expect(found(before, [other])).toEqual([])
  const limits = editTo(0, aSchema({ name: 'limits', schema: schema({ limits: {} }) }))
  expect(found([...before, other], [limits])).toEqual([])
  const both = (id: number, name: string, zone: number) => config(id, name, { limits: 1, zone })
  expect(found([...placedOn([EAST]), both(0, 'one', 1)], [limits, both(1, 'other', 2)])).toEqual([])
  const failing = config(1, 'other', { zone: "${{ cluster.labels['absent'] }}" })
  expect(found([...placedOn([EAST]), limits], [failing])).toEqual([])
  expect(found([...before, other], [editTo(0, ANY)])).toEqual([
    'config_conflict /zone on c0 from one other',
  ])
})

const defaulting = (name: string, value: Value) =>
  aSchema({ name, schema: schema({ zone: { default: value } }) })

it('finds different defaults of two schemas, although a config says something else', () => {
  const before = [
    ...placedOn([EAST]),
    editTo(0, defaulting('one', 'a')),
    config(0, 'c', { zone: 'b' }),
  ]
  expect(found(before, [editTo(1, defaulting('other', 'a'))])).toEqual([])
  expect(found(before, [editTo(1, defaulting('other', 'c'))])).toEqual([
    'config_conflict /zone on c0 from one other',
  ])
})

const TEXT = aSchema({ name: 'text', schema: schema({ zone: { type: 'string' } }) })

it('leaves text that looks like a number text', () => {
  const before = [...placedOn([EAST]), editTo(0, TEXT)]
  expect(found(before, [config(0, 'c', { zone: '007' })])).toEqual([])
  expect(found(before, [config(0, 'c', { zone: 7 })])).toEqual([
    'config_invalid /zone on c0 from c',
  ])
})

it('names all placements that a stricter schema breaks, at its own save', () => {
  const before = [...placedOn([EAST, WEST, EAST]), editTo(0, ANY), config(0, 'c', { zone: 7 })]
  const west = config(1, 'w', { zone: 'x' }, { clusterSelector: inRegion('west'), priority: 200 })
  const stricter = editTo(0, { ...TEXT, name: 'any' })
  expect(found([...before, west], [stricter])).toEqual(['config_invalid /zone on c0 c2 from c'])
})

const limitsFrom = (least: number) =>
  aSchema({
    name: 'limits',
    schema: schema({
      limits: {
        type: 'object',
        properties: { low: { type: 'number', maximum: 10, default: least } },
      },
    }),
  })

it('holds defaults that are edited to what is said beside them', () => {
  const before = [...placedOn([EAST]), editTo(0, limitsFrom(5))]
  expect(found(before, [editTo(0, limitsFrom(6))])).toEqual([])
  expect(found(before, [editTo(0, limitsFrom(11))])).toEqual([
    'config_invalid /limits/low on c0 from limits',
  ])
})

const closed = (name: string, key: string) =>
  aSchema({
    name,
    schema: schema({ [key]: { type: 'string' } }, { additionalProperties: false }),
  })

it('asks each of two closed schemas about its own keys alone', () => {
  const before = [
    ...placedOn([EAST]),
    editTo(0, closed('one', 'zone')),
    editTo(1, closed('other', 'limits')),
  ]
  expect(found(before, [config(0, 'c', { zone: 'a', limits: 'b', more: 'c' })])).toEqual([])
  expect(found(before, [config(0, 'c', { zone: 'a', limits: 1 })])).toEqual([
    'config_invalid /limits on c0 from c',
  ])
})

it('asks a schema where nobody says anything, too', () => {
  const demanding = aSchema({ name: 's', schema: schema({ zone: {} }, { required: ['zone'] }) })
  expect(found(placedOn([EAST, WEST]), [editTo(0, demanding)])).toEqual([
    'config_invalid /zone on c0 c1',
  ])
  expect(found(placedOn([EAST]), [editTo(0, demanding), config(0, 'c', { zone: 1 })])).toEqual([])
  const suspended = editTo(0, { ...demanding, suspended: true })
  expect(found(placedOn([EAST]), [suspended])).toEqual([])
  expect(found([...placedOn([EAST]), suspended], [editTo(0, demanding)])).toHaveLength(1)
})

const ZONED = "${{ cluster.labels['zone'] }}"

it('finds clusters without a label that is read, unless the expression gives another value', () => {
  const before = [...placedOn([{ zone: 'a' }, {}, {}]), editTo(0, ANY)]
  expect(found(before, [config(0, 'c', { zone: ZONED })])).toEqual([
    'label_missing /zone on c1 c2 from c',
  ])
  const orNone = "${{ cluster.labels[?'zone'].orValue('none') }}"
  expect(found(before, [config(0, 'c', { zone: orNone })])).toEqual([])
})

it('doesn’t ask a schema where an expression fails, which the schema may miss for that', () => {
  const demanding = aSchema({ name: 's', schema: schema({ zone: {} }, { required: ['zone'] }) })
  const before = [...placedOn([{}]), editTo(0, demanding), config(0, 'plain', { zone: 1 })]
  expect(found(before, [config(0, 'plain', { zone: ZONED })])).toEqual([
    'label_missing /zone on c0 from plain',
  ])
})

const toWest = (id: number) =>
  editTo(id, aCluster({ name: `c${id}`, labels: new Map(Object.entries(WEST)) }))

it('finds a cluster that becomes invalid by its labels, and one that is new', () => {
  const before = [
    ...placedOn([EAST, EAST]),
    editTo(0, TEXT),
    config(0, 'east', { zone: 'e' }, { clusterSelector: inRegion('east') }),
    config(1, 'west', { zone: 7 }, { clusterSelector: inRegion('west') }),
  ]
  expect(found(before, [toWest(1)])).toEqual(['config_invalid /zone on c1 from west'])
  expect(found(before, [toWest(2)])).toEqual(['config_invalid /zone on c2 from west'])
})

it('finds what is wrong at the placement that begins, and nothing before', () => {
  const notYet = editTo(0, aPolicy({ name: 'everywhere', suspended: true }))
  const before = [...placedOn([EAST]), notYet, editTo(0, TEXT), config(0, 'c', { zone: 'a' })]
  const wrong = config(1, 'd', { zone: 7 })
  expect(found(before, [wrong])).toEqual([])
  expect(found([...before, wrong], [editTo(0, aPolicy({ name: 'everywhere' }))])).toEqual([
    'config_conflict /zone on c0 from c d',
  ])
})

const longAt = (length: number, key: string) => ({ [key]: { a: 'x'.repeat(length) } })

it('finds documents whose file is larger than a ConfigMap should be', () => {
  const all = Array.from({ length: 5 }, (_, nth) => `k${nth}`)
  const wide = aSchema({
    name: 's',
    schema: schema(Object.fromEntries(all.map((key) => [key, {}]))),
  })
  const of = (length: number) => all.map((key, id) => config(id, key, longAt(length, key)))
  const before = [...placedOn([EAST]), editTo(0, wide)]
  expect(found(before, of(52_000))).toEqual([])
  expect(found(before, of(53_000))).toEqual(['config_too_large  on c0'])
})

it('keeps what was wrong before out of the way of other edits, and says so', () => {
  const fleet = emptyFleet().with([
    ...placedOn([EAST, WEST]),
    editTo(0, TEXT),
    config(0, 'c', { zone: 7 }),
    config(1, 'd', { zone: 8 }),
  ])
  const moved = editTo(0, aCluster({ name: 'c0', labels: new Map([['region', 'north']]) }))
  expect(foundOn(fleet, [moved])).toEqual([])
  expect(foundOn(fleet, [config(1, 'd', { zone: 9 })])).toEqual([])
  const { impact } = impactOn(fleet, [moved])
  expect(stayingWarnings(configFaults(impact, toyRenderer))).toEqual([
    {
      code: 'config_conflict',
      message:
        'On 1 placement of 1 application configs or schemas still contradict each other, as before this edit.',
    },
    {
      code: 'config_invalid',
      message:
        'On 1 placement of 1 application a schema still refuses what is told, as before this edit.',
    },
  ])
  const third = editTo(2, aCluster({ name: 'c2' }))
  expect(foundOn(fleet, [moved, third])).toEqual([
    'config_conflict /zone on c2 from c d',
    'config_invalid /zone on c2 from c',
  ])
  expect(foundOn(fleet, [config(2, 'e', { zone: 'x' })])).toEqual([])
  expect(foundOn(fleet, [{ kind: 'config', id: 0, after: null }])).toEqual([])
})

it('lets an expression be mended where a schema refuses something else, too', () => {
  const demanding = aSchema({
    name: 's',
    schema: schema({ zone: {}, limits: {} }, { required: ['limits'] }),
  })
  const fleet = emptyFleet().with([
    ...placedOn([{}]),
    editTo(0, demanding),
    config(0, 'c', { zone: ZONED }),
  ])
  expect(foundOn(fleet, [config(0, 'c', { zone: 'a' })])).toEqual([])
  expect(
    foundOn(fleet, [config(0, 'c', { zone: 'a' }), editTo(1, aCluster({ name: 'c1' }))]),
  ).toEqual(['config_invalid /limits on c1'])
})

it('tells in a sentence for whom, where, who and why', () => {
  const demanding = aSchema({
    name: 's',
    schema: schema({ zone: { type: 'string' }, cosmos: {} }, { required: ['cosmos'] }),
  })
  const fleet = emptyFleet().with([...placedOn(Array.from({ length: 5 }, () => ({})))])
  const edits = [
    editTo(0, demanding),
    editTo(1, aSchema({ name: 't', schema: schema({ limits: { default: 1 } }) })),
    editTo(2, aSchema({ name: 'u', schema: schema({ limits: { default: 2 } }) })),
    config(0, 'c', { zone: 7 }),
    config(1, 'd', { zone: 8 }),
  ]
  const { impact } = impactOn(fleet, edits)
  const { after } = impact
  const sentences = configFaults(impact, toyRenderer).found.map((fault) =>
    faultSentence(after, fault, clustersOfFault(after, fault)),
  )
  expect(sentences).toEqual([
    'ieb/api on c0, c1, c2 and 2 more: schema t and schema u have different defaults at /limits.',
    'ieb/api on c0, c1, c2 and 2 more: config c and config d have one priority and say different things at /zone.',
    'ieb/api on c0, c1, c2 and 2 more: schema s refuses /cosmos. The schema requires it, and nothing gives it.',
    'ieb/api on c0, c1, c2 and 2 more: schema s refuses /zone, from config c. It should be text.',
  ])
  const reading = impactOn(fleet, [editTo(0, ANY), config(0, 'c', { zone: ZONED })]).impact
  const [missing] = configFaults(reading, toyRenderer).found
  expect(faultSentence(reading.after, missing!, ['c0'])).toMatch(
    /^ieb\/api on c0: config c at \/zone: The cluster has no label "zone"\./,
  )
})

it('keeps the first 100 faults, and counts the others', () => {
  const names = Array.from({ length: 101 }, (_, id) => `a${String(id).padStart(3, '0')}`)
  const applications = names.map((name, id) => editTo(id + 1, anApplication({ team: 'ieb', name })))
  const fleet = emptyFleet().with([
    ...placedOn([EAST]),
    ...applications,
    config(0, 'c', { zone: 7 }),
  ])
  const { impact } = impactOn(fleet, [editTo(0, TEXT)])
  const { found: kept, total } = configFaults(impact, toyRenderer)
  expect([kept.length, total]).toEqual([100, 102])
})
