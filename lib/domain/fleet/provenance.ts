// Where what an application is told on a cluster comes from, as it is shown to somebody who may see some of it.
import type { Config, ConfigSchema, ModelObject } from '#lib/domain/objects/objects.ts'
import { bitsOf, hasBit } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { pathOfPointer, pointerOf } from '#lib/domain/text/pointer.ts'
import { hasExpressions } from '#lib/domain/values/expression-text.ts'
import { declaredKeys } from '#lib/domain/values/json-schema.ts'
import type { Value, Values } from '#lib/domain/values/values.ts'
import { configurationOf } from './configuration.ts'
import type { Fleet } from './fleet.ts'

import { type Teller, type ToldPart, toldParts } from './told-clusters.ts'

export type Provenance = {
  /** The whole document; empty: nothing is told. */
  readonly values: Values
  /** Of each value of the document, in its order. */
  readonly leaves: readonly ToldLeaf[]
  /** Those that apply, by name. */
  readonly schemas: readonly ApplyingSchema[]
  /** The top-level keys that a config gives and no schema declares. */
  readonly undelivered: readonly string[]
  /** Configs that say nothing there because an expression of theirs can't be worked out. */
  readonly faults: readonly ToldFault[]
}

type ToldLeaf = {
  readonly pointer: string
  readonly value: Value
  readonly from: ToldFrom & {
    /** The change that began what says it; null: none that is kept. */
    readonly change: number | null
  }
  /** What would count without it, the first first. */
  readonly hides: readonly (ToldFrom & { readonly pointer: string; readonly value: Value })[]
  /** What the config has there, where that has expressions; a list as JSON. */
  readonly expression?: string
}

/** `default`: of a config schema, of priority -1. */
type ToldFrom = {
  readonly kind: 'config' | 'default'
  readonly name: string
  readonly priority: number
}

type ApplyingSchema = {
  readonly name: string
  /** The top-level keys that it declares. */
  readonly keys: readonly string[]
  readonly change: number | null
}

type ToldFault = {
  readonly config: string
  /** Within the values of the config. */
  readonly pointer: string
  readonly code: string
  readonly message: string
}

/** What is known of configs and schemas, and by whom. */
export type Knowledge = {
  readonly mayRead: (object: ModelObject) => boolean
  /** The change that began it; null: none that is kept. */
  readonly beganOf: (object: ModelObject) => number | null
}

const DEFAULT_PRIORITY = -1

/**
 * What an application is told on a cluster, or would be if it were placed there, and from where. What is told is shown to whoever
 * sees the application, with the name of what says it; all else of a config or schema only to those who may read that.
 */
export function provenanceOn(
  fleet: Fleet,
  applicationId: number,
  clusterId: number,
  knowledge: Knowledge,
): Provenance {
  const [part] = toldParts(fleet, applicationId, bitsOf([clusterId]))
  const { mayRead, beganOf } = knowledge
  if (part === undefined) return NOTHING
  const schemas = part.schemas.map(({ object }) => object)
  const keys = new Set(schemas.flatMap(({ schema }) => declaredKeys(schema)))
  return {
    values: part.merged.values,
    leaves: part.merged.leaves.map((leaf) => leafOf(leaf, knowledge)),
    schemas: schemas
      .filter(mayRead)
      .map((object) => {
        const { name, schema } = object
        return { name, keys: declaredKeys(schema), change: beganOf(object) }
      })
      .sort((a, b) => compareText(a.name, b.name)),
    undelivered: undeclared(fleet, applicationId, clusterId, keys, mayRead),
    faults: part.faults.flatMap(({ config: { object }, issues }) =>
      mayRead(object)
        ? issues.map(({ path, code, reason }) => ({
            config: object.name,
            pointer: pointerOf(path),
            code,
            message: reason,
          }))
        : [],
    ),
  }
}

const NOTHING: Provenance = { values: {}, leaves: [], schemas: [], undelivered: [], faults: [] }

function leafOf(
  { pointer, value, from, hides }: ToldPart['merged']['leaves'][number],
  { mayRead, beganOf }: Knowledge,
): ToldLeaf {
  const { object } = from
  const expression = mayRead(object) ? expressionAt(object, pointer) : null
  return {
    pointer,
    value,
    from: { ...fromOf(from), change: beganOf(object) },
    hides: hides
      .filter((hidden) => mayRead(hidden.from.object))
      .map((hidden) => ({
        ...fromOf(hidden.from),
        pointer: hidden.pointer,
        value: hidden.value,
      })),
    ...(expression !== null && { expression }),
  }
}

function fromOf({ object }: Teller): ToldFrom {
  const { name } = object
  return object.kind === 'config'
    ? { kind: 'config', name, priority: object.priority }
    : { kind: 'default', name, priority: DEFAULT_PRIORITY }
}

/** What a config has at a pointer of what it says, where that has expressions: its values may end before, at one of an object. */
function expressionAt(object: Config | ConfigSchema, pointer: string): string | null {
  if (object.kind !== 'config') return null
  let said: Value | undefined = object.values
  for (const key of pathOfPointer(pointer) ?? []) {
    if (!isObject(said)) break
    said = said[key]
  }
  if (said === undefined) return null
  const text = typeof said === 'string' ? said : JSON.stringify(said)
  return hasExpressions(text) ? text : null
}

function isObject(value: Value | undefined): value is Values {
  return typeof value === 'object' && !Array.isArray(value)
}

function undeclared(
  { configuration }: Fleet,
  applicationId: number,
  clusterId: number,
  declared: ReadonlySet<string>,
  mayRead: Knowledge['mayRead'],
): readonly string[] {
  const keys = configurationOf(configuration, applicationId)
    .configs.filter(({ clusters, object }) => hasBit(clusters, clusterId) && mayRead(object))
    .flatMap(({ object }) => Object.keys(object.values))
  return [...new Set(keys)].filter((key) => !declared.has(key)).sort(compareText)
}
