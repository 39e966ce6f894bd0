// What an application is told on a cluster, leaf by leaf: what counts more is written over what counts less.
import { readable } from '#lib/domain/fleet/readable.ts'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import { applicationLabels } from '#lib/domain/objects/application/application.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import type { Application, Cluster, Config, ConfigSchema } from '#lib/domain/objects/objects.ts'
import { evaluated } from '#lib/domain/values/expressions.ts'
import { declaredKeys } from '#lib/domain/values/json-schema.ts'
import { defaultsOf } from '#lib/domain/values/json-schema-defaults.ts'
import { type Told, toldOf } from '#lib/domain/values/told.ts'
import type { Value, Values } from '#lib/domain/values/values.ts'

type Tellers = {
  readonly configs: Iterable<Config>
  readonly schemas: Iterable<ConfigSchema>
}

/** Null: nothing. */
export function naivelyTold(
  { configs, schemas }: Tellers,
  application: Application,
  cluster: Cluster,
): Told | null {
  const own = [...schemas].filter((each) => concerns(each, application, cluster))
  const defaults = own
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? 1 : -1))
    .map(({ schema }) => defaultsOf(schema))
  const values = [...configs]
    .filter((each) => concerns(each, application, cluster))
    .toSorted((a, b) => a.priority - b.priority || (nameOf(a) < nameOf(b) ? 1 : -1))
    .flatMap(({ values }) => {
      const read = evaluated(values, readable(application, cluster))
      return read.ok ? [read.value] : []
    })
  const leaves = new Map<string, Value>()
  for (const each of [...defaults, ...values]) {
    const said = Object.entries(each).flatMap(([key, value]) => leavesIn(value, [key]))
    for (const [path, value] of said) write(leaves, path, value)
  }
  const declared = new Set(own.flatMap(({ schema }) => declaredKeys(schema)))
  const document = documentOf([...leaves].filter(([path]) => declared.has(keysIn(path)[0]!)))
  return Object.keys(document).length === 0 ? null : toldOf(document)
}

/** Teams and the platform share names. */
const nameOf = ({ name }: Config | ConfigSchema) => name

export function concerns(
  selects: Config | ConfigSchema,
  application: Application,
  cluster: Cluster,
): boolean {
  return (
    !selects.suspended &&
    (selects.team === null || selects.team === application.team) &&
    selectorMatches(selects.appSelector, applicationLabels(application)) &&
    selectorMatches(selects.clusterSelector, clusterLabels(cluster))
  )
}

export function leavesIn(value: Value, path: readonly string[]): [string, Value][] {
  const isMap = typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 0
  if (!isMap) return [[JSON.stringify(path), value]]
  return Object.entries(value as Values).flatMap(([key, each]) => leavesIn(each, [...path, key]))
}

const keysIn = (path: string) => JSON.parse(path) as string[]

function write(leaves: Map<string, Value>, path: string, value: Value): void {
  const keys = keysIn(path)
  for (const other of leaves.keys()) {
    const others = keysIn(other)
    const shared = Math.min(keys.length, others.length)
    if (keys.slice(0, shared).every((key, nth) => key === others[nth])) leaves.delete(other)
  }
  leaves.set(path, value)
}

function documentOf(leaves: readonly (readonly [string, Value])[]): Values {
  const root: Record<string, unknown> = {}
  for (const [path, value] of leaves) {
    const keys = keysIn(path)
    let within = root
    for (const key of keys.slice(0, -1)) {
      within[key] ??= {}
      within = within[key] as Record<string, unknown>
    }
    within[keys.at(-1)!] = value
  }
  return sorted(root as Values)
}

function sorted(value: Values): Values {
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [
        key,
        typeof each === 'object' && !Array.isArray(each) ? sorted(each as Values) : each,
      ]),
  )
}
