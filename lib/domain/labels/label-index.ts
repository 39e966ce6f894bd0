// Which objects have which labels, for answering a selector without reading any object. An index is never changed: an edit
// gives a new one that shares every list that the edit doesn't touch.
//
// A list holds ids, not bits: the room that all lists take together is then the number of labels in the fleet, also where
// every object has a value of its own, as with `name`.
import {
  NO_BITS,
  bitsOfAll,
  boundOf,
  intersect,
  subtract,
  withBits,
} from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { EMPTY_MAP, lookUp, mapWith, valuesIn } from '#lib/domain/sets/layered-map.ts'
import type { LayeredMap } from '#lib/domain/sets/layered-map.ts'
import type { Labels } from './labels.ts'
import type { Selector, Term } from './selector.ts'

type Ids = readonly number[]
/** The objects that have each value of a key, in no order; a value that no object has is absent. */
type ByValue = LayeredMap<Ids>

export type LabelIndex = {
  readonly all: Bits
  readonly byKey: ReadonlyMap<string, ByValue>
}

/** An object's labels before and after an edit; null where it isn't there. */
export type LabelEdit = {
  readonly id: number
  readonly before: Labels | null
  readonly after: Labels | null
}

export const EMPTY_INDEX: LabelIndex = { all: NO_BITS, byKey: new Map() }

/** The objects whose labels the selector matches. */
export function matchSelector(index: LabelIndex, selector: Selector): Bits {
  if (selector.kind === 'everything') return index.all
  return selector.terms.reduce((bits, term) => intersect(bits, matchTerm(index, term)), index.all)
}

/** The index after edits of different ids. Labels that an edit leaves alone cost nothing. */
export function indexWith(index: LabelIndex, edits: readonly LabelEdit[]): LabelIndex {
  const ids = edits.map((edit) => edit.id)
  const all = withBits(index.all, ids, (nth) => edits[nth]!.after !== null)
  const leaving: Postings = new Map()
  const coming: Postings = new Map()
  for (const { id, before, after } of edits) {
    postDifference(leaving, id, before, after)
    postDifference(coming, id, after, before)
  }
  const byKey = new Map(index.byKey)
  for (const key of new Set([...leaving.keys(), ...coming.keys()])) {
    const known = byKey.get(key) ?? EMPTY_MAP
    byKey.set(key, mapWith(known, movedIds(known, leaving.get(key), coming.get(key))))
  }
  return { all, byKey }
}

function matchTerm(index: LabelIndex, term: Term): Bits {
  const byValue = index.byKey.get(term.key) ?? EMPTY_MAP
  switch (term.operator) {
    case '=':
    case 'in':
      return paint(index, listsOf(byValue, term.values))
    case '!=':
    case 'notin':
      return subtract(index.all, paint(index, listsOf(byValue, term.values)))
    case 'exists':
      return paint(index, valuesIn(byValue))
    case '!exists':
      return subtract(index.all, paint(index, valuesIn(byValue)))
  }
}

function listsOf(byValue: ByValue, values: readonly string[]): Ids[] {
  return values.map((value) => lookUp(byValue, value) ?? [])
}

function paint(index: LabelIndex, lists: readonly Ids[]): Bits {
  return bitsOfAll(lists, boundOf(index.all))
}

/** Ids by key and value. */
type Postings = Map<string, Map<string, number[]>>

/** Adds the id under each of its labels that `others` doesn't have with the same value. */
function postDifference(
  postings: Postings,
  id: number,
  labels: Labels | null,
  others: Labels | null,
) {
  for (const [key, value] of labels ?? []) {
    if (others?.get(key) === value) continue
    const byValue = postings.get(key) ?? new Map<string, number[]>()
    const ids = byValue.get(value)
    if (ids === undefined) postings.set(key, byValue.set(value, [id]))
    else ids.push(id)
  }
}

/** The new lists of the values that ids leave or join; null where nobody is left. */
function movedIds(
  byValue: ByValue,
  leaving: ReadonlyMap<string, Ids> = new Map(),
  coming: ReadonlyMap<string, Ids> = new Map(),
): Map<string, Ids | null> {
  const moved = new Map<string, Ids | null>()
  for (const [value, gone] of leaving) {
    const staying = without(lookUp(byValue, value) ?? [], gone)
    moved.set(value, staying.length === 0 ? null : staying)
  }
  for (const [value, ids] of coming) {
    const known = moved.get(value) ?? (leaving.has(value) ? undefined : lookUp(byValue, value))
    moved.set(value, known === undefined ? ids : known.concat(ids))
  }
  return moved
}

function without(ids: Ids, gone: Ids): Ids {
  const leaving = new Set(gone)
  return ids.filter((id) => !leaving.has(id))
}
