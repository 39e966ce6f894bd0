// What the pages of the portal ask for: windows of the matrix, and the first page of each list; and the pages themselves. Its
// clusters all reported, and one placement in fifty isn't healthy.
import { ask, median, medianOf, timeOf } from './measure.ts'
import { fillNow } from './past-fill.ts'
import { benchPages } from './portal-pages.ts'
import { milliseconds, ratioOf, type Report } from './report.ts'
import { type Stand, TENANT } from './stand.ts'

const RUNS = 15
const REACH_MS = 100
const LISTS = [
  'applications',
  'clusters',
  'target-policies',
  'teams',
  'placements',
  'changes',
  'history',
  'audit',
]

type Question = {
  readonly what: string
  readonly file: string
  readonly reference: string
  readonly byReference: () => Promise<unknown>
}

export async function benchPortal(stand: Stand, report: Report): Promise<void> {
  await fillNow(stand)
  await stand.owner.client.unsafe('vacuum (analyze)')
  await benchMatrix(stand, report)
  for (const list of LISTS) {
    await measure(stand, report, {
      what: `the first page of ${list}`,
      file: `/${list}?limit=50`,
      reference: 'who am I',
      byReference: () => answerOf(stand, '/me'),
    })
  }
  await benchPages(stand, report)
}

const ALL_TEAMS = Array.from(
  { length: 20 },
  (_, index) => `openRows=namespace%3Dteam-${String(index).padStart(2, '0')}`,
).join('&')

async function benchMatrix(stand: Stand, report: Report): Promise<void> {
  const byHand = (sql: string) => () => stand.owner.client.unsafe(sql)
  const tile = 'rowLimit=30&columnLimit=60&columnsBy=label%3Aregion'
  const matrix = `/matrix?${tile}`
  const counted = {
    reference: 'the counts of its regions alone',
    byReference: () => answerOf(stand, '/observed/summary?by=label%3Aregion'),
  }
  await measure(stand, report, {
    what: 'the matrix of 20 teams by 10 regions, all collapsed',
    file: matrix,
    ...counted,
  })
  await measure(stand, report, {
    what: 'a window of it with 30 rows by 10 regions',
    file: `${matrix}&${ALL_TEAMS}&rowFrom=60`,
    ...counted,
  })
  await measure(stand, report, {
    what: 'a window of it with 30 rows by 60 clusters',
    file: `${matrix}&${ALL_TEAMS}&openColumns=region%3Dregion-0&rowFrom=60&columnFrom=500`,
    reference: 'as many pairs by one statement',
    byReference: byHand(`
      select * from placements p left join observations o using (tenant, application_id, cluster_id)
      left join cluster_reports c on c.tenant = p.tenant and c.cluster = p.cluster_id
      where p.tenant = ${TENANT} and p.application_id between 61 and 88
        and p.cluster_id = any(array(select n * 10 + 1 from generate_series(500, 559) n))`),
  })
}

/** The two alternate, so that neither has the quieter machine. */
async function measure(
  stand: Stand,
  report: Report,
  { what, file, reference, byReference }: Question,
): Promise<void> {
  const referenceTimes: number[] = []
  const ms = await medianOf(RUNS, async () => {
    referenceTimes.push(await timeOf(byReference))
    return timeOf(() => answerOf(stand, file))
  })
  const referenceMs = median(referenceTimes)
  report.figure({
    what,
    reach: `under ${REACH_MS} ms`,
    figure: milliseconds(ms),
    reference: `${reference}, ${milliseconds(referenceMs)}`,
    ratio: ratioOf(ms, referenceMs),
    isReached: ms < REACH_MS,
  })
}

async function answerOf({ portal }: Stand, file: string): Promise<void> {
  const { status, text } = await ask(`${portal.url}/api/v1${file}`, {
    headers: { Authorization: `Bearer ${portal.token}` },
  })
  if (status !== 200) throw new Error(`${file}: ${status} ${text.slice(0, 300)}`)
}
