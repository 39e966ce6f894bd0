// What rows of a list have in common, by which they are counted.
import { z } from 'zod'
import { labelKeyIssues } from '#lib/domain/labels/labels.ts'

/** Whose labels: of the objects of a list or of the clusters of pairs, or of the applications of pairs. */
export const LABEL_SIDES = ['label', 'app_label'] as const
export type LabelSide = (typeof LABEL_SIDES)[number]

/** What rows are counted by: a field of theirs, or a label by its key. */
export type Facet<Field extends string = string> =
  | { readonly by: Field; readonly key: null }
  | { readonly by: LabelSide; readonly key: string }

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

/** Its name, as the API writes it. */
export function facetName({ by, key }: Facet): string {
  return key === null ? by : `${by}:${key}`
}

const FACETS_MAX = 10

/** Facets of a list by their names, separated by commas; null where none are asked for. */
export function facetsOf<const Field extends string>(
  fields: readonly Field[],
  sides: readonly LabelSide[],
) {
  const named = (text: string): Facet<Field> | null => {
    const field = fields.find((each) => each === text)
    if (field !== undefined) return { by: field, key: null }
    const side = sides.find((each) => text.startsWith(`${each}:`))
    const key = side === undefined ? '' : text.slice(side.length + 1)
    return side !== undefined && labelKeyIssues(key, []).length === 0 ? { by: side, key } : null
  }
  const words = [...fields, ...sides.map((side) => `${side}:KEY`)].join(', ')
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
