// What identity providers send of ids: GUIDs, and lists that are measured before they are read.
import { z } from 'zod'

/** In lower case, the one form in which ids are compared and kept. */
export const guid = z.guid('This must be a GUID').toLowerCase()

/** A list whose length is judged first: one that is too long costs one issue, not one an item. */
export function listOf<Item extends z.ZodType>(item: Item, max: number) {
  return z.array(z.unknown()).max(max).pipe(z.array(item))
}
