// How clusters may be called that register themselves: a name with one `*` in it, or without one.
import { codePointName, type Flaw } from '#lib/domain/text/text.ts'

const PATTERN = /^[a-z0-9-]*\*?[a-z0-9-]*$/
/** A DNS label has at most 63. */
const CHARACTERS_MAX = 63
const EXAMPLE = 'new'

/** What is wrong with a pattern: `name_pattern`; null: some DNS label fits it. */
export function patternFlaw(pattern: string): Flaw | null {
  const foreign = /[^\x20-\x7e]/u.exec(pattern)
  if (foreign !== null) return flaw(`The pattern holds ${codePointName(foreign[0])}.`)
  const isWhole = pattern !== '' && pattern.length <= CHARACTERS_MAX && PATTERN.test(pattern)
  if (isWhole && !pattern.startsWith('-') && !pattern.endsWith('-')) return null
  return flaw(
    'A pattern is the name of a cluster, in which one * may stand for one or more characters, such as edge-*.',
  )
}

function flaw(reason: string): Flaw {
  return { code: 'name_pattern', reason }
}

/** Whether all of a name fits a pattern; what stands for `*` may be anything that a name may hold. */
export function fitsPattern(name: string, pattern: string): boolean {
  const [start = '', end] = pattern.split('*')
  if (end === undefined) return name === start
  return (
    name.length > start.length + end.length &&
    name.startsWith(start) &&
    name.endsWith(end) &&
    /^[a-z0-9-]+$/.test(name)
  )
}

/** A name that fits, to show what such a cluster would get. */
export function exampleOf(pattern: string): string {
  const room = CHARACTERS_MAX - pattern.length + 1
  return pattern.replace('*', EXAMPLE.slice(0, Math.max(1, room)))
}
