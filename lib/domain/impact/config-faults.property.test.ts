import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { ConfigSchema, ModelObject } from '#lib/domain/objects/objects.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'
import { pointerOf } from '#lib/domain/text/pointer.ts'
import { actions, editsOf, editTo, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, impactOn } from '#lib/domain/testing/fleets.ts'
import { type Model, modelWith, naivelyUsable, tellersOf } from '#lib/domain/testing/naive.ts'
import { differences, naiveFaults } from '#lib/domain/testing/naive-faults.ts'
import { concerns } from '#lib/domain/testing/naive-told.ts'
import { aPolicy } from '#lib/domain/testing/objects.ts'
import { aConfig, aSchema } from '#lib/domain/testing/told-fleet.ts'
import { toyRenderer } from '#lib/domain/testing/toy-renderer.ts'
import { declaredKeys } from '#lib/domain/values/json-schema.ts'
import type { Values } from '#lib/domain/values/values.ts'
import { configFaults } from './config-faults.ts'
import { configWarnings } from './config-warnings.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

/** Schemas that refuse something, some of them. */
function demanding(object: ModelObject | null): ModelObject | null {
  if (object?.kind !== 'config-schema') return object
  const { schema, name, description } = object
  const typed = Object.fromEntries(
    Object.entries(schema['properties'] as Values).map(([key, property]) => [
      key,
      {
        type: ['t', 'wide'].includes(name) ? 'string' : ['string', 'number', 'object'],
        ...(property as Values),
      },
    ]),
  )
  const required = description === '' ? [] : declaredKeys(schema).slice(0, 1)
  return { ...object, schema: { ...schema, required, properties: typed } } satisfies ConfigSchema
}

function edited(before: Model, edits: readonly Edit[]) {
  const schemas = [...before.objects['config-schema']].map(([id, each]) =>
    editTo(id, demanding(each)!),
  )
  return {
    before: modelWith(before, schemas),
    edits: edits.map((edit) =>
      edit.kind === 'config-schema' ? ({ ...edit, after: demanding(edit.after) } as Edit) : edit,
    ),
  }
}

/** What places everything everywhere, declares every key, and tells all something that others may contradict. */
const WIDE = [
  aPolicy({ name: 'everywhere' }),
  aSchema({ name: 'wide', schema: { properties: { a: {}, b: {}, zone: {} } } }),
  aConfig({ name: 'base', values: { a: 'y', zone: 'x' } }),
] as const

/** A config for all, which reads a label that few clusters have, or contradicts others. */
const telling = fc
  .record({
    key: fc.constantFrom('a', 'zone'),
    value: fc.constantFrom(1, 'x', "${{ cluster.labels['region'] }}"),
    priority: fc.constantFrom(100, 400),
  })
  .map(({ key, value, priority }) => aConfig({ name: 'all', values: { [key]: value }, priority }))

const drawn = fc
  .tuple(model, actions, fc.boolean(), fc.option(telling))
  .map(([start, actions, isWide, config]) => {
    const wide = WIDE.map((each) => editTo(start.nextIds[each.kind], each))
    const before = isWide ? modelWith(start, wide) : start
    const own = editsOf(before, actions)
    const id = modelWith(before, own).nextIds.config
    return edited(before, config === null ? own : [...own, editTo(id, config)])
  })

/** Often with two configs for all that may contradict each other, and other ones. */
const toldMuch = fc.tuple(model, fc.option(telling)).map(([start, config]) => {
  if (config === null) return start
  const base = modelWith(start, [editTo(start.nextIds.config, WIDE[2])])
  return modelWith(base, [editTo(base.nextIds.config, config)])
})

/** By pair, as in the naive rules. */
function faultsOn(before: Model, edits: readonly Edit[]) {
  const { impact } = impactOn(builtAfresh(before), edits)
  const faults = configFaults(impact, toyRenderer)
  const words = faults.found.flatMap(({ code, path, reason, from, schema, ...fault }) => {
    const of = code === 'config_conflict' ? '' : ` of ${from[0]?.object.name}`
    const said = schema === null ? of : ` by ${schema.object.name}: ${reason}`
    return idsIn(fault.clusters).map((cluster) => {
      return `${fault.application} ${cluster} ${code} ${pointerOf(path)}${said}`
    })
  })
  return { words: [...new Set(words)].sort(), faults }
}

const isOfExpression = (fault: string) => /^(label_missing|expression_invalid)/.test(fault)

/** Those of pairs that hadn't them, without what follows from expressions that fail. */
function naivelyFresh(before: Model, after: Model): string[] {
  const had = naiveFaults(before)
  return [...naiveFaults(after)]
    .flatMap(([pair, all]) => {
      const shown = all.some(isOfExpression)
        ? all.filter((fault) => !fault.startsWith('config_invalid'))
        : all
      const known = new Set(had.get(pair))
      return shown.filter((fault) => !known.has(fault)).map((fault) => `${pair} ${fault}`)
    })
    .sort()
}

it('finds what an edit makes wrong as a look at all placed pairs before and after does', () => {
  const met = new Map<string, number>()
  fc.assert(
    fc.property(drawn, ({ before, edits }) => {
      const { words, faults } = faultsOn(before, edits)
      // Few draws have so many that some are only counted.
      if (faults.total > faults.found.length) return
      const naive = naivelyFresh(before, modelWith(before, edits))
      expect(words).toEqual([...new Set(naive)])
      const codes = new Set(faults.found.map(({ code }) => code))
      for (const code of codes) met.set(code, (met.get(code) ?? 0) + 1)
      if (faults.staying.size > 0) met.set('staying', (met.get('staying') ?? 0) + 1)
    }),
    { numRuns: numRuns * 2 },
  )
  const cases = ['config_conflict', 'config_invalid', 'label_missing', 'staying']
  for (const each of cases) expect([each, met.get(each) ?? 0]).not.toEqual([each, 0])
})

it('finds nothing in an edit that changes no label and nothing of configs, whatever was wrong before', () => {
  fc.assert(
    fc.property(drawn, ({ before }) => {
      const edits = (['application', 'cluster', 'team', 'target-policy'] as const).flatMap((kind) =>
        [...before.objects[kind]].map(([id, object]) =>
          editTo(id, { ...object, description: 'another' }),
        ),
      )
      expect(faultsOn(before, edits).faults.found).toEqual([])
    }),
    { numRuns },
  )
})

it('warns of the configs that would contradict another one on a pair of any application and any cluster', () => {
  const met = { others: 0, none: 0 }
  fc.assert(
    fc.property(toldMuch, (drawn) => {
      const fleet = builtAfresh(drawn)
      const { application, cluster, config } = drawn.objects
      const pairs = [...application.values()].flatMap((app) =>
        [...cluster.values()]
          .filter((each) => naivelyUsable(drawn, app, each))
          .map((each) => [app, each] as const),
      )
      for (const [id, one] of config) {
        if (one.suspended) continue
        const others = [...config].flatMap(([otherId, other]) => {
          if (otherId === id || other.priority !== one.priority) return []
          if (differences(one.values, other.values).length === 0) return []
          const meets = pairs.some(([app, each]) =>
            [one, other].every((config) => concerns(config, app, each)),
          )
          return meets ? [other.name] : []
        })
        const [warning] = configWarnings(fleet, id).filter(
          ({ code }) => code === 'config_conflict_possible',
        )
        met[others.length > 0 ? 'others' : 'none']++
        if (others.length === 0) expect(warning).toBeUndefined()
        else {
          const names = fewNamed(others.sort(compareText), 3)
          expect(warning?.message).toContain(`${one.name} and ${names} say different things`)
        }
      }
    }),
    { numRuns },
  )
  expect(met.others).toBeGreaterThan(0)
  expect(met.none).toBeGreaterThan(0)
})

it('warns of the keys that no schema declares for any pair that a config selects', () => {
  const met = { some: 0, none: 0 }
  fc.assert(
    fc.property(toldMuch, (drawn) => {
      const fleet = builtAfresh(drawn)
      const { application, cluster, config } = drawn.objects
      const pairs = [...application.values()].flatMap((app) =>
        [...cluster.values()].map((each) => [app, each] as const),
      )
      for (const [id, each] of config) {
        const own = pairs.filter(([app, on]) => concerns(each, app, on))
        if (own.length === 0) continue
        const declared = new Set(
          [...tellersOf(drawn).schemas]
            .filter((schema) => own.some(([app, on]) => concerns(schema, app, on)))
            .flatMap(({ schema }) => declaredKeys(schema)),
        )
        const missing = Object.keys(each.values).filter((key) => !declared.has(key))
        const [warning] = configWarnings(fleet, id).filter(
          ({ code }) => code === 'config_undeclared',
        )
        met[missing.length > 0 ? 'some' : 'none']++
        if (missing.length === 0) expect(warning).toBeUndefined()
        else expect(warning?.message).toContain(`declares ${missing.join(', ')} there`)
      }
    }),
    { numRuns },
  )
  expect(met.some).toBeGreaterThan(0)
  expect(met.none).toBeGreaterThan(0)
})
