// Dry runs at the API: the impact of an edit and its first page.
import { sql } from 'drizzle-orm'
import { SITES } from './fleet.ts'
import { ask, medianOf, timeOf } from './measure.ts'
import { count, milliseconds, ratioOf, type Report } from './report.ts'
import { inStand, type Moved, preview, type Stand, write, writeHeaders } from './stand.ts'

const RUNS = 31
const REACH_MS = 15
const WIDE_REACH_MS = 30
export const WIDE_PAIRS = 100_000

type DryRun = {
  readonly what: string
  readonly method: string
  readonly file: string
  readonly body: unknown
  readonly reachMs: number
  /** Whether it moves as much as it says. */
  readonly holds: (moved: Moved) => boolean
}

export async function benchDryRuns(stand: Stand, report: Report): Promise<void> {
  const counting = await medianOf(RUNS, () => timeOf(() => countByLabel(stand)))
  report.note(`a select count(*) by label rows: ${milliseconds(counting)}`)
  for (const dryRun of await dryRuns(stand)) await benchDryRun(stand, report, dryRun, counting)
}

async function benchDryRun(stand: Stand, report: Report, dryRun: DryRun, counting: number) {
  const { what, method, file, body, reachMs, holds } = dryRun
  const moved = await preview(stand, method, file, body)
  if (!holds(moved)) throw new Error(`${what} moves something else: ${JSON.stringify(moved)}`)
  const constant = await medianOf(RUNS, () => timeOf(() => constantAnswer(stand, dryRun)))
  const ms = await medianOf(RUNS, () =>
    timeOf(() => write(stand, method, `${file}?dryRun=true`, body)),
  )
  report.figure({
    what: `dry run: ${what} (${movedText(moved)})`,
    reach: `under ${reachMs} ms`,
    figure: milliseconds(ms),
    reference: `constant answer ${milliseconds(constant)}, count ${milliseconds(counting)}`,
    ratio: `${ratioOf(ms, constant)}, ${ratioOf(ms, counting)}`,
    isReached: ms < reachMs,
  })
}

function movedText({ added, removed, changed }: Moved): string {
  return `-${count(removed)} +${count(added)} ~${count(changed)}`
}

/** The same request on the same route with something that can't be a token: it is refused before anything is looked up. */
async function constantAnswer({ portal }: Stand, { method, file, body }: DryRun): Promise<void> {
  const answer = await ask(`${portal.url}/api/v1${file}?dryRun=true`, {
    method,
    body: JSON.stringify(body),
    headers: writeHeaders('none'),
  })
  if (answer.status !== 401) throw new Error(`${file}: ${answer.status} without a token`)
}

function countByLabel(stand: Stand) {
  return inStand(stand, ({ tx, tenant }) =>
    tx.execute(sql`
      select count(*) from labels where tenant = ${tenant} and kind = 'cluster'
        and key = 'zone' and value = 'zone-1' and ended is null`),
  )
}

async function dryRuns(stand: Stand): Promise<DryRun[]> {
  const sites = await sitesFor(stand, 0)
  return [
    {
      ...policy('a policy that selects 3,000 pairs that are there', 'family=family-0', ALL_PLACED),
      holds: ({ added, removed, changed }) => added + removed + changed === 0,
    },
    {
      ...policy('a policy that moves a pair', 'name=app-001', 'name=cluster-00011'),
      holds: ({ added, removed }) => added === 1 && removed === 0,
    },
    {
      ...policy('a policy that moves 100,000 pairs', '*', sites),
      reachMs: WIDE_REACH_MS,
      holds: ({ added }) => added >= WIDE_PAIRS,
    },
    {
      what: 'a label of a cluster that all policies read',
      method: 'PATCH',
      file: '/clusters/cluster-00011',
      body: { metadata: { zone: 'zone-3' } },
      reachMs: REACH_MS,
      holds: ({ added, removed }) => added + removed > 0,
    },
    {
      what: "an application's label",
      method: 'PATCH',
      file: '/applications/team-01/app-001',
      body: { metadata: { family: 'family-3' } },
      reachMs: REACH_MS,
      holds: ({ added, removed }) => added > 0 && removed > 0,
    },
    {
      what: "a team's boundary",
      method: 'PATCH',
      file: '/teams/team-01',
      body: { cluster_boundary: 'region=region-1' },
      reachMs: REACH_MS,
      holds: ({ removed }) => removed > 0,
    },
  ]
}

/** The zones of a policy on family-0 without other terms. */
const ALL_PLACED = 'zone in (zone-12,zone-15,zone-18)'

function policy(what: string, app: string, clusters: string): Omit<DryRun, 'holds'> {
  return {
    what,
    method: 'POST',
    file: '/target-policies',
    body: { name: 'bench', app_selector: app, cluster_selector: clusters },
    reachMs: REACH_MS,
  }
}

/** A selector of sites, starting from one, with just enough of them to place all applications on 100,000 more pairs. */
export async function sitesFor(stand: Stand, first: number): Promise<string> {
  for (let sites = 25; first + sites <= SITES; sites++) {
    const names = Array.from({ length: sites }, (_, index) => `site-${first + index}`)
    const selector = `site in (${names.join(',')})`
    const { body } = policy('', '*', selector)
    const { added } = await preview(stand, 'POST', '/target-policies', body)
    if (added >= WIDE_PAIRS) return selector
  }
  throw new Error('The fleet is too small to move 100,000 pairs')
}
