// What was said of an object for a time: a freeze that was set today held on no day before, and one that was lifted holds on none
// after.
import { joined, silentWithin, type Span } from '#lib/domain/observed/planned-silence.ts'
import type { Hours } from '../environment/hours.ts'
import type { Freeze } from './freeze.ts'

/** From the instant at which it was said; `until` Infinity: it still is so. */
export type Stated<T> = Span & { readonly said: T }

/** `hours` null: it has none, and is always open. */
export type HoursStated = { readonly name: string; readonly hours: Hours | null }

/** What was said of each object, the newest first. */
export function byName<T extends { readonly name: string }>(
  stated: readonly Stated<T>[],
): readonly (readonly Stated<T>[])[] {
  const newestFirst = stated.toSorted((a, b) => b.from - a.from)
  return [...Map.groupBy(newestFirst, ({ said }) => said.name).values()]
}

/** When a freeze holds in a window, by all that was said of it. */
export function frozenWithin(stated: readonly Stated<Freeze>[], window: Span): readonly Span[] {
  return joined(stated.flatMap((each) => silentWithin(each.said, partOf(each, window))))
}

/** When an environment is open in a window: by its hours while it has any, and otherwise always, also before it was described. */
export function openWithin(stated: readonly Stated<HoursStated>[], window: Span): readonly Span[] {
  const limited = stated.filter(({ said }) => said.hours !== null)
  const open = limited.flatMap((each) =>
    silentWithin({ from: null, to: null, ...each.said.hours! }, partOf(each, window)),
  )
  return joined([...open, ...gapsOf(joined(limited), window)])
}

/** The parts of a window in none of the spans, which are in order and apart. */
function gapsOf(spans: readonly Span[], window: Span): readonly Span[] {
  const begins = [window.from, ...spans.map(({ until }) => until)]
  const ends = [...spans.map(({ from }) => from), window.until]
  return begins
    .map((from, index) => partOf({ from, until: ends[index]! }, window))
    .filter(({ from, until }) => from < until)
}

function partOf(span: Span, window: Span): Span {
  return { from: Math.max(span.from, window.from), until: Math.min(span.until, window.until) }
}
