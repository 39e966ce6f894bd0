// Random configs and schemas of a few keys, so that they meet at one pointer and within each other.
import * as fc from 'fast-check'
import type { Config, ConfigSchema } from '#lib/domain/objects/objects.ts'
import { readValues, type Value, type Values } from '#lib/domain/values/values.ts'

/** Whose applications are meant, and on which clusters. */
type Selectors = fc.Arbitrary<Pick<Config, 'appSelector' | 'clusterSelector' | 'team'>>

const KEYS = ['a', 'b', 'zone'] as const

const scalar: fc.Arbitrary<Value> = fc.constantFrom(
  1,
  2,
  'x',
  true,
  [1, 'x'],
  {},
  '${{ application.name }}-1',
  '${{ cluster.environment }}',
  "${{ cluster.labels[?'tier'].orValue('none') }}",
  // Not every cluster has it.
  "${{ cluster.labels['region'] }}",
  '${{ cluster.name }}',
)

const leaf = fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: fc.constant(1) })
const inner: fc.Arbitrary<Value> = fc.oneof(leaf, fc.dictionary(fc.constantFrom('a', 'b'), leaf))
const values: fc.Arbitrary<Values> = fc
  .dictionary(
    fc.constantFrom(...KEYS),
    fc.oneof(leaf, fc.dictionary(fc.constantFrom('a', 'b'), inner)),
    { maxKeys: 3 },
  )
  .map(normal)

function normal(sent: unknown): Values {
  const read = readValues(sent, [])
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return read.value
}

const property: fc.Arbitrary<Values> = fc.constantFrom<Values>(
  {},
  { default: 'none' },
  { default: 1 },
  { type: 'object', properties: { a: { default: 3 }, b: {} } },
)
const schema: fc.Arbitrary<Values> = fc
  .dictionary(fc.constantFrom(...KEYS), property, { minKeys: 1, maxKeys: 3, size: 'max' })
  .map((properties) => normal({ type: 'object', properties }))

export function configOf(selectors: Selectors): fc.Arbitrary<Config> {
  return fc
    .tuple(
      fc.record({
        kind: fc.constant('config' as const),
        name: fc.constantFrom('f', 'f-0', 'g', 'h'),
        description: fc.constantFrom('', 'x'),
        priority: fc.constantFrom(0, 100, 100, 300),
        values,
        suspended: fc.constantFrom(false, false, false, true),
      }),
      selectors,
    )
    .map(([own, selects]) => ({ ...own, ...selects }))
}

export function configSchemaOf(selectors: Selectors): fc.Arbitrary<ConfigSchema> {
  return fc
    .tuple(
      fc.record({
        kind: fc.constant('config-schema' as const),
        name: fc.constantFrom('s', 's-0', 't'),
        description: fc.constantFrom('', 'x'),
        schema,
        suspended: fc.constantFrom(false, false, false, true),
      }),
      selectors,
    )
    .map(([own, selects]) => ({ ...own, ...selects }))
}
