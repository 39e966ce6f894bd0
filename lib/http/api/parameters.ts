// Query parameters, headers and paging tokens, read strictly: what isn't understood is refused, never ignored, because a
// misspelt `dryRun` must not save.
import type { Checked, Issue } from '#lib/domain/text/issue.ts'
import { notFound } from '#lib/usecases/define.ts'
import { type Refusal, refusalOf } from '#lib/usecases/refusal.ts'

export type Parameters = ReadonlyMap<string, string>

/**
 * The query of a request. 400 for a parameter that the operation doesn't have, or that is repeated and no list; of a list
 * this has the last value.
 */
export function readParameters(
  query: URLSearchParams,
  known: readonly string[],
  lists: readonly string[] = [],
): Parameters {
  const issues: Issue[] = []
  const parameters = new Map<string, string>()
  for (const [name, value] of query) {
    if (!known.includes(name)) {
      issues.push(
        issue(name, 'param_unknown', `There is no parameter ${JSON.stringify(name)} here.`),
      )
    } else if (parameters.has(name) && !lists.includes(name)) {
      issues.push(issue(name, 'param_repeated', `The parameter ${name} is given twice.`))
    }
    parameters.set(name, value)
  }
  if (issues.length > 0) throw refusalOf('malformed', issues.slice(0, 20))
  return parameters
}

/** A whole number between bounds; absent: the default. */
export function readInteger<Default extends number | null>(
  parameters: Parameters,
  name: string,
  { min, max, absent }: { min: number; max: number; absent: Default },
): number | Default {
  const text = parameters.get(name)
  if (text === undefined) return absent
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) {
    throw wrong(name, `${name} must be a whole number from ${min} to ${max}.`)
  }
  return value
}

export function readBoolean(parameters: Parameters, name: string): boolean {
  const text = parameters.get(name) ?? 'false'
  if (text !== 'true' && text !== 'false') throw wrong(name, `${name} must be true or false.`)
  return text === 'true'
}

/** One of a few words; absent: the default. */
export function readWord<Word extends string, Default>(
  parameters: Parameters,
  name: string,
  words: readonly Word[],
  absent: Default,
): Word | Default {
  const text = parameters.get(name)
  if (text === undefined) return absent
  const word = words.find((known) => known === text)
  if (word === undefined) throw wrong(name, `${name} must be one of ${words.join(', ')}.`)
  return word
}

const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** An RFC 3339 instant, or a date, which is its first moment in UTC. https://www.rfc-editor.org/rfc/rfc3339 */
export function readInstant(parameters: Parameters, name: string): Date | null {
  const text = parameters.get(name)
  if (text === undefined) return null
  const instant = instantOf(text)
  if (instant === null) {
    throw wrong(name, `${name} must be an instant such as 2026-03-01T12:00:00Z, or a date.`)
  }
  return instant
}

function instantOf(text: string): Date | null {
  const instant = new Date(INSTANT.test(text) ? text : Number.NaN)
  // With an offset the year may become one that neither RFC 3339 nor Postgres writes with four digits.
  const year = instant.getUTCFullYear()
  return isCalendarDate(text.slice(0, 10)) && year >= 1 && year <= 9999 ? instant : null
}

/** `Date` takes 30 February for 2 March. */
function isCalendarDate(text: string): boolean {
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

export const CHANGE_NUMBERS = { minimum: 1, maximum: 999_999_999_999_999 }

/** The number of a change. */
export function readChange(parameters: Parameters): number | null {
  const { minimum: min, maximum: max } = CHANGE_NUMBERS
  return readInteger(parameters, 'change', { min, max, absent: null })
}

/** The number of the change that a path names; what is no number names none. */
export function readChangeId(path: Readonly<Record<string, string>>): number {
  const text = path['id'] ?? ''
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound()
  return Number(text)
}

/** Free text of at most 256 characters without control characters. */
export function readText(parameters: Parameters, name: string): string | null {
  const text = parameters.get(name)
  if (text === undefined || text === '') return null
  // oxlint-disable-next-line no-control-regex -- naming them is the point
  if (text.length > 256 || /[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed()) {
    throw wrong(name, `${name} must be at most 256 characters without control characters.`)
  }
  return text
}

/** The value that a domain function makes of a parameter's text; its issues are the parameter's. */
export function readParsed<T>(
  parameters: Parameters,
  name: string,
  parse: (text: string) => Checked<T>,
): T | null {
  const text = parameters.get(name)
  if (text === undefined || text === '') return null
  const parsed = parse(text)
  if (parsed.ok) return parsed.value
  throw wrong(name, parsed.issues[0]!.reason)
}

/** A paging token: what the server wrote into it, opaque to clients, checked when it comes back. */
export function writeContinue(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

export function readContinue(parameters: Parameters): readonly (string | number)[] | null {
  const token = parameters.get('continue')
  if (token === undefined || token === '') return null
  const position = decodeContinue(token)
  if (position === null) throw foreignContinue()
  return position
}

export function foreignContinue(): Refusal {
  return wrong('continue', 'The continue token is not one of ours.')
}

function decodeContinue(token: string): readonly (string | number)[] | null {
  try {
    const position: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    return Array.isArray(position) && position.every(isPosition) ? position : null
  } catch {
    return null
  }
}

function isPosition(part: unknown): part is string | number {
  return typeof part === 'string'
    ? part.isWellFormed() && !part.includes('\0')
    : Number.isSafeInteger(part)
}

function wrong(name: string, reason: string): Refusal {
  return refusalOf('malformed', [issue(name, parameterCode(name), reason)])
}

/** The code of a parameter whose value is not one that it takes. */
export function parameterCode(name: string): string {
  return `param_${snakeCase(name)}`
}

function issue(name: string, code: string, reason: string): Issue {
  return { path: ['query', name], code, reason }
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
