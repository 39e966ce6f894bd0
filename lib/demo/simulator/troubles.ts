// What goes wrong on the demo's clusters, and when.
import { between, chance } from './chance.ts'

export type TroubleKind =
  | 'failed'
  | 'uncomparable'
  | 'degraded'
  | 'drifted'
  | 'behind'
  | 'progressing'

export type Trouble = { readonly kind: TroubleKind; readonly from: Date; readonly to: Date }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SHARE_A_DAY = 0.07
const WEEKEND = [0, 6]

/** How often each occurs, and for how many hours at least and at most. */
const KINDS: readonly (readonly [share: number, TroubleKind, least: number, most: number])[] = [
  [0.14, 'failed', 2, 14],
  [0.06, 'uncomparable', 0.5, 4],
  [0.3, 'degraded', 1, 12],
  [0.25, 'drifted', 0.4, 4],
  [0.15, 'behind', 0.5, 4],
  [0.1, 'progressing', 0.3, 1],
]

/** Each of an application on a cluster that begins on the day of an instant or on the day before. */
export function troublesAround(place: string, at: Date): readonly Trouble[] {
  const day = Math.floor(at.getTime() / DAY_MS)
  return [day - 1, day].flatMap((each) => troubleOfDay(place, each) ?? [])
}

function troubleOfDay(place: string, day: number): Trouble | null {
  const midnight = day * DAY_MS
  const isWeekend = WEEKEND.includes(new Date(midnight).getUTCDay())
  if (chance('trouble', place, day) >= (isWeekend ? SHARE_A_DAY / 3 : SHARE_A_DAY)) return null
  let left = chance('kind', place, day)
  const [, kind, least, most] = KINDS.find(([share]) => (left -= share) < 0) ?? KINDS[0]!
  const from = midnight + Math.floor(chance('from', place, day) * DAY_MS)
  const hours = between(least, most, 'hours', place, day)
  return { kind, from: new Date(from), to: new Date(from + Math.floor(hours * HOUR_MS)) }
}
