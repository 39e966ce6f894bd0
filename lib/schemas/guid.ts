// GUIDs and lists, as identity providers send them.
import { z } from 'zod'

/** In lower case, the one form in which ids are compared and kept. */
export const guid = z.guid('This must be a GUID').toLowerCase()

/** A list whose length is checked first, so that a list that is too long makes one issue instead of one per item. */
export function listOf<Item extends z.ZodType>(item: Item, max: number) {
  return z.array(z.unknown()).max(max).pipe(z.array(item))
}
