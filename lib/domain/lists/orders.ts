// In which order the objects of a list come: by some of their fields and labels, one after the other.
import { z } from 'zod'
import { type Facet, facetReader, facetWords, type LabelSide } from './facets.ts'

/** One of the things that a list is sorted by. */
export type Order<Field extends string = string> = Facet<Field> & { readonly descending: boolean }

/** What lists of objects are sorted by, each kind by some of it. */
export type ObjectOrder = Order<'name' | 'since' | 'namespace' | 'environment' | 'effect'>

export const BY_NAME = [{ by: 'name', key: null, descending: false }] as const

const ORDERS_MAX = 4

/** Fields, and labels by their key, separated by commas; `-` before one makes it descending. */
export function ordersOf<const Field extends string>(
  fields: readonly Field[],
  sides: readonly LabelSide[],
  absent: NoInfer<Field>,
) {
  const words = facetWords(fields, sides)
  const read = facetReader(fields, sides)
  const orderOf = (text: string): Order<Field> | null => {
    const facet = read(text.replace(/^-/, ''))
    return facet && { ...facet, descending: text.startsWith('-') }
  }
  return z
    .string()
    .default(absent)
    .transform((text) => text.split(','))
    .refine(
      (texts) => texts.length <= ORDERS_MAX && texts.every((text) => orderOf(text) !== null),
      `sort must be at most ${ORDERS_MAX} of ${words}, separated by commas, each with - before it to be descending.`,
    )
    .transform((texts) => texts.map(orderOf).filter((order) => order !== null))
    .meta({
      description: `What to sort by: ${words}; with \`-\` before it, descending. Several are separated by commas: the later ones sort what the earlier ones leave equal. Without a value comes before any.`,
      type: 'string',
      default: absent,
    })
}
