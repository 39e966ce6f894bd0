// When clusters of the demo weren't heard of.
import { FELL_SILENT, NEVER_REPORTED } from '../simulator/temper.ts'
import { workingDay } from './working-days.ts'

/** `to` null: it still is silent. */
export type Silence = { readonly from: Date; readonly to: Date | null }

const HOUR_MS = 3_600_000
/** By the clusters' places: from the hour of a working day back, for so many hours. */
const PASSED: readonly (readonly [place: number, back: number, hour: number, hours: number])[] = [
  [8, 44, 13, 3],
  [29, 37, 6, 26],
  [15, 27, 20, 61],
  [27, 21, 2, 14],
  [41, 13, 9, 12],
  [33, 2, 7, 5],
]
const FELL_SILENT_HOURS_AGO = [47, 7]

/** The silences of the cluster at a place, in order; null: it never reported. */
export function silencesOf(place: number, today: Date, now: Date): readonly Silence[] | null {
  if (place === NEVER_REPORTED) return null
  const passed = PASSED.filter(([of]) => of === place).map(([, back, hour, hours]): Silence => {
    const from = workingDay(today, back, hour * 60)
    return { from, to: new Date(from.getTime() + hours * HOUR_MS) }
  })
  const ago = FELL_SILENT_HOURS_AGO[FELL_SILENT.indexOf(place)]
  if (ago === undefined) return passed
  return [...passed, { from: new Date(now.getTime() - ago * HOUR_MS), to: null }]
}
