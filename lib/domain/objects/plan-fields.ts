// The fields that say when something holds by plan: between two instants, in hours of the week.
import { z } from 'zod'
import { type WeeklyHours, WEEKDAYS } from '#lib/domain/observed/planned-silence.ts'
import { accepted, type Checked, refused } from '#lib/domain/text/issue.ts'

const text = z.string()

export const hoursSchema = z.strictObject({
  days: z.array(z.enum(WEEKDAYS)).readonly(),
  from: text.meta({ examples: ['20:00'] }),
  to: text.meta({
    description: 'A time of the next day, unless it is later than `from`.',
    examples: ['06:00'],
  }),
})

/** RFC 3339, with an offset: https://www.rfc-editor.org/rfc/rfc3339#section-5.6. */
const sentInstant = z.iso.datetime({ offset: true })

export function readInstant(sent: string | undefined, field: 'from' | 'to'): Checked<Date | null> {
  if (sent === undefined) return accepted(null)
  if (sentInstant.safeParse(sent).success) return accepted(new Date(sent))
  const reason = 'An instant is written as in RFC 3339, such as 2026-12-24T18:00:00Z.'
  return refused([{ path: [field], code: 'instant_format', reason }])
}

export function weeklyJson(weekly: readonly WeeklyHours[]) {
  return weekly.map(({ days, from, to }) => ({ days: [...days], from, to }))
}
