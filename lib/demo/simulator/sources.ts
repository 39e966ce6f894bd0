// What lies at the applications' own sources, which nobody has: each gets something new every few working days, as a commit on a
// branch, a version of a chart or another artifact behind a tag, and what names one revision for good gets nothing.
import { createHash } from 'node:crypto'
import type { SourceType } from '#lib/domain/objects/application/packaging.ts'
import { isCommit } from '#lib/domain/text/commit.ts'
import { isDigest, isExactVersion } from '#lib/domain/text/fixed-revision.ts'
import { between, chance } from './chance.ts'
import { versionInRange } from './version-in-range.ts'

/** What an application follows: a branch, a range of versions or a tag, or one revision for good. */
export type Followed = {
  readonly team: string
  readonly application: string
  readonly sourceType: SourceType
  readonly targetRevision: string
}

/** What a source holds from an instant on; `id`: the commit, the version of the chart or the digest of the artifact. */
export type SourceRevision = { readonly id: string; readonly number: number; readonly at: Date }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A Monday. */
const FIRST_DAY = Date.UTC(2025, 0, 6) / DAY_MS
const DAYS_MIN = 4
const DAYS_MAX = 12

/** The newest revision of what is followed at an instant. Nothing follows one that is meant for good. */
export function newestRevision(followed: Followed, at: Date): SourceRevision {
  if (isFixed(followed.targetRevision)) return numberedRevision(followed, 0)
  const day = at.getTime() / DAY_MS - FIRST_DAY
  for (let number = Math.floor(day / daysBetween(followed)); ; number--) {
    const revision = numberedRevision(followed, number)
    if (revision.at <= at) return revision
  }
}

export function numberedRevision(followed: Followed, number: number): SourceRevision {
  const { targetRevision } = followed
  if (number === 0 && isFixed(targetRevision)) {
    return { id: targetRevision, number, at: new Date(FIRST_DAY * DAY_MS) }
  }
  const days = daysBetween(followed)
  const planned = Math.floor(chance('first', nameOf(followed)) * days) + number * days
  const day = planned + (((planned % 7) + 7) % 7 >= 5 ? 2 : 0)
  const hours = between(8, 16, 'hour', nameOf(followed), number)
  return {
    id: idOf(followed, number),
    number,
    at: new Date((FIRST_DAY + day) * DAY_MS + Math.floor(hours * HOUR_MS)),
  }
}

function idOf(followed: Followed, number: number): string {
  const { sourceType, targetRevision } = followed
  const drawn = (algorithm: string) =>
    createHash(algorithm)
      .update(`${nameOf(followed)}#${targetRevision}#${number}`)
      .digest('hex')
  switch (sourceType) {
    case 'git':
      return drawn('sha1')
    case 'helm':
      return versionInRange(targetRevision, Math.max(0, number))
    case 'oci':
      return `sha256:${drawn('sha256')}`
  }
}

/** More than two, so that what waits for Monday stays before what comes next. */
function daysBetween(followed: Followed): number {
  return Math.floor(between(DAYS_MIN, DAYS_MAX, 'days', nameOf(followed)))
}

function nameOf({ team, application }: Followed): string {
  return `${team}/${application}`
}

function isFixed(revision: string): boolean {
  return isCommit(revision) || isExactVersion(revision) || isDigest(revision)
}
