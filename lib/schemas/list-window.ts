// What the address of a list's page says besides its filters and its order.
import { z } from 'zod'
import { instant, rowCount, text } from '#lib/domain/lists/parameters.ts'

export const listWindow = z.object({
  at: instant('The moment that it shows.'),
  known_at: instant('When what it shows was known.'),
  limit: rowCount(200, 50),
  /** What isn’t one is left out. */
  columns: z.string().optional(),
  group: text('What its rows are grouped by.'),
})
