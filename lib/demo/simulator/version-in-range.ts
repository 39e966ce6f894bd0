// Which versions of a chart there are in a range of versions: in the demo, as many as anybody asks for.

type Version = readonly [major: number, minor: number, patch: number]
/** From the first version up to before the second. */
type Span = readonly [from: Version, to: Version]

const FIRST: Version = [1, 0, 0]
const ALL: Span = [
  [0, 0, 0],
  [Infinity, 0, 0],
]
const PARTIAL = String.raw`v?(?:\d+|[xX*])(?:\.(?:\d+|[xX*])){0,2}(?:-[\w.-]+)?`
const HYPHENATED = new RegExp(`^(${PARTIAL}) - (${PARTIAL})$`)
const TERM = new RegExp(String.raw`([<>]=?|!?=|~>?|\^)? ?(${PARTIAL})`, 'g')

/**
 * A version in a range that the chart of an application may have (lib/domain/objects/application/revision.ts). The higher the
 * number, the newer it is, as far as the range goes. Of a range without versions: any.
 */
export function versionInRange(range: string, number: number): string {
  const spans = range.split('||').map((terms) => spanOfTerms(terms.trim()))
  const [from, to] = spans.findLast((span) => isBefore(...span)) ?? ALL
  const [major, minor, patch] = isBefore(from, FIRST) && isBefore(FIRST, to) ? FIRST : from
  if (number === 0) return [major, minor, patch].join('.')
  if (isBefore([major, Infinity, 0], to)) return [major, minor + number, 0].join('.')
  const last = isBefore([major, minor, Infinity], to) ? Infinity : to[2] - 1
  return [major, minor, Math.min(patch + number, last)].join('.')
}

function spanOfTerms(terms: string): Span {
  const [, least, most] = HYPHENATED.exec(terms) ?? []
  if (least !== undefined && most !== undefined) {
    return [spanOf('', least)[0], spanOf('', most)[1]]
  }
  const spans = [...terms.matchAll(TERM)].map(([, operator, text = '']) => spanOf(operator, text))
  return spans.reduce<Span>(
    ([from, to], [least, most]) => [
      isBefore(from, least) ? least : from,
      isBefore(most, to) ? most : to,
    ],
    ALL,
  )
}

/** Of what one version must not be, the versions after it. */
function spanOf(operator = '', text: string): Span {
  const parts = partsOf(text)
  const [from, to] = spanOfParts(parts, parts.length)
  switch (operator) {
    case '>=':
      return [from, ALL[1]]
    case '>':
    case '!=':
      return [to, ALL[1]]
    case '<':
      return [ALL[0], from]
    case '<=':
      return [ALL[0], to]
    case '^':
      return spanOfParts(parts, parts.findIndex((part) => part > 0) + 1 || parts.length)
    case '~':
    case '~>':
      return spanOfParts(parts, Math.min(parts.length, 2))
    default:
      return [from, to]
  }
}

/** The numbers of a version up to the first that is left open. */
function partsOf(text: string): readonly number[] {
  const parts = text.replace(/^v/, '').replace(/-.*/, '').split('.').map(Number)
  const open = parts.findIndex(Number.isNaN)
  return open === -1 ? parts : parts.slice(0, open)
}

/** From a version up to that in which the last of so many of its parts is one more. */
function spanOfParts(parts: readonly number[], count: number): Span {
  const [major = 0, minor = 0, patch = 0] = parts
  const from: Version = [major, minor, patch]
  if (count === 0) return [from, ALL[1]]
  if (count === 1) return [from, [major + 1, 0, 0]]
  return [from, count === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1]]
}

function isBefore(one: Version, other: Version): boolean {
  const [major, minor, patch] = [0, 1, 2].map((nth) => one[nth]! - other[nth]!)
  return (major || minor || patch || 0) < 0
}
