// The objects of one kind in a fleet, found by id or name and listed by name. A shelf is immutable; after an edit that adds
// and removes no name, the new shelf shares the order.
import { type Application, type ModelObject, namespaceOf } from '#lib/domain/objects/objects.ts'
import { countBits, hasBit, idsIn } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'

/** For more than one in so many of its objects, walking the whole shelf is cheaper than sorting them. */
const WALK_RATIO = 16

export type Identified<T> = { readonly id: number; readonly object: T }

/** One object's state before and after an edit; null where it isn't there, and never null on both sides. */
export type Transition<T> = {
  readonly id: number
  readonly before: T | null
  readonly after: T | null
}

export type Shelf<T extends ModelObject> = {
  /** By id; undefined: no such object, or no longer. */
  readonly slots: readonly (T | undefined)[]
  /** The ids of the objects, by namespace (applications), then by name. */
  readonly ordered: readonly number[]
}

export const EMPTY_SHELF: Shelf<never> = { slots: [], ordered: [] }

/** The shelf after transitions, each of a different id. */
export function shelfWith<T extends ModelObject>(
  shelf: Shelf<T>,
  transitions: readonly Transition<T>[],
): Shelf<T> {
  if (transitions.length === 0) return shelf
  const slots = slotsWith(
    shelf.slots,
    transitions.map(({ id, after }) => [id, after ?? undefined]),
  )
  const leaving = transitions.filter(
    (transition) => transition.before !== null && !keepsName(transition),
  )
  const coming = transitions.filter(
    (transition) => transition.after !== null && !keepsName(transition),
  )
  if (leaving.length === 0 && coming.length === 0) return { slots, ordered: shelf.ordered }
  const gone = new Set(leaving.map(({ id }) => id))
  const staying = gone.size === 0 ? shelf.ordered : shelf.ordered.filter((id) => !gone.has(id))
  return {
    slots,
    ordered: insertByName(
      slots,
      staying,
      coming.map(({ id }) => id),
    ),
  }
}

/** Values by id, with some of them replaced. */
export function slotsWith<T>(
  slots: readonly (T | undefined)[],
  entries: readonly (readonly [id: number, value: T | undefined])[],
): readonly (T | undefined)[] {
  const edited = slots.slice()
  for (const [id, value] of entries) {
    while (edited.length <= id) edited.push(undefined)
    edited[id] = value
  }
  return edited
}

/** The object of that name, and of that team where the kind is named by both. */
export function findByName<T extends ModelObject>(
  shelf: Shelf<T>,
  name: string,
  team = '',
): Identified<T> | null {
  const id = shelf.ordered[firstAtOrAfter(shelf.slots, shelf.ordered, team, name, 0)]
  if (id === undefined) return null
  const object = shelf.slots[id]!
  return object.name === name && teamOf(object) === team ? { id, object } : null
}

/** The ids of the applications of a team, by name. */
export function idsOfTeam(shelf: Shelf<Application>, team: string): readonly number[] {
  const from = firstAtOrAfter(shelf.slots, shelf.ordered, team, '', 0)
  let to = from
  while (to < shelf.ordered.length && shelf.slots[shelf.ordered[to]!]!.team === team) to++
  return shelf.ordered.slice(from, to)
}

/** Those of the ids that are on the shelf, in the shelf's order. */
export function idsByName(shelf: Shelf<ModelObject>, wanted: Bits): readonly number[] {
  if (countBits(wanted) > shelf.ordered.length / WALK_RATIO) {
    return shelf.ordered.filter((id) => hasBit(wanted, id))
  }
  const ids = idsIn(wanted).filter((id) => shelf.slots[id] !== undefined)
  return ids.sort((a, b) => compareByName(shelf.slots[a]!, shelf.slots[b]!))
}

function teamOf(object: ModelObject): string {
  return namespaceOf(object) ?? ''
}

function keepsName({ before, after }: Transition<ModelObject>): boolean {
  if (before === null || after === null) return false
  return before.name === after.name && teamOf(before) === teamOf(after)
}

function insertByName(
  slots: readonly (ModelObject | undefined)[],
  ordered: readonly number[],
  coming: readonly number[],
): readonly number[] {
  const merged: number[] = []
  let from = 0
  for (const id of coming.toSorted((a, b) => compareByName(slots[a]!, slots[b]!))) {
    const object = slots[id]!
    const at = firstAtOrAfter(slots, ordered, teamOf(object), object.name, from)
    while (from < at) merged.push(ordered[from++]!)
    merged.push(id)
  }
  while (from < ordered.length) merged.push(ordered[from++]!)
  return merged
}

/** By namespace, then by name. */
export function compareByName(a: ModelObject, b: ModelObject): number {
  return compareText(teamOf(a), teamOf(b)) || compareText(a.name, b.name)
}

function firstAtOrAfter(
  slots: readonly (ModelObject | undefined)[],
  ordered: readonly number[],
  namespace: string,
  name: string,
  from: number,
): number {
  let low = from
  let high = ordered.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const object = slots[ordered[middle]!]!
    const comparison = compareText(teamOf(object), namespace) || compareText(object.name, name)
    if (comparison < 0) low = middle + 1
    else high = middle
  }
  return low
}
