// The applications' own repositories, which nobody has: each branch gets a commit every few working days, and what names one
// revision for good gets nothing.
import { createHash } from 'node:crypto'
import { isCommit } from '#lib/domain/text/commit.ts'
import { isDigest, isExactVersion } from '#lib/domain/text/fixed-revision.ts'
import { between, chance } from './chance.ts'

export type SourceCommit = { readonly id: string; readonly number: number; readonly at: Date }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A Monday. */
const FIRST_DAY = Date.UTC(2025, 0, 6) / DAY_MS
const DAYS_MIN = 4
const DAYS_MAX = 12

/** The newest commit of a branch at an instant. Nothing follows a commit. */
export function newestCommit(source: string, branch: string, at: Date): SourceCommit {
  if (isFixed(branch)) return numberedCommit(source, branch, 0)
  const day = at.getTime() / DAY_MS - FIRST_DAY
  for (let number = Math.floor(day / daysBetween(source)); ; number--) {
    const commit = numberedCommit(source, branch, number)
    if (commit.at <= at) return commit
  }
}

export function numberedCommit(source: string, branch: string, number: number): SourceCommit {
  if (number === 0 && isFixed(branch)) {
    return { id: branch, number, at: new Date(FIRST_DAY * DAY_MS) }
  }
  const days = daysBetween(source)
  const planned = Math.floor(chance('first', source) * days) + number * days
  const day = planned + (((planned % 7) + 7) % 7 >= 5 ? 2 : 0)
  const hours = between(8, 16, 'hour', source, number)
  return {
    id: createHash('sha1').update(`${source}#${branch}#${number}`).digest('hex'),
    number,
    at: new Date((FIRST_DAY + day) * DAY_MS + Math.floor(hours * HOUR_MS)),
  }
}

/** More than two, so that a commit that waits for Monday stays before the next one. */
function daysBetween(source: string): number {
  return Math.floor(between(DAYS_MIN, DAYS_MAX, 'days', source))
}

function isFixed(revision: string): boolean {
  return isCommit(revision) || isExactVersion(revision) || isDigest(revision)
}
