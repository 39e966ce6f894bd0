// An independent check of what was published: the database's changes on one side, plain `git log` on the other. It shares
// no code with the publisher.
import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { openClient } from '#db/testing/open-client.ts'
import type { Sql } from 'postgres'

export type PublishedHistory = {
  /** Sentences; empty: each change is in exactly one commit on each branch that it touches, in order. */
  readonly problems: readonly string[]
  /** The changes that Git holds on some branch, in order. */
  readonly changes: readonly number[]
  /** The changes that touch a branch at all. */
  readonly touching: ReadonlySet<number>
}

export type Installation = {
  readonly databaseUrl: string
  readonly tenant: number
  /** The directory of the bare repository that clusters pull from. */
  readonly repository: string
}

type Row = { branch: string; change: number; state: string; commit: string | null }

/** Waits until nothing waits for Git any more, then compares. */
export async function publishedHistory(
  { databaseUrl, tenant, repository }: Installation,
  options: { patienceMs: number } = { patienceMs: 60_000 },
): Promise<PublishedHistory> {
  const sql = openClient(databaseUrl)
  try {
    const deadline = Date.now() + options.patienceMs
    let rows = await readPublications(sql, tenant)
    while (rows.some(({ state }) => state !== 'published') && Date.now() < deadline) {
      await pause(100)
      rows = await readPublications(sql, tenant)
    }
    const branches = [...new Set(rows.map(({ branch }) => branch))]
    const compared = branches.map((branch) =>
      compareBranch(
        branch,
        rows.filter((row) => row.branch === branch),
        commitsOf(repository, branch),
      ),
    )
    return {
      problems: [
        ...compared.flatMap(({ problems }) => problems),
        ...repositoryProblems(repository),
      ],
      changes: [...new Set(compared.flatMap(({ carried }) => carried))].sort((a, b) => a - b),
      touching: new Set(rows.map(({ change }) => change)),
    }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function readPublications(sql: Sql, tenant: number): Promise<Row[]> {
  const rows = await sql.begin('read only', async (tx) => {
    await tx`select set_config('berth.tenant', ${String(tenant)}, true)`
    return tx<Row[]>`
      select branch, change::int as change, state, commit from publications
      where tenant = ${tenant} order by branch, change`
  })
  return [...rows]
}

type LoggedCommit = {
  readonly id: string
  readonly carries: readonly (readonly [number, number])[]
}

/** The oldest first. */
function commitsOf(repository: string, branch: string): LoggedCommit[] {
  const format =
    '%H%x00%cn%x00%(trailers:key=Berth-Change,key=Berth-Changes,valueonly,separator=%x2C)'
  const log = execFileSync(
    'git',
    ['log', '--first-parent', '--reverse', `--format=${format}`, `refs/heads/${branch}`],
    { cwd: repository, encoding: 'utf8', maxBuffer: 1024 * 1024 * 1024 },
  )
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', committer, trailers = ''] = line.split('\0')
      const ranges = committer === 'Berth' ? trailers.split(',').filter((text) => text !== '') : []
      return {
        id,
        carries: ranges.map((range) => {
          const [first, last = first] = range.split('-').map(Number)
          return [first!, last!] as const
        }),
      }
    })
}

function compareBranch(branch: string, rows: readonly Row[], commits: readonly LoggedCommit[]) {
  const published = rows.filter(({ state }) => state === 'published')
  return {
    problems: [
      ...rows.flatMap((row) => changeProblems(branch, row, commits)),
      ...orderProblems(branch, rows, commits),
    ],
    carried: published.map(({ change }) => change),
  }
}

function changeProblems(
  branch: string,
  { change, state, commit }: Row,
  commits: readonly LoggedCommit[],
): string[] {
  if (state !== 'published') return [`change ${change} is ${state} on ${branch}`]
  const holding = commits.filter(({ carries }) =>
    carries.some(([first, last]) => first <= change && change <= last),
  )
  const [only] = holding
  if (holding.length > 1) return [`change ${change} is in ${holding.length} commits on ${branch}`]
  if (only !== undefined && only.id !== commit) {
    return [`change ${change} is in ${only.id} on ${branch}, not in ${commit}`]
  }
  // Changes that cancelled each other out before they were published belong to a commit that was already there.
  const stands = only !== undefined || commits.some(({ id }) => id === commit)
  return stands ? [] : [`change ${change} is in no commit on ${branch}`]
}

function orderProblems(
  branch: string,
  rows: readonly Row[],
  commits: readonly LoggedCommit[],
): string[] {
  const touching = new Set(rows.map(({ change }) => change))
  const carried = commits.flatMap(({ carries }) => carries)
  return carried.flatMap(([first, last], index) => {
    const before = carried[index - 1]?.[1] ?? 0
    if (first <= before) return [`change ${first} comes after change ${before} on ${branch}`]
    if (first < last || touching.has(first)) return []
    return [`${branch} holds change ${first}, which doesn't touch it`]
  })
}

function repositoryProblems(repository: string): string[] {
  try {
    execFileSync('git', ['fsck', '--strict', '--no-dangling'], { cwd: repository, stdio: 'pipe' })
    return []
  } catch (error) {
    return [`git fsck: ${error instanceof Error ? error.message : String(error)}`]
  }
}
