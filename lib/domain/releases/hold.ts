// A hold: one cluster keeps the version of an application that it has, until an instant, whatever is released there meanwhile.
import type { Issue } from '#lib/domain/text/issue.ts'
import { durationText } from '#lib/domain/objects/durations.ts'
import { reasonIssues } from '#lib/domain/text/reason.ts'

/** Instants are milliseconds since 1970. */
export type Hold = {
  readonly until: number
  /** When it was first written: how long it is counts from there, however often it is extended. */
  readonly since: number
  readonly reason: string
  /** Who wrote it last, for people to read. */
  readonly by: string
}

const REASON_CHARACTERS_MIN = 3

/**
 * What is wrong with a hold that somebody writes now, with the API's field names in the paths. `known`: the one that it takes the
 * place of, whose date may stay whatever is allowed now. `longestMs`: how long it may be.
 */
export function holdIssues(
  { until, since, reason }: Hold,
  known: Hold | null,
  longestMs: number,
  now: number,
): readonly Issue[] {
  const issues = [...reasonIssues(reason, ['reason'])]
  if (issues.length === 0 && reason.trim().length < REASON_CHARACTERS_MIN) {
    const why = `A hold needs a reason of ${REASON_CHARACTERS_MIN} characters or more.`
    issues.push({ path: ['reason'], code: 'reason_required', reason: why })
  }
  if (until <= now) {
    issues.push({ path: ['until'], code: 'hold_over', reason: 'A hold ends in the future.' })
  }
  const isExtended = known === null || until > known.until
  if (isExtended && until - since > longestMs) {
    const why = `A hold may be ${durationText(longestMs)} long, counted from when it was first written.`
    issues.push({ path: ['until'], code: 'hold_too_long', reason: why })
  }
  return issues
}
