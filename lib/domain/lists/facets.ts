// What rows of a list have in common, by which they are counted.
import { z } from 'zod'
import { labelKeyIssues } from '#lib/domain/labels/labels.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'

/** Whose labels: of the objects of a list or of the clusters of pairs, or of the applications of pairs. */
export const LABEL_SIDES = ['label', 'app_label'] as const
export type LabelSide = (typeof LABEL_SIDES)[number]

/** What rows are counted by: a field of theirs, or a label by its key. */
export type Facet<Field extends string = string> =
  | { readonly by: Field; readonly key: null }
  | { readonly by: LabelSide; readonly key: string }

/** The same, where it is told by the field what a facet is. */
export type FacetOf<Field extends string> = { readonly [By in Field]: Facet<By> }[Field]

/** The same for each facet: which of its values, counted from the most frequent one, are wanted. */
export type FacetPart = { readonly from: number; readonly limit: number }

export type FacetQuestion<Field extends string = string> = FacetPart & {
  /** Null: those that tell most of the rows apart. */
  readonly facets: readonly Facet<Field>[] | null
}

type FacetValue = {
  /** Null: the rows that have none. */
  readonly value: string | null
  readonly count: number
  /** False: there are more than `count`. */
  readonly isExact: boolean
}

export type FacetCounts<Field extends string = string> = {
  readonly facet: Facet<Field>
  /** The most frequent first, then by value; null: there are more rows than lists count. */
  readonly values: readonly FacetValue[] | null
  /** How many values there are in all. */
  readonly total: number
}

/** How many rows have each value; null: the rows that have none. */
export type ValueCounts = ReadonlyMap<string | null, number>

/** The wanted part of the values that rows have; `counts` null: there are more rows than lists count. */
export function facetCounts<Field extends string>(
  facet: Facet<Field>,
  counts: ValueCounts | null,
  { from, limit }: FacetPart,
): FacetCounts<Field> {
  if (counts === null) return { facet, values: null, total: 0 }
  const values = [...counts]
    .filter(([, count]) => count > 0)
    .sort(([a, most], [b, more]) => more - most || compareValues(a, b))
    .map(([value, count]) => ({ value, count, isExact: true }))
  return { facet, values: values.slice(from, from + limit), total: values.length }
}

function compareValues(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compareText(a, b)
}

/** The sum of several counts. */
export function sumOfCounts(all: readonly ValueCounts[]): ValueCounts {
  const sums = new Map<string | null, number>()
  for (const counts of all) {
    for (const [value, count] of counts) sums.set(value, (sums.get(value) ?? 0) + count)
  }
  return sums
}

/** Counts rows by what they have; undefined: it isn't told, and they don't count. */
export function countBy<Row>(
  rows: Iterable<Row>,
  valueOf: (row: Row) => string | null | undefined,
  countOf: (row: Row) => number = () => 1,
): ValueCounts {
  const counts = new Map<string | null, number>()
  for (const row of rows) {
    const value = valueOf(row)
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + countOf(row))
  }
  return counts
}

/** Those of some facets that a list has. */
export function facetsAmong<Field extends string>(
  fields: readonly Field[],
  facets: readonly Facet[],
): Facet<Field>[] {
  return facets.flatMap((facet): Facet<Field>[] => {
    if (facet.key !== null) return [facet]
    const by = fields.find((field) => field === facet.by)
    return by === undefined ? [] : [{ by, key: null }]
  })
}

/** Its name, as the API writes it. */
export function facetName({ by, key }: Facet): string {
  return key === null ? by : `${by}:${key}`
}

const FACETS_MAX = 10

/** Reads the name of one of these fields, or of a label; null: it names none. */
export function facetReader<const Field extends string>(
  fields: readonly Field[],
  sides: readonly LabelSide[],
): (name: string) => Facet<Field> | null {
  return (name) => {
    const field = fields.find((each) => each === name)
    if (field !== undefined) return { by: field, key: null }
    const side = sides.find((each) => name.startsWith(`${each}:`))
    const key = side === undefined ? '' : name.slice(side.length + 1)
    return side !== undefined && labelKeyIssues(key, []).length === 0 ? { by: side, key } : null
  }
}

/** The names of these fields and labels, as people are told of them. */
export function facetWords(fields: readonly string[], sides: readonly LabelSide[]): string {
  return [...fields, ...sides.map((side) => `${side}:KEY`)].join(', ')
}

/** Facets of a list by their names, separated by commas; null where none are asked for. */
export function facetsOf<const Field extends string>(
  fields: readonly Field[],
  sides: readonly LabelSide[],
) {
  const named = facetReader(fields, sides)
  const words = facetWords(fields, sides)
  return z
    .string()
    .optional()
    .transform((text) => text?.split(',').map(named) ?? null)
    .refine(
      (facets) => facets === null || (facets.length <= FACETS_MAX && facets.every(isKnown)),
      `facets must be at most ${FACETS_MAX} of ${words}, separated by commas.`,
    )
    .transform((facets) => facets?.filter(isKnown) ?? null)
    .meta({
      description: `What to count the rows of the whole list by, besides answering a page of it: ${words}, separated by commas.`,
      type: 'string',
    })
}

function isKnown<Known>(facet: Known | null): facet is Known {
  return facet !== null
}
