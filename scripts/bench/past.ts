// What the dashboard asks for when there is a year of history: counts by the hour and by the day, ten million turns of states
// and five million syncs.
import { signIn } from '../testing/session.ts'
import { type BenchDocument, FULL_SIZE } from './fleet.ts'
import { benchLiveCounts } from './live-counts.ts'
import { ask, median, medianOf, timeOf } from './measure.ts'
import { fillPast, YEAR_DAYS } from './past-fill.ts'
import { milliseconds, ratioOf, type Report } from './report.ts'
import { fleetOf, type Stand, startStand, TENANT } from './stand.ts'

const RUNS = 15
const NAMED_REACH_MS = 200
const OTHER_REACH_MS = 2000
const CLUSTER_REACH_MS = 50
const FLEET_REACH_MS = 500

/** The labels that the tenant counts by; `site` is the one that it doesn't name. */
const NAMED = ['region', 'zone', 'ring', 'gpu', 'edge', 'tier', 'country', 'rack', 'model', 'owner']

/** The fleet of the other benchmarks, with so many labels that ten can be named; what is observed is kept for a year. */
export function startPast(): Promise<Stand> {
  const [teams, clusters, ...rest] = fleetOf(FULL_SIZE)
  return startStand(
    [teams!, clusters!.map((each, index) => withMoreLabels(each, index)), ...rest],
    { BERTH_OBSERVED_DAYS: String(YEAR_DAYS + 1) },
  )
}

export async function benchPast(stand: Stand, report: Report): Promise<void> {
  await fillPast(stand, NAMED)
  await measureFirstPage(stand, report)
  await measureSeries(stand, report)
  const past = daysAgo(YEAR_DAYS - 5)
  await measure(stand, report, {
    what: `the placements of a cluster, a year ago`,
    file: `/placements?cluster=cluster-00011&at=${past}&limit=500`,
    reachMs: CLUSTER_REACH_MS,
    byHand: `select distinct on (application_id) application_id, state from observed_turns
      where tenant = ${TENANT} and cluster_id = 12 and at <= '${past}' order by application_id, at desc`,
  })
  await measure(stand, report, {
    what: `counts of the fleet, a year ago`,
    file: `/observed/summary?by=environment&at=${past}`,
    reachMs: FLEET_REACH_MS,
    byHand: `select counts from observed_hours where tenant = ${TENANT} and metric = 'states'
      and by = 'label:environment' and team = '' and at <= '${past}' order by at desc limit 1`,
  })
  await benchLiveCounts(stand, report)
}

async function measureSeries(stand: Stand, report: Report): Promise<void> {
  const year = `from=${daysAgo(YEAR_DAYS - 5)}&to=${daysAgo(0)}`
  const groupings = ['', 'environment', 'team', ...NAMED.map((key) => `label:${key}`)]
  for (const metric of ['states', 'deployments', 'pulled_to_healthy']) {
    for (const by of groupings) {
      const grouped = by === '' ? '' : `&by=${encodeURIComponent(by)}`
      await measure(stand, report, {
        what: `a year of ${metric}${by === '' ? '' : ` by ${by}`}`,
        file: `/observed/series?metric=${metric}${grouped}&${year}`,
        reachMs: NAMED_REACH_MS,
        byHand: rowsOf(metric, by),
      })
    }
  }
  await measure(stand, report, {
    what: 'a year of states by a label that is not counted',
    file: `/observed/series?metric=states&by=label%3Asite&${year}&step=1w`,
    reachMs: OTHER_REACH_MS,
    byHand: rowsOf('states', 'cluster'),
  })
}

type Question = {
  readonly what: string
  readonly file: string
  readonly reachMs: number
  /** SQL that reads what the answer is made of. */
  readonly byHand: string
}

async function measure(
  { portal, owner }: Stand,
  report: Report,
  { what, file, reachMs, byHand }: Question,
): Promise<void> {
  const url = `${portal.url}/api/v1${file}`
  const ms = await medianOf(RUNS, () =>
    timeOf(async () => {
      const { status, text } = await ask(url, {
        headers: { Authorization: `Bearer ${portal.token}` },
      })
      if (status !== 200) throw new Error(`${file}: ${status} ${text.slice(0, 300)}`)
    }),
  )
  const reference = await medianOf(RUNS, () => timeOf(async () => owner.client.unsafe(byHand)))
  report.figure({
    what,
    reach: `under ${reachMs} ms`,
    figure: milliseconds(ms),
    reference: `its rows by hand, ${milliseconds(reference)}`,
    ratio: ratioOf(ms, reference),
    isReached: ms < reachMs,
  })
}

/** The figures of the first page, as the person who looks at it waits for them. */
async function measureFirstPage({ portal }: Stand, report: Report): Promise<void> {
  const cookie = await signIn(portal, 'ada')
  const ends: number[] = []
  const ms = await medianOf(RUNS, async () => {
    const { untilTextMs, untilEndMs } = await timePage(`${portal.url}/`, cookie, FIGURES)
    ends.push(untilEndMs)
    return untilTextMs
  })
  const reference = await medianOf(
    RUNS,
    async () => (await timePage(`${portal.url}/settings/tokens`, cookie, '</html>')).untilEndMs,
  )
  report.figure({
    what: 'the dashboard’s first answer',
    reach: `under ${NAMED_REACH_MS} ms`,
    figure: milliseconds(ms),
    reference: `a page of one short list, ${milliseconds(reference)}`,
    ratio: ratioOf(ms, reference),
    isReached: ms < NAMED_REACH_MS,
  })
  report.note(`to its end, with what is streamed after the figures: ${milliseconds(median(ends))}`)
}

/** The list of the figures, as HTML. */
const FIGURES = 'aria-label="Now"'

/** How long it takes until the answer of a page has come as far as a text, and to its end. */
async function timePage(
  url: string,
  cookie: string,
  text: string,
): Promise<{ readonly untilTextMs: number; readonly untilEndMs: number }> {
  const begun = performance.now()
  const { status, body } = await fetch(url, { headers: { cookie, 'Accept-Encoding': 'identity' } })
  let html = ''
  let untilTextMs: number | null = null
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    html += chunk
    if (untilTextMs === null && html.includes(text)) untilTextMs = performance.now() - begun
  }
  if (status !== 200 || untilTextMs === null) throw new Error(`${url}: ${status} without ${text}`)
  return { untilTextMs, untilEndMs: performance.now() - begun }
}

/** The rows of the days; of how it was, only those as of Mondays, which are asked for by the week. */
function rowsOf(metric: string, by: string): string {
  const stored = by === 'environment' ? 'label:environment' : by === 'team' ? '' : by
  const team = by === 'team' ? `team <> ''` : `team = ''`
  const isAsked = metric === 'states' ? `extract(isodow from at at time zone 'UTC') = 1` : 'true'
  return `select at, team, counts from observed_days where tenant = ${TENANT}
    and metric = '${metric}' and by = '${stored}' and ${team} and ${isAsked}`
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString()
}

function withMoreLabels(cluster: BenchDocument, index: number): BenchDocument {
  const metadata: { labels?: object } = cluster.metadata
  const labels = {
    ...metadata.labels,
    country: `country-${index % 20}`,
    rack: `rack-${index % 100}`,
    model: `model-${index % 6}`,
    owner: `owner-${index % 30}`,
  }
  return { ...cluster, metadata: { ...metadata, labels } }
}
