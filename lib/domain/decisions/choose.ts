// Chooses clusters of a pool, evenly and by preference, without sorting them all: of most it is enough to know that they are in or
// out, so only those that are alike at the edge draw lots.
import { type Bits, bitsOf, boundOf, forEachBit } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { drawLots, indexOfDrawn, lotOfDrawn } from '#lib/domain/text/drawn-lots.ts'
import { lotsAfter } from '#lib/domain/text/lots.ts'
import type { Alike, Lineup } from './lineup.ts'
import { selectLeast } from './select-least.ts'

/** What is of one value. */
type Line = {
  readonly alike: readonly Alike[]
  /** How many are picked already. */
  readonly held: number
  /** How many are in the pool. */
  readonly left: number
}

type Drawn = {
  readonly id: number
  readonly name: string
  readonly place: number
  readonly lot: number
}

/**
 * `count` of a pool that has as many. One after the other is of the value of which the fewest are in or in `picked`; among
 * these the first by preference, then by the lot that a cluster draws for the application.
 */
export function chooseOf(
  pool: Bits,
  picked: Bits,
  count: number,
  lineup: Lineup,
  application: string,
): Bits {
  const isLeft = membersOf(pool)
  const isHeld = membersOf(picked)
  const lines = lineup.map((alike): Line => {
    return { alike, held: countOf(alike, isHeld), left: countOf(alike, isLeft) }
  })
  const level = levelOf(lines, count)
  const lotOf = lotsAfter(`${application} `)
  const chosen: number[] = []
  const nexts: Drawn[] = []
  for (const line of lines) {
    if (line.held > level) continue
    const next = takeFirst(line, takenTo(level, line), isLeft, lotOf, chosen)
    if (next !== null) nexts.push(next)
  }
  // No value can be filled up to the next level as well, or there were too many: of these, each has one that comes next.
  nexts.sort(compareDrawn)
  for (const { id } of nexts.slice(0, count - chosen.length)) chosen.push(id)
  return bitsOf(chosen)
}

/** By id, 1: a member. Asked for many ids, it is quicker than the set. */
function membersOf(bits: Bits): Uint8Array {
  const members = new Uint8Array(boundOf(bits))
  forEachBit(bits, (id) => (members[id] = 1))
  return members
}

function countOf(line: readonly Alike[], members: Uint8Array): number {
  let count = 0
  for (const { ids } of line) for (const id of ids) if (members[id] === 1) count++
  return count
}

/** The most that each value can be filled up to, as far as it has so many, with no more than `count` of all. */
function levelOf(lines: readonly Line[], count: number): number {
  let level = 0
  let above = 1 + lines.reduce((most, { held, left }) => Math.max(most, held + left), 0)
  while (above - level > 1) {
    const middle = Math.floor((level + above) / 2)
    const taken = lines.reduce((sum, line) => sum + takenTo(middle, line), 0)
    if (taken <= count) level = middle
    else above = middle
  }
  return level
}

/** How many of a value are taken to fill it up to a level. */
function takenTo(level: number, { held, left }: Line): number {
  return Math.min(left, Math.max(0, level - held))
}

/** Adds the first `count` that are left of a value, and answers the one that comes next; null: there is none. */
function takeFirst(
  { alike }: Line,
  count: number,
  isLeft: Uint8Array,
  lotOf: (name: string) => number,
  chosen: number[],
): Drawn | null {
  let wanted = count
  for (const each of alike) {
    const left = indexesIn(each.ids, isLeft)
    if (left.length > wanted) return drawFirst(each, left, wanted, lotOf, chosen)
    for (const index of left) chosen.push(each.ids[index]!)
    wanted -= left.length
  }
  return null
}

function indexesIn(ids: readonly number[], members: Uint8Array): number[] {
  const indexes: number[] = []
  for (let index = 0; index < ids.length; index++)
    if (members[ids[index]!] === 1) indexes.push(index)
  return indexes
}

/** The same among those that no preference tells apart, of which more are left than wanted. */
function drawFirst(
  { place, ids, names }: Alike,
  left: readonly number[],
  wanted: number,
  lotOf: (name: string) => number,
  chosen: number[],
): Drawn {
  const drawn = drawLots(names, left, lotOf)
  selectLeast(drawn, wanted)
  for (let nth = 0; nth < wanted; nth++) chosen.push(ids[indexOfDrawn(drawn[nth]!)]!)
  const next = indexOfDrawn(drawn[wanted]!)
  return { id: ids[next]!, name: names[next]!, place, lot: lotOfDrawn(drawn[wanted]!) }
}

function compareDrawn(a: Drawn, b: Drawn): number {
  return a.place - b.place || a.lot - b.lot || compareText(a.name, b.name)
}
