// What an application is told on which clusters: the same where the same configs and schemas apply, and where what their
// expressions read is the same.
import { merge, type Merged } from '#lib/domain/configuration/merge.ts'
import {
  type Application,
  type Config,
  type ConfigSchema,
  refKey,
  refOf,
} from '#lib/domain/objects/objects.ts'
import {
  type Bits,
  bitsOf,
  differ,
  idsIn,
  intersect,
  isEmpty,
  NO_BITS,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { evaluated, fieldsRead } from '#lib/domain/values/expressions.ts'
import { declaredKeys } from '#lib/domain/values/json-schema.ts'
import { defaultsOf } from '#lib/domain/values/json-schema-defaults.ts'
import { type Told, toldOf } from '#lib/domain/values/told.ts'
import { configurationOf, type Selection } from './configuration.ts'
import type { Fleet } from './fleet.ts'
import { partsBySelection } from './parts-by-selection.ts'
import { readable, readOf, readsCluster } from './readable.ts'

/** Who says a value: a config, or a schema by its default. */
export type Teller = Selection<Config> | Selection<ConfigSchema>

/** Clusters on which an application is told the same for the same reasons. */
export type ToldPart = {
  /** Never empty. */
  readonly clusters: Bits
  readonly schemas: readonly Selection<ConfigSchema>[]
  readonly merged: Merged<Teller>
  /** The configs whose expressions can't be worked out there; they say nothing then. */
  readonly faults: readonly {
    readonly config: Selection<Config>
    readonly issues: readonly Issue[]
  }[]
}

/** Some of the clusters of an application by what it is told there, without clusters in common. `told` null: nothing. */
export function toldAmong(
  fleet: Fleet,
  applicationId: number,
  clusters: Bits,
): readonly { readonly told: Told | null; readonly clusters: Bits }[] {
  if (isEmpty(clusters)) return []
  const texts = new Map<string, { readonly told: Told | null; readonly sets: Bits[] }>()
  for (const part of toldParts(fleet, applicationId, clusters)) {
    const { values } = part.merged
    const told = Object.keys(values).length === 0 ? null : toldOf(values)
    const alike = texts.get(told?.text ?? '')
    if (alike) alike.sets.push(part.clusters)
    else texts.set(told?.text ?? '', { told, sets: [part.clusters] })
  }
  return [...texts.values()].map(({ told, sets }) => ({ told, clusters: uniteAll(sets) }))
}

/**
 * The same parts with how they come about; several may be told the same. Of a config counts what some schema of the application
 * declares: others make no parts.
 */
export function toldParts(
  fleet: Fleet,
  applicationId: number,
  clusters: Bits,
): readonly ToldPart[] {
  const application = fleet.applications.slots[applicationId]
  if (application === undefined) return []
  const { configs, schemas } = configurationOf(fleet.configuration, applicationId)
  const keys = new Set(schemas.flatMap(({ object }) => declaredKeys(object.schema)))
  const counting = configs.filter(({ object }) =>
    Object.keys(object.values).some((key) => keys.has(key)),
  )
  return partsBySelection<Teller>(clusters, [...schemas, ...counting]).flatMap((part) => {
    const own = part.selections.filter(isOfConfig)
    return partsByFields(fleet, part.clusters, own).map((clusters) => ({
      clusters,
      ...mergedOn(fleet, application, idsIn(clusters)[0]!, own, part.selections.filter(isOfSchema)),
    }))
  })
}

const isOfConfig = (teller: Teller): teller is Selection<Config> => teller.object.kind === 'config'
const isOfSchema = (teller: Teller): teller is Selection<ConfigSchema> =>
  teller.object.kind === 'config-schema'

/** Clusters by what the expressions of configs read of them. */
function partsByFields(
  fleet: Fleet,
  clusters: Bits,
  configs: readonly Selection<Config>[],
): readonly Bits[] {
  const reads = configs.map(({ object }) => fieldsRead(object.values)).filter(readsCluster)
  if (reads.length === 0) return [clusters]
  const alike = Map.groupBy(idsIn(clusters), (id) =>
    reads.map((read) => readOf(read, fleet.clusters.slots[id]!)).join('\n'),
  )
  return [...alike.values()].map(bitsOf)
}

function mergedOn(
  fleet: Fleet,
  application: Application,
  clusterId: number,
  configs: readonly Selection<Config>[],
  schemas: readonly Selection<ConfigSchema>[],
): Omit<ToldPart, 'clusters'> {
  const cluster = fleet.clusters.slots[clusterId]!
  const read = configs.map((config) => ({
    config,
    values: evaluated(config.object.values, readable(application, cluster)),
  }))
  const layers = read.flatMap(({ config, values }) =>
    values.ok
      ? [
          {
            name: refKey(refOf(config.object)),
            priority: config.object.priority,
            values: values.value,
            from: config,
          },
        ]
      : [],
  )
  const defaults = schemas.map((schema) => ({
    name: refKey(refOf(schema.object)),
    defaults: defaultsOf(schema.object.schema),
    keys: declaredKeys(schema.object.schema),
    from: schema,
  }))
  return {
    schemas,
    merged: merge<Teller>(layers, defaults),
    faults: read.flatMap(({ config, values }) =>
      values.ok ? [] : [{ config, issues: values.issues }],
    ),
  }
}

/**
 * The clusters, of some where an application is placed before and after, on which it may be told something else afterwards: all
 * if it is edited itself, the edited ones, and those of the configs and schemas that are edited or select others.
 */
export function retellable(
  before: Fleet,
  after: Fleet,
  applicationId: number,
  placed: Bits,
  edited: Bits,
): Bits {
  const [had, has] = [before, after].map((fleet) => tellersOf(fleet, applicationId))
  if (had!.length === 0 && has!.length === 0) return NO_BITS
  if (before.applications.slots[applicationId] !== after.applications.slots[applicationId])
    return placed
  const others = before.configuration === after.configuration ? [] : differing(had!, has!)
  return intersect(placed, uniteAll([edited, ...others]))
}

function tellersOf({ configuration }: Fleet, applicationId: number): readonly Teller[] {
  const { configs, schemas } = configurationOf(configuration, applicationId)
  return [...configs, ...schemas]
}

/** Where those are that are on one side alone, or have other clusters there. */
function differing(had: readonly Teller[], has: readonly Teller[]): readonly Bits[] {
  const held = new Map(had.map((teller) => [teller.object as object, teller]))
  const others = has.flatMap((teller) => {
    const was = held.get(teller.object)
    held.delete(teller.object)
    if (was === undefined) return [teller.clusters]
    return was.clusters === teller.clusters ? [] : [differ(was.clusters, teller.clusters)]
  })
  return [...others, ...[...held.values()].map(({ clusters }) => clusters)]
}
