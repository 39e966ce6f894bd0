// Applications by clusters as a table: on each of its two axes a line for each group, and after that of an open one a line for
// each of its members.
import type { LabelIndex } from '#lib/domain/labels/label-index.ts'
import { formatTerm } from '#lib/domain/labels/selector-format.ts'
import { type Bits, bitsOf, boundOf, hasBit, intersect, NO_BITS } from '#lib/domain/sets/bits.ts'
import { EMPTY_MAP, entriesIn } from '#lib/domain/sets/layered-map.ts'
import {
  countMembers,
  countOf,
  type MemberCounts,
  sumAmong,
} from '#lib/domain/sets/member-counts.ts'
import type { Placed } from '#lib/domain/observed/ordinary.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { Fleet } from './fleet.ts'

type MatrixGroup = {
  /** The value of the label that its members have in common; null: they don't have the label. */
  readonly key: string | null
  /** The label selector that says so, by which the group is named, too. */
  readonly selector: string
  /** Ids, by name. */
  readonly members: readonly number[]
  readonly isOpen: boolean
}

/** The groups by key, those without the label last. */
export type MatrixAxis = readonly MatrixGroup[]

/** A line of an axis; `id` null: the group itself, which stands for all of its members. */
export type MatrixLine = { readonly group: number; readonly id: number | null }

/** Groups by their selectors; all others are open while an axis has few members. */
export type Openness = { readonly open: readonly string[]; readonly closed: readonly string[] }

/** Up to so many members, groups are open unless somebody closes them: beyond it, counts say more than cells. */
export const OPEN_MEMBERS_MAX = 60

/**
 * The axis of some objects of a kind, grouped by the values of a label. `ordered` are the ids of all objects of the kind by
 * name, and `index` has their labels.
 */
export function axisOf(
  { ordered, index }: { readonly ordered: readonly number[]; readonly index: LabelIndex },
  among: Bits,
  label: string,
  { open, closed }: Openness,
): MatrixAxis {
  const valueOf = valuesById(index, label)
  const members = ordered.filter((id) => hasBit(among, id))
  const isOpenUnasked = members.length <= OPEN_MEMBERS_MAX
  return [...Map.groupBy(members, (id) => valueOf[id] ?? null)]
    .map(([key, members]) => {
      const selector = selectorOf(label, key)
      const isOpen = open.includes(selector) || (isOpenUnasked && !closed.includes(selector))
      return { key, selector, members, isOpen }
    })
    .sort(byKey)
}

/** The values of a label by the ids of objects; undefined: it has no such label. */
export function valuesById({ byKey }: LabelIndex, label: string): readonly (string | undefined)[] {
  const values: string[] = []
  for (const [value, ids] of entriesIn(byKey.get(label) ?? EMPTY_MAP)) {
    for (const id of ids) values[id] = value
  }
  return values
}

/** The selector of the group that has this value of a label; null: that has none. */
function selectorOf(key: string, value: string | null): string {
  return value === null
    ? formatTerm({ key, operator: '!exists', values: [] })
    : formatTerm({ key, operator: '=', values: [value] })
}

function byKey(a: MatrixGroup, b: MatrixGroup): number {
  if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
  return compareText(a.key, b.key)
}

/** How many lines an axis has. */
export function countLines(axis: MatrixAxis): number {
  return axis.reduce((lines, group) => lines + sizeOf(group), 0)
}

function sizeOf({ isOpen, members }: MatrixGroup): number {
  return isOpen ? 1 + members.length : 1
}

/** Some of the lines of an axis, in order. */
export function linesOf(axis: MatrixAxis, from: number, limit: number): MatrixLine[] {
  const lines: MatrixLine[] = []
  let first = 0
  for (const [group, { members, ...rest }] of axis.entries()) {
    const size = sizeOf({ members, ...rest })
    const begin = Math.max(from - first, 0)
    const end = Math.min(from + limit - first, size)
    for (let place = begin; place < end; place++) {
      lines.push({ group, id: place === 0 ? null : members[place - 1]! })
    }
    first += size
  }
  return lines
}

/** What the lines of one side of a count stand for: ids, each in one of them at most. */
export type MatrixSide = readonly (readonly number[])[]

/** By the row, then by the column. */
export type MatrixCounts<Count> = readonly (readonly Count[])[]

/** How many placements the applications of each row have on the clusters of each column; `heard` are the clusters that aren't silent. */
export function countPlacedBetween(
  { placements }: Fleet,
  rows: MatrixSide,
  columns: MatrixSide,
  heard: Bits,
): MatrixCounts<Placed> {
  const counters = columns.map((clusters) => placedCounter(clusters, heard))
  return rows.map((applications) => {
    const placed = countMembers(applications.map((id) => placements[id] ?? NO_BITS))
    return counters.map((count) => count(placed))
  })
}

/** Of so few clusters, the count of each is asked for: beyond it, sets cost less. */
const FEW_CLUSTERS = 64

/** Counts what is placed on some clusters, by how much is placed on each. */
function placedCounter(clusters: readonly number[], heard: Bits): (placed: MemberCounts) => Placed {
  if (clusters.length > FEW_CLUSTERS) {
    const all = bitsOf(clusters)
    const heardOf = intersect(all, heard)
    return (placed) => split(sumAmong(placed, all), sumAmong(placed, heardOf))
  }
  const heardOf = clusters.filter((id) => hasBit(heard, id))
  return (placed) => split(sumOfEach(placed, clusters), sumOfEach(placed, heardOf))
}

function sumOfEach(placed: MemberCounts, ids: readonly number[]): number {
  return ids.reduce((sum, id) => sum + countOf(placed, id), 0)
}

function split(all: number, heard: number): Placed {
  return { heard, silent: all - heard }
}

/** By id, the place of the line that stands for it, from 1; 0: none does. */
export function placesById(side: MatrixSide): readonly number[] {
  const bound = boundOf(bitsOf(side.flat()))
  const places = Array.from<number>({ length: bound }).fill(0)
  for (const [place, ids] of side.entries()) for (const id of ids) places[id] = place + 1
  return places
}
