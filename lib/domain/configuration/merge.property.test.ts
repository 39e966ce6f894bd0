import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { pathOfPointer, pointerOf } from '#lib/domain/text/pointer.ts'
import { readValues, type Value, type Values } from '#lib/domain/values/values.ts'
import { overlaps } from './conflicts.ts'
import { type Layer, merge, type SchemaLayer } from './merge.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 1000)

/** Few keys and values, so that layers often say something of one place. */
const key = fc.constantFrom('a', 'b', 'c/d')
const leaf: fc.Arbitrary<Value> = fc.constantFrom<Value[]>(1, 2, '1', [], [1], {})
const object = (depth: number): fc.Arbitrary<Values> =>
  fc.dictionary(key, depth === 0 ? leaf : fc.oneof(leaf, object(depth - 1)), { maxKeys: 3 })
const values = object(2).map((sent): Values => {
  const read = readValues(sent, [])
  return read.ok ? read.value : {}
})
const layers = fc
  .array(fc.record({ priority: fc.integer({ min: 0, max: 2 }), values }), { maxLength: 5 })
  .map((drawn) => drawn.map((each, nth) => ({ ...each, name: `l${nth}`, from: `l${nth}` })))
const schemas = fc
  .array(fc.record({ keys: fc.subarray(['a', 'b', 'c/d']), values }), { maxLength: 3 })
  .map((drawn) =>
    drawn.map(({ keys, values }, nth) => ({
      name: `s${nth}`,
      from: `s${nth}`,
      keys,
      defaults: Object.fromEntries(Object.entries(values).filter(([k]) => keys.includes(k))),
    })),
  )
const inputs = fc.tuple(layers, schemas)

type Said = {
  readonly name: string
  readonly priority: number
  readonly path: readonly string[]
  readonly value: Value
}

function leavesIn(
  value: Value,
  path: readonly string[] = [],
): { path: readonly string[]; value: Value }[] {
  const isMap = typeof value === 'object' && !Array.isArray(value)
  if (!isMap || (path.length > 0 && Object.keys(value).length === 0)) return [{ path, value }]
  return Object.entries(value).flatMap(([key, member]) => leavesIn(member, [...path, key]))
}

function saidBy(layers: readonly Layer<string>[], schemas: readonly SchemaLayer<string>[]): Said[] {
  const all = [
    ...layers,
    ...schemas.map(({ name, defaults }) => ({ name, priority: -1, values: defaults })),
  ]
  return all.flatMap(({ name, priority, values }) =>
    leavesIn(values).map((each) => ({ name, priority, ...each })),
  )
}

const overlap = (a: readonly string[], b: readonly string[]) =>
  a.every((step, nth) => nth >= b.length || b[nth] === step)
const beats = (a: Said, b: Said) =>
  a.priority > b.priority || (a.priority === b.priority && a.name < b.name)
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A document from leaves, whatever wins: each is set at its place. */
function folded(leaves: readonly { readonly pointer: string; readonly value: Value }[]): unknown {
  const root: Record<string, unknown> = {}
  for (const { pointer, value } of leaves) {
    const path = pathOfPointer(pointer)!
    let at = root
    for (const step of path.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>
    at[path.at(-1)!] = value
  }
  return root
}

const text = (leaf: { from: string; pointer: string; value: Value }) =>
  JSON.stringify([leaf.from, leaf.pointer, leaf.value])

describe('a merge', () => {
  it('does not depend on the order of its input', () => {
    fc.assert(
      fc.property(inputs, fc.infiniteStream(fc.nat(1000)), ([layers, schemas], lots) => {
        const shuffled = <T>(list: readonly T[]) =>
          list
            .map((item) => ({ item, lot: lots.next().value }))
            .sort((a, b) => a.lot - b.lot)
            .map(({ item }) => item)
        expect(same(merge(shuffled(layers), shuffled(schemas)), merge(layers, schemas))).toBe(true)
      }),
      { numRuns },
    )
  })

  it('is the leaves that nothing of higher priority says anything at, around or within', () => {
    fc.assert(
      fc.property(inputs, ([layers, schemas]) => {
        const said = saidBy(layers, schemas)
        const declared = new Set(schemas.flatMap(({ keys }) => keys))
        const expected = said.filter(
          (one) =>
            declared.has(one.path[0]!) &&
            !said.some((other) => beats(other, one) && overlap(other.path, one.path)),
        )
        const { leaves, values } = merge(layers, schemas)
        expect(leaves.map(text).sort(compareText)).toEqual(
          expected
            .map(({ path, value, name }) => text({ pointer: pointerOf(path), value, from: name }))
            .sort(compareText),
        )
        expect(values).toEqual(folded(leaves))
        expect(readValues(values, [])).toEqual({ ok: true, value: values })
        expect(same(readValues(values, []), { ok: true, value: values })).toBe(true)
      }),
      { numRuns },
    )
  })

  it('shows what a leaf hides first, where its layer is gone', () => {
    let cases = 0
    fc.assert(
      fc.property(inputs, ([layers, schemas]) => {
        for (const leaf of merge(layers, schemas).leaves) {
          const path = pathOfPointer(leaf.pointer)!
          const rest = merge(
            layers.filter(({ name }) => name !== leaf.from),
            schemas.map((each) => (each.name === leaf.from ? { ...each, defaults: {} } : each)),
          )
          const shown = rest.leaves.filter(({ pointer }) => overlap(path, pathOfPointer(pointer)!))
          const [first] = leaf.hides
          if (first === undefined) {
            expect(shown).toEqual([])
            continue
          }
          cases += 1
          expect(shown.map(text)).toContain(text(first))
          // The others that are shown are hidden, too, in this order.
          expect(leaf.hides.map(text)).toEqual(expect.arrayContaining(shown.map(text)))
        }
      }),
      { numRuns },
    )
    expect(cases).toBeGreaterThan(numRuns / 10)
  })

  it('is in conflict exactly where two of equal priority contradict each other', () => {
    let cases = 0
    fc.assert(
      fc.property(inputs, ([layers, schemas]) => {
        const said = saidBy(layers, schemas)
        const found = new Set<string>()
        for (const one of said) {
          for (const other of said) {
            if (one.name >= other.name || one.priority !== other.priority) continue
            if (!overlap(one.path, other.path)) continue
            if (same([one.path, one.value], [other.path, other.value])) continue
            const shorter = one.path.length < other.path.length ? one.path : other.path
            found.add(`${pointerOf(shorter)} ${other.name}`)
          }
        }
        const { conflicts } = merge(layers, schemas)
        if (found.size > 0) cases += 1
        expect(new Set(conflicts.map(({ pointer, other }) => `${pointer} ${other}`))).toEqual(found)
        for (const { one, other } of conflicts) {
          const valuesOf = (name: string) =>
            layers.find((each) => each.name === name)?.values ??
            schemas.find((each) => each.name === name)!.defaults
          expect(overlaps(valuesOf(one), valuesOf(other))).toBe(true)
        }
      }),
      { numRuns },
    )
    expect(cases).toBeGreaterThan(numRuns / 10)
  })

  it('of two values is in conflict exactly if they overlap', () => {
    fc.assert(
      fc.property(values, values, (one, other) => {
        const layers = [one, other].map((values, nth) => {
          return { name: `l${nth}`, priority: 1, values, from: nth }
        })
        expect(overlaps(one, other)).toBe(merge(layers, []).conflicts.length > 0)
      }),
      { numRuns },
    )
  })

  it('delivers nothing without a schema', () => {
    fc.assert(
      fc.property(layers, (layers) => {
        expect(merge(layers, [])).toMatchObject({ values: {}, leaves: [] })
      }),
      { numRuns },
    )
  })
})
