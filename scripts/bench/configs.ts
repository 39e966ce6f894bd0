// What edits of configs cost, with 1,000 of them and 100 schemas.
import { ask, medianOf, median, timeOf } from './measure.ts'
import { count, milliseconds, ratioOf, type Report } from './report.ts'
import { timeByHand } from './by-hand.ts'
import {
  type Moved,
  preview,
  type Publishing,
  published,
  type Stand,
  timeToCommit,
  write,
  writeHeaders,
} from './stand.ts'

const RUNS = 15
const PUBLISH_RUNS = 5
const PUBLISH_REACH_MS = 1500

type Edit = {
  readonly what: string
  readonly method: string
  readonly file: string
  readonly body: unknown
  readonly reachMs: number
  readonly changes: (changed: number) => boolean
}

const RING = '/configs/platform-ring'
const ringBody = (ring: string) => ({ values: { platform: { ring } } })

const edits: readonly Edit[] = [
  {
    what: 'one value for 2,500 clusters',
    method: 'PATCH',
    file: RING,
    body: ringBody('other'),
    reachMs: 150,
    changes: (changed) => changed === 100_000,
  },
  {
    what: 'a default that 40 applications read on 10,000 clusters',
    method: 'PATCH',
    file: '/configs/platform',
    body: { values: { platform: { retries: 3 } } },
    reachMs: 400,
    changes: (changed) => changed === 400_000,
  },
  {
    what: 'an expression with cluster.name for one application on 10,000 clusters',
    method: 'POST',
    file: '/configs',
    body: {
      name: 'by-name',
      app_selector: 'name=app-000',
      cluster_selector: '*',
      priority: 10,
      values: { platform: { node: '${{ cluster.name }}' } },
    },
    reachMs: 2000,
    changes: (changed) => changed === 10_000,
  },
  {
    what: 'a label of a cluster that configs read',
    method: 'PATCH',
    file: '/clusters/cluster-00011',
    body: { metadata: { ring: 'ring-0' } },
    reachMs: 20,
    changes: (changed) => changed >= 40,
  },
  {
    what: 'a config that no application reads',
    method: 'POST',
    file: '/configs',
    body: {
      name: 'unread',
      app_selector: '*',
      cluster_selector: '*',
      priority: 100,
      values: { unread: { limit: 1 } },
    },
    reachMs: 10,
    changes: (changed) => changed === 0,
  },
]

export async function benchConfigs(stand: Stand, report: Report): Promise<void> {
  for (const edit of edits) await benchEdit(stand, report, edit)
  await benchProvenance(stand, report)
  await benchPublishing(stand, report)
}

async function benchEdit(stand: Stand, report: Report, edit: Edit): Promise<void> {
  const { what, method, file, body, reachMs, changes } = edit
  const { changed } = await preview(stand, method, file, body)
  if (!changes(changed)) throw new Error(`${what} changes ${changed} placements`)
  const constant = await medianOf(RUNS, () => timeOf(() => refused(stand, edit)))
  const ms = await medianOf(RUNS, () =>
    timeOf(() => write(stand, method, `${file}?dryRun=true`, body)),
  )
  report.figure({
    what: `dry run: ${what} (~${count(changed)})`,
    reach: `under ${reachMs} ms`,
    figure: milliseconds(ms),
    reference: `constant answer ${milliseconds(constant)}`,
    ratio: ratioOf(ms, constant),
    isReached: ms < reachMs,
  })
}

/** The same request with something that can't be a token. */
async function refused({ portal }: Stand, { method, file, body }: Edit): Promise<void> {
  const answer = await ask(`${portal.url}/api/v1${file}?dryRun=true`, {
    method,
    body: JSON.stringify(body),
    headers: writeHeaders('none'),
  })
  if (answer.status !== 401) throw new Error(`${file}: ${answer.status} without a token`)
}

async function benchProvenance({ portal }: Stand, report: Report): Promise<void> {
  const read = async (path: string) => {
    const { status } = await ask(`${portal.url}/api/v1${path}`, {
      headers: { Authorization: `Bearer ${portal.token}` },
    })
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }
  const pair = '/placements/team-00/app-000/cluster-00011'
  const explained = await medianOf(RUNS, () => timeOf(() => read(pair)))
  const ms = await medianOf(RUNS, () => timeOf(() => read(`${pair}/config`)))
  report.figure({
    what: 'what a pair is told, and why',
    reach: 'under 5 ms',
    figure: milliseconds(ms),
    reference: `why it is placed, ${milliseconds(explained)}`,
    ratio: ratioOf(ms, explained),
    isReached: ms < 5,
  })
}

async function benchPublishing(stand: Stand, report: Report): Promise<void> {
  await published(stand)
  const saves: Publishing[] = []
  for (let run = 0; run < PUBLISH_RUNS; run++) saves.push(await tellRing(stand, `run ${run}`))
  const byHandMs = await timeByHand(stand.repository, saves.at(-1)!)
  const ms = median(saves.map(({ commitMs }) => commitMs))
  report.figure({
    what: 'one value for 40 applications on 2,500 clusters, to commit',
    reach: `under ${PUBLISH_REACH_MS / 1000} s`,
    figure: milliseconds(ms),
    reference: `files, git add -A, git commit, ${milliseconds(byHandMs)}`,
    ratio: ratioOf(ms, byHandMs),
    isReached: ms < PUBLISH_REACH_MS,
  })
  report.note(`until the answer: ${milliseconds(median(saves.map(({ answerMs }) => answerMs)))}`)
}

async function tellRing(stand: Stand, ring: string): Promise<Publishing> {
  const { changed }: Moved = await preview(stand, 'PATCH', RING, ringBody(ring))
  return timeToCommit(stand, 'main', () =>
    write(stand, 'PATCH', `${RING}?confirmChanges=${changed}`, ringBody(ring)),
  )
}
