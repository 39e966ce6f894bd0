// Which columns of a list are wanted: fields of its rows, or labels by their key.
import { z } from 'zod'
import { type Facet, facetReader, facetWords, type LabelSide } from './facets.ts'

/** A label, and of whose it is. */
export type LabelKey = Extract<Facet, { readonly by: LabelSide }>

const COLUMNS_MAX = 50

/** Columns of a list by their names, separated by commas, in that order; null where none are asked for. */
export function columnsOf(fields: readonly string[], sides: readonly LabelSide[]) {
  const words = facetWords(fields, sides)
  return z
    .string()
    .optional()
    .transform((text) => (text === undefined ? null : [...new Set(text.split(','))]))
    .transform((names) => names && readColumns(names, fields, sides))
    .refine(
      (columns) => columns !== undefined,
      `columns must be at most ${COLUMNS_MAX} of ${words}, separated by commas.`,
    )
    .transform((columns) => columns ?? null)
    .meta({
      description: `Of an export, only these columns, in this order; in JSON and YAML each row is an object of them, whose values are single ones, or text as in CSV. ${words}, separated by commas.`,
      type: 'string',
    })
}

/** Undefined: one of the names means nothing, or they are too many. */
function readColumns(
  names: readonly string[],
  fields: readonly string[],
  sides: readonly LabelSide[],
): readonly Facet[] | undefined {
  const columns = names.map(facetReader(fields, sides)).filter((column) => column !== null)
  return columns.length === names.length && names.length <= COLUMNS_MAX ? columns : undefined
}

/** The labels among columns. */
export function labelKeys(columns: readonly Facet[]): readonly LabelKey[] {
  return columns.filter((column) => column.key !== null)
}
