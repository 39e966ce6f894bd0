// What is wrong with what a placed pair is told, leaf by leaf.
import { readable } from '#lib/domain/fleet/readable.ts'
import type { Config, ConfigSchema } from '#lib/domain/objects/objects.ts'
import { pointerOf } from '#lib/domain/text/pointer.ts'
import { evaluated } from '#lib/domain/values/expressions.ts'
import { declaredKeys } from '#lib/domain/values/json-schema.ts'
import { defaultsOf } from '#lib/domain/values/json-schema-defaults.ts'
import { documentIssues } from '#lib/domain/values/json-schema-issues.ts'
import type { Value, Values } from '#lib/domain/values/values.ts'
import { type Model, naivePlacements } from './naive.ts'
import { concerns, leavesIn, naivelyTold } from './naive-told.ts'

type Layer = { readonly priority: number; readonly values: Values }

/** By pair, as `application cluster`, each fault in words. */
export function naiveFaults(model: Model): Map<string, readonly string[]> {
  const all = [...naivePlacements(model)].flatMap(([id, clusters]) =>
    clusters.map((cluster) => [`${id} ${cluster}`, faultsOf(model, id, cluster)] as const),
  )
  return new Map(all)
}

function faultsOf(model: Model, id: number, clusterId: number): readonly string[] {
  const application = model.objects.application.get(id)!
  const cluster = model.objects.cluster.get(clusterId)!
  const of = <T extends Config | ConfigSchema>(tellers: Iterable<T>) =>
    [...tellers].filter((each) => concerns(each, application, cluster))
  const configs = [...model.objects.config.values()]
  const schemas = [...model.objects['config-schema'].values()]
  const asking = of(schemas)
  const declared = new Set(asking.flatMap(({ schema }) => declaredKeys(schema)))
  const giving = of(configs).filter(({ values }) =>
    Object.keys(values).some((key) => declared.has(key)),
  )
  const read = giving.map((config) => ({
    config,
    values: evaluated(config.values, readable(application, cluster)),
  }))
  const layers = [
    ...read.flatMap(({ config: { priority }, values }) =>
      values.ok ? [{ priority, values: values.value }] : [],
    ),
    ...asking.map(({ schema }) => ({ priority: -1, values: defaultsOf(schema) })),
  ]
  const told = naivelyTold({ configs, schemas }, application, cluster)?.values ?? {}
  return [
    ...contradictions(layers)
      .filter(([key]) => declared.has(key!))
      .map((path) => `config_conflict ${pointerOf(path)}`),
    ...read.flatMap(({ config, values }) =>
      values.ok
        ? []
        : values.issues.map(({ code, path }) => `${code} ${pointerOf(path)} of ${config.name}`),
    ),
    ...asking.flatMap(({ name, schema }) =>
      documentIssues(schema, told).map(
        ({ path, reason }) => `config_invalid ${pointerOf(path)} by ${name}: ${reason}`,
      ),
    ),
  ]
}

/** The places where two layers of equal priority say something else: of two, the outer one. */
function contradictions(layers: readonly Layer[]): readonly (readonly string[])[] {
  const found = layers.flatMap((one, place) =>
    layers
      .slice(place + 1)
      .filter(({ priority }) => priority === one.priority)
      .flatMap((other) => differences(one.values, other.values)),
  )
  return [...new Set(found.map((path) => JSON.stringify(path)))].map(
    (path) => JSON.parse(path) as string[],
  )
}

export function differences(one: Values, other: Values): readonly (readonly string[])[] {
  const [said, others] = [one, other].map((values) =>
    Object.entries(values).flatMap(([key, value]) => leavesIn(value, [key])),
  )
  return said!.flatMap(([a, value]) =>
    others!.flatMap(([b, next]) => {
      const [keys, theirs] = [a, b].map((path) => JSON.parse(path) as string[])
      const outer = keys!.length <= theirs!.length ? keys! : theirs!
      const shares = outer.every((key, nth) => keys![nth] === key && theirs![nth] === key)
      return shares && (a !== b || !isEqual(value, next)) ? [outer] : []
    }),
  )
}

const isEqual = (one: Value, other: Value) => JSON.stringify(one) === JSON.stringify(other)
