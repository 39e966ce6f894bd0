// The leaves that count, and what each of them hides.
import { compareText } from '#lib/domain/text/compare-text.ts'
import { pointerOf } from '#lib/domain/text/pointer.ts'
import type { Value } from '#lib/domain/values/values.ts'
import type { Place, Said } from './said.ts'

export type Leaf<From> = {
  readonly pointer: string
  readonly value: Value
  readonly from: From
  /** What would count if this didn't, the first first. Their pointers are this one's, or one contains the other. */
  readonly hides: readonly Hidden<From>[]
}

type Hidden<From> = { readonly pointer: string; readonly value: Value; readonly from: From }

const HIDES_MAX = 20

/** A place around another one where something is said. */
type Around<From> = {
  readonly pointer: string
  readonly said: readonly Said<From>[]
  /** The two lowest ranks that say something in it, but beside the way to the other place. */
  readonly beside: readonly number[]
}

type Found<From> = { readonly path: readonly string[]; readonly leaf: Leaf<From> }

/**
 * The leaves that no layer of lower rank says anything at, around or within, in the order of the document. `hides` has at most 20
 * members. It ends before a value of a wider pointer that something else hides, too: that wouldn't be seen without this leaf.
 */
export function leavesOf<From>(root: Place<From>): readonly Found<From>[] {
  return leavesWithin(root, [], '', Infinity, [])
}

/** `above`: the lowest rank that says something around it. */
function leavesWithin<From>(
  place: Place<From>,
  path: readonly string[],
  pointer: string,
  above: number,
  around: readonly Around<From>[],
): readonly Found<From>[] {
  const [lowest = Infinity] = place.lowest
  if (lowest > above) return []
  const [first] = place.said
  if (first !== undefined && first.rank === lowest) {
    const { value, from } = first
    const hides = hiddenBy(first, place, pointer, around)
    return [{ path, leaf: { pointer, value, from, hides } }]
  }
  const here = first === undefined ? [] : [{ pointer, said: place.said, beside: [] }]
  const outer = [...around, ...here]
  const children = [...place.within].sort(([a], [b]) => compareText(a, b))
  const beside = outer.length === 0 ? [] : besideEach(children.map(([, { lowest }]) => lowest))
  return children.flatMap(([key, child], index) =>
    leavesWithin(
      child,
      [...path, key],
      pointer + pointerOf([key]),
      Math.min(above, first?.rank ?? Infinity),
      outer.map((each) => ({ ...each, beside: twoLowest(each.beside, beside[index]) })),
    ),
  )
}

/** For each of several places, the two lowest ranks of the others. */
function besideEach(lowest: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const before = runningLowest(lowest)
  const after = runningLowest(lowest.toReversed()).toReversed()
  return lowest.map((_, index) => twoLowest(before[index], after[index]))
}

/** For each of several places, the two lowest ranks of those before it. */
function runningLowest(lowest: readonly (readonly number[])[]): (readonly number[])[] {
  let running: readonly number[] = []
  return lowest.map((ranks) => {
    const before = running
    running = twoLowest(running, ranks)
    return before
  })
}

function twoLowest(one: readonly number[] = [], other: readonly number[] = []): readonly number[] {
  return [...new Set([...one, ...other])].sort((a, b) => a - b).slice(0, 2)
}

function hiddenBy<From>(
  winner: Said<From>,
  place: Place<From>,
  pointer: string,
  around: readonly Around<From>[],
): readonly Hidden<From>[] {
  const end = Math.min(...around.map((each) => hiddenAnyway(each, winner)))
  const outside = around.flatMap(({ pointer, said }) => hiddenAt(pointer, said.slice(0, HIDES_MAX)))
  return [...outside, ...saidWithin(place, pointer)]
    .filter(({ rank }) => rank < end && rank !== winner.rank)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, HIDES_MAX)
    .map(({ hidden }) => hidden)
}

type Ranked<From> = { readonly rank: number; readonly hidden: Hidden<From> }

function hiddenAt<From>(pointer: string, said: readonly Said<From>[]): readonly Ranked<From>[] {
  return said.map(({ rank, value, from }) => ({ rank, hidden: { pointer, value, from } }))
}

/** The lowest rank of what is said at a place around a leaf and hidden by others than the leaf's layer. */
function hiddenAnyway<From>({ said, beside }: Around<From>, winner: Said<From>): number {
  const other = beside.find((rank) => rank !== winner.rank) ?? Infinity
  return said.find(({ rank }) => rank > other)?.rank ?? Infinity
}

function saidWithin<From>(place: Place<From>, pointer: string): readonly Ranked<From>[] {
  const here = hiddenAt(pointer, place.said)
  if (place.within.size === 0) return here
  const children = [...place.within].sort(([a], [b]) => compareText(a, b))
  return [
    ...here,
    ...children.flatMap(([key, child]) => saidWithin(child, pointer + pointerOf([key]))),
  ]
}
