// Saves that touch very many files: 100,000 placements removed and 100,000 added, and a new version on all clusters.
import { setTimeout as pause } from 'node:timers/promises'
import { timeByHand } from './by-hand.ts'
import { sitesFor, WIDE_PAIRS } from './dry-runs.ts'
import { countObjects } from './git.ts'
import { median } from './measure.ts'
import { count, milliseconds, ratioOf, type Report } from './report.ts'
import { preview, published, type Publishing, type Stand, timeToCommit, write } from './stand.ts'

const BRANCH = 'main'
/** Odd, so that a policy that is switched back and forth doesn't end where it began. */
const WIDE_RUNS = 3
const VERSION_RUNS = 5
const WIDE_REACH_MS = 5_000
const VERSION_REACH_MS = 1_500
/** An idle backend reports its counters within ten seconds. */
const COUNTERS_MS = 11_000

export async function benchWideSave(stand: Stand, report: Report): Promise<void> {
  const here = await sitesFor(stand, 0)
  const there = await sitesFor(stand, SITES_APART)
  const adding = await timeToCommit(stand, BRANCH, () =>
    write(stand, 'POST', '/target-policies', widePolicy(here)),
  )
  await pause(COUNTERS_MS)
  const rows = await readRowCounts(stand)
  const objects = countObjects(stand.repository)
  const saves: Publishing[] = []
  for (let run = 0; run < WIDE_RUNS; run++) {
    saves.push(await moveAll(stand, run % 2 === 0 ? there : here))
  }
  const made = countObjects(stand.repository) - objects
  const byHandMs = await timeByHand(stand.repository, saves.at(-1)!)
  await pause(COUNTERS_MS)
  const written = rowsBetween(rows, await readRowCounts(stand))
  const ms = median(saves.map(({ commitMs }) => commitMs))
  report.figure({
    what: 'save that removes 100,000 placements and adds 100,000, to commit',
    reach: `under ${WIDE_REACH_MS / 1000} s`,
    figure: milliseconds(ms),
    reference: `files, git add -A, git commit, ${milliseconds(byHandMs)}`,
    ratio: ratioOf(ms, byHandMs),
    isReached: ms < WIDE_REACH_MS,
  })
  report.note(`until the answer: ${milliseconds(median(saves.map(({ answerMs }) => answerMs)))}`)
  report.note(`adding the first 100,000, to commit: ${milliseconds(adding.commitMs)}`)
  report.note(`Git objects made by a save: ${count(Math.round(made / WIDE_RUNS))}`)
  report.note(`rows written by a save: ${rowsText(written)}`)
}

/** Far enough apart for the two selectors to share no site. */
const SITES_APART = 250
const WIDE = '/target-policies/bench-wide'

function widePolicy(sites: string) {
  return { name: 'bench-wide', app_selector: '*', cluster_selector: sites }
}

async function moveAll(stand: Stand, sites: string): Promise<Publishing> {
  const { added, removed } = await preview(stand, 'PUT', WIDE, widePolicy(sites))
  if (added < WIDE_PAIRS || removed < WIDE_PAIRS) {
    throw new Error(`The save moves too little: -${removed} +${added}`)
  }
  return timeToCommit(stand, BRANCH, () =>
    write(stand, 'PUT', `${WIDE}?confirmRemovals=${removed}`, widePolicy(sites)),
  )
}

type RowCounts = { table: string; inserted: number; updated: number; deleted: number }

async function readRowCounts({ owner }: Stand): Promise<readonly RowCounts[]> {
  return owner.client<RowCounts[]>`
    select relname as table, n_tup_ins::int as inserted, n_tup_upd::int as updated,
      n_tup_del::int as deleted
    from pg_stat_user_tables order by relname`
}

function rowsBetween(before: readonly RowCounts[], after: readonly RowCounts[]): RowCounts[] {
  const known = new Map(before.map((row) => [row.table, row]))
  return after.map(({ table, inserted, updated, deleted }) => ({
    table,
    inserted: (inserted - (known.get(table)?.inserted ?? 0)) / WIDE_RUNS,
    updated: (updated - (known.get(table)?.updated ?? 0)) / WIDE_RUNS,
    deleted: (deleted - (known.get(table)?.deleted ?? 0)) / WIDE_RUNS,
  }))
}

function rowsText(rows: readonly RowCounts[]): string {
  return rows
    .filter(({ inserted, updated, deleted }) => inserted + updated + deleted > 0)
    .map(({ table, inserted, updated, deleted }) => {
      const parts = { inserted, updated, deleted }
      const words = Object.entries(parts).filter(([, rows]) => rows > 0)
      return `${table} ${words.map(([verb, rows]) => `${count(Math.round(rows))} ${verb}`).join(' ')}`
    })
    .join(', ')
}

const APPLICATION = '/applications/team-10/app-030'
const CLUSTERS = 10_000

export async function benchNewVersion(stand: Stand, report: Report): Promise<void> {
  await write(stand, 'POST', '/target-policies', {
    name: 'bench-all',
    app_selector: 'name=app-030',
    cluster_selector: '*',
  })
  await published(stand)
  const saves: Publishing[] = []
  for (let run = 0; run < VERSION_RUNS; run++) saves.push(await release(stand, `v${run}`))
  const byHandMs = await timeByHand(stand.repository, saves.at(-1)!)
  const ms = median(saves.map(({ commitMs }) => commitMs))
  report.figure({
    what: 'new repo_branch of an application on 10,000 clusters, to commit',
    reach: `under ${VERSION_REACH_MS / 1000} s`,
    figure: milliseconds(ms),
    reference: `files, git add -A, git commit, ${milliseconds(byHandMs)}`,
    ratio: ratioOf(ms, byHandMs),
    isReached: ms < VERSION_REACH_MS,
  })
  report.note(`until the answer: ${milliseconds(median(saves.map(({ answerMs }) => answerMs)))}`)
}

async function release(stand: Stand, version: string): Promise<Publishing> {
  const body = { repo_branch: version }
  const { changed } = await preview(stand, 'PATCH', APPLICATION, body)
  if (changed !== CLUSTERS) throw new Error(`A new version changes ${changed} placements`)
  return timeToCommit(stand, BRANCH, () =>
    write(stand, 'PATCH', `${APPLICATION}?confirmChanges=${changed}`, body),
  )
}
