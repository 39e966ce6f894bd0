// How long a scheduler may take to answer, as people write it: `10s`.
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'

const SECOND_MS = 1000
const SECONDS_MAX = 60

/** In milliseconds; the issue of what is none, or too long: `timeout_format`. */
export function readTimeout(text: string, path: Issue['path']): Checked<number> {
  const seconds = Number(/^(\d{1,2})s$/.exec(text)?.[1])
  if (seconds >= 1 && seconds <= SECONDS_MAX) return accepted(seconds * SECOND_MS)
  const reason = `A time to answer is written as 10s, from 1s to ${SECONDS_MAX}s.`
  return refused([{ path, code: 'timeout_format', reason }])
}

export function timeoutText(ms: number): string {
  return `${ms / SECOND_MS}s`
}
