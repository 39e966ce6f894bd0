// Hours of the week in words.
import { type Weekday, WEEKDAYS, type WeeklyHours } from '#lib/domain/observed/planned-silence.ts'

export const DAY_WORDS: Readonly<Record<Weekday, string>> = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
}

/** As `Mon to Fri, 20:00 to 06:00`. */
export function hoursText({ days, from, to }: WeeklyHours): string {
  const places = WEEKDAYS.flatMap((day, place) => (days.includes(day) ? [place] : []))
  const words = places.map((place) => DAY_WORDS[WEEKDAYS[place]!])
  const [first = 0] = places
  const isRow = places.length > 2 && places.every((place, index) => place === first + index)
  const named = isRow ? `${words[0]} to ${words.at(-1)}` : words.join(', ')
  return `${named}, ${from} to ${to}`
}
