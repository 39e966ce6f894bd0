// What an application is told on a cluster: the values of all configs that apply, and of the defaults of schemas, as one document.
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { Value, Values } from '#lib/domain/values/values.ts'
import { type Conflict, conflictsOf } from './conflicts.ts'
import { saidBy } from './said.ts'
import { type Leaf, leavesOf } from './winning-leaves.ts'

/** What one config gives. */
export type Layer<From> = {
  /** Another one for each layer: it decides what comes first among equals, and nothing else. */
  readonly name: string
  readonly priority: number
  /** In their normal form, and without expressions. */
  readonly values: Values
  /** Who says it, as it is told again. */
  readonly from: From
}

/** What one schema gives. */
export type SchemaLayer<From> = {
  readonly name: string
  readonly defaults: Values
  /** The top-level keys that it declares. */
  readonly keys: readonly string[]
  readonly from: From
}

export type Merged<From> = {
  /** The document, in its normal form. */
  readonly values: Values
  /** Its leaves, each with where it is from, in the order of the document. */
  readonly leaves: readonly Leaf<From>[]
  /** Of undelivered values, too. */
  readonly conflicts: readonly Conflict<From>[]
  /** The top-level keys that a layer gives and no schema declares. */
  readonly undelivered: readonly string[]
}

const DEFAULTS_PRIORITY = -1

/**
 * One document of all layers that apply. Leaves are scalars, lists and empty objects. Of what is said at one pointer, or at one
 * within the other, the higher priority counts: a scalar over an object hides all in it, and the reverse. Different values of
 * equal priority are a conflict, and then the first by name counts. Defaults of schemas give way to all else. Only top-level keys
 * that a schema declares are delivered.
 */
export function merge<From>(
  layers: readonly Layer<From>[],
  schemas: readonly SchemaLayer<From>[],
): Merged<From> {
  const defaults = schemas.map(({ name, defaults, from }) => {
    return { name, priority: DEFAULTS_PRIORITY, values: defaults, from }
  })
  const root = saidBy([...layers, ...defaults].toSorted(byPrecedence))
  const declared = new Set(schemas.flatMap(({ keys }) => keys))
  const leaves = leavesOf(root).filter(({ path: [key = ''] }) => declared.has(key))
  return {
    values: documentOf(leaves),
    leaves: leaves.map(({ leaf }) => leaf),
    conflicts: conflictsOf(root),
    undelivered: [...root.within.keys()].filter((key) => !declared.has(key)).sort(compareText),
  }
}

function byPrecedence(
  one: { readonly priority: number; readonly name: string },
  other: { readonly priority: number; readonly name: string },
): number {
  return other.priority - one.priority || compareText(one.name, other.name)
}

type Members = Map<string, Value | Members>

/** From leaves in the order of the document. */
function documentOf(
  leaves: readonly { readonly path: readonly string[]; readonly leaf: { readonly value: Value } }[],
): Values {
  const document: Members = new Map()
  for (const { path, leaf } of leaves) {
    let members = document
    for (const key of path.slice(0, -1)) members = membersWithin(members, key)
    members.set(path.at(-1) ?? '', leaf.value)
  }
  return valuesOf(document)
}

function membersWithin(members: Members, key: string): Members {
  const known = members.get(key)
  if (known instanceof Map) return known
  const fresh: Members = new Map()
  members.set(key, fresh)
  return fresh
}

function valuesOf(members: Members): Values {
  return Object.fromEntries(
    [...members].map(([key, member]) => [key, member instanceof Map ? valuesOf(member) : member]),
  )
}
