// What the dashboard shows, as its address says it: the range, the time zone, the groups, the team, the environment.
import { type Range, RANGES } from '#components/time/ranges.ts'
import { labelKeyIssues } from '#lib/domain/labels/labels.ts'
import { clocksOf, isTimeZone } from '#lib/domain/observed/time-zone.ts'
import { apiPaths, pagePaths, withQuery } from '#lib/schemas/paths.ts'

const USUAL_RANGE: Range = '24h'
export const UTC = 'UTC'

export type View = {
  /** Until now, or between two instants, of which each is a local time in the address. */
  readonly range: Range | { readonly from: string; readonly to: string }
  readonly zone: string
  readonly isCompared: boolean
  /** As the API's `by`; null: everything together, as in one environment. */
  readonly by: string | null
  /** Only this team's applications; null: everything that may be seen. */
  readonly team: string | null
  /** Only what is on its clusters; null: on any. */
  readonly environment: string | null
  /** Part of the names of the applications whose versions are shown; null: the first ones. */
  readonly search: string | null
}

type Search = Readonly<Record<string, string | readonly string[] | undefined>>

/** What can't be read is as if it weren't there: an address shows something, whoever wrote it. */
export function viewOf(search: Search): View {
  const [team, environment, range, from, to, tz, by, compare, q] = [
    'namespace',
    'environment',
    'range',
    'from',
    'to',
    'tz',
    'by',
    'compare',
    'q',
  ].map((name) => textOf(search[name]))
  const zone = tz !== undefined && isTimeZone(tz) ? tz : UTC
  return {
    range: ownRange(from, to, zone) ?? (isRange(range) ? range : USUAL_RANGE),
    zone,
    isCompared: compare === 'previous',
    by: environment === undefined && by !== undefined && isGrouping(by) ? by : null,
    team: team ?? null,
    environment: environment ?? null,
    search: q ?? null,
  }
}

/** Forms send empty fields. */
function textOf(given: Search[string]): string | undefined {
  const [text = ''] = typeof given === 'string' ? [given] : (given ?? [])
  return text.trim() === '' ? undefined : text.trim()
}

function isRange(text: string | undefined): text is Range {
  return text !== undefined && Object.hasOwn(RANGES, text)
}

const LABEL = 'label:'

function isGrouping(text: string): boolean {
  if (!text.startsWith(LABEL))
    return ['environment', 'team', 'application', 'cluster'].includes(text)
  return labelKeyIssues(text.slice(LABEL.length), []).length === 0
}

function ownRange(from: string | undefined, to: string | undefined, zone: string) {
  const [first, last] = [from, to].map((text) => instantIn(zone, text ?? ''))
  return from !== undefined && to !== undefined && first && last && first < last
    ? { from, to }
    : null
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2})?$/

/** The instant of a local time `2026-11-22T14:00`, or of the beginning of a day; null: it is none. */
function instantIn(zone: string, text: string): Date | null {
  const [, day, time = 'T00:00'] = LOCAL.exec(text) ?? []
  const local = Date.parse(`${day}${time}Z`)
  return Number.isNaN(local) ? null : new Date(clocksOf(zone).firstAt(local))
}

/** The address of a view; `changes` replaces parts of it. */
export function viewHref(view: View, changes: Partial<View> = {}): string {
  const { environment, ...query } = viewQuery({ ...view, ...changes })
  // Without a word more than the environment it is the visitor's own first screen.
  const isPlain = Object.values(query).every((value) => value === null)
  return withQuery(pagePaths.overview, {
    screen: isPlain ? 'fleet' : null,
    ...query,
    environment,
  })
}

/** What the address says of a view: nothing of what is usual. */
export function viewQuery({ range, zone, isCompared, by, team, environment, search }: View) {
  const isNamed = typeof range === 'string'
  return {
    namespace: team,
    environment,
    range: isNamed && range !== USUAL_RANGE ? range : null,
    from: isNamed ? null : range.from,
    to: isNamed ? null : range.to,
    tz: zone === UTC ? null : zone,
    by,
    compare: isCompared ? 'previous' : null,
    q: search,
  }
}

/** The instants between which a view lies; `to` null: now. */
function spanOf({ range, zone }: View, now: Date): { from: Date; to: Date | null } {
  if (typeof range === 'string') {
    return { from: new Date(now.getTime() - RANGES[range].ms), to: null }
  }
  return { from: instantIn(zone, range.from) ?? now, to: instantIn(zone, range.to) ?? now }
}

/** Where a metric's series are asked for. */
export function seriesPath(view: View, metric: string, now: Date): string {
  const { from, to } = spanOf(view, now)
  return withQuery(apiPaths.observedSeries, {
    metric,
    by: view.by,
    namespace: view.team,
    environment: view.environment,
    from: from.toISOString(),
    to: to?.toISOString(),
    tz: view.zone === UTC ? null : view.zone,
    compare: view.isCompared ? 'previous' : null,
  })
}

/** Where a metric of a source is asked for over the same time. */
export function sourceSeriesPath(view: View, source: string, metric: string, now: Date): string {
  const { from, to } = spanOf(view, now)
  return withQuery(apiPaths.sourceSeries(source), {
    metric,
    from: from.toISOString(),
    to: to?.toISOString(),
  })
}
