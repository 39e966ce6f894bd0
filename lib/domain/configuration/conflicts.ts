// Layers of equal priority that contradict each other.
import { compareText } from '#lib/domain/text/compare-text.ts'
import { pointerOf } from '#lib/domain/text/pointer.ts'
import type { Value, Values } from '#lib/domain/values/values.ts'
import { isMap, isSameValue, type Place, type Said } from './said.ts'

export type Conflict<From> = {
  /** Of two, the one that contains the other. */
  readonly pointer: string
  readonly one: From
  /** The later one by name. */
  readonly other: From
}

/** What one layer says at a place: a leaf, or null for leaves within. */
type Opinion<From> = Omit<Said<From>, 'value'> & { readonly value: Value | null }

const CONFLICTS_MAX = 100

/** At most 100 of the conflicts of a root. */
export function conflictsOf<From>(root: Place<From>): readonly Conflict<From>[] {
  return conflictsWithin(root, []).slice(0, CONFLICTS_MAX)
}

/**
 * Where layers of equal priority say different things at one pointer, or one of them within what the other one says. Each layer is
 * named with the first that it contradicts.
 */
function conflictsWithin<From>(
  place: Place<From>,
  path: readonly string[],
): readonly Conflict<From>[] {
  const here = contradictions(opinionsAt(place)).map(([one, other]) => ({
    pointer: pointerOf(path),
    one: one.from,
    other: other.from,
  }))
  const children = [...place.within].sort(([a], [b]) => compareText(a, b))
  return [...here, ...children.flatMap(([key, child]) => conflictsWithin(child, [...path, key]))]
}

function opinionsAt<From>(place: Place<From>): readonly Opinion<From>[] {
  if (place.said.length === 0 || place.within.size === 0) return place.said
  const priorities = new Set(place.said.map(({ priority }) => priority))
  const within = new Map<number, Opinion<From>>()
  for (const child of place.within.values()) addSpeakers(child, priorities, within)
  return [...place.said, ...within.values()].sort((a, b) => a.rank - b.rank)
}

function addSpeakers<From>(
  place: Place<From>,
  priorities: ReadonlySet<number>,
  found: Map<number, Opinion<From>>,
): void {
  for (const said of place.said) {
    if (priorities.has(said.priority)) found.set(said.rank, { ...said, value: null })
  }
  for (const child of place.within.values()) addSpeakers(child, priorities, found)
}

/** Of opinions by rank, each that contradicts an earlier one of its priority, after the first such. */
function contradictions<From>(
  opinions: readonly Opinion<From>[],
): readonly (readonly [Opinion<From>, Opinion<From>])[] {
  const found: (readonly [Opinion<From>, Opinion<From>])[] = []
  let first: Opinion<From> | undefined
  /** The first that differs from the first. */
  let second: Opinion<From> | undefined
  for (const opinion of opinions) {
    if (first === undefined || first.priority !== opinion.priority) {
      first = opinion
      second = undefined
    } else if (isSameOpinion(first.value, opinion.value)) {
      if (second !== undefined) found.push([second, opinion])
    } else {
      second ??= opinion
      found.push([first, opinion])
    }
  }
  return found
}

function isSameOpinion(one: Value | null, other: Value | null): boolean {
  return one === null || other === null ? one === other : isSameValue(one, other)
}

/**
 * Whether values of equal priority could be in conflict: they differ at one pointer, or one of them says something within what the
 * other one says. Values may hold expressions: those with the same text are equal wherever both apply.
 */
export function overlaps(one: Values, other: Values): boolean {
  return Object.entries(one).some(
    ([key, value]) => Object.hasOwn(other, key) && differs(value, other[key]!),
  )
}

function differs(one: Value, other: Value): boolean {
  return isMap(one) && isMap(other) ? overlaps(one, other) : !isSameValue(one, other)
}
