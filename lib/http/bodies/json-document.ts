// Parses JSON from outside. `JSON.parse` keeps the last of two equal keys, follows any depth and rounds large numbers, so
// the tokens are checked first.
import { createScanner } from 'jsonc-parser'
import { accepted, type Checked, refused } from '#lib/domain/text/issue.ts'

const DEPTH_MAX = 64

// The package's own enum is ambient, which isolated modules can't read.
// https://github.com/microsoft/node-jsonc-parser/blob/v3.3.1/src/main.ts
const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  string: 10,
  number: 11,
  end: 17,
} as const

type Complaint = { code: string; reason: string }
type Scope = {
  readonly keys: Set<string>
  readonly isObject: boolean
  /** The key whose value the scope is. */
  readonly name: string | null
}
/** Where the scanner is: the enclosing scopes, and the last key if its value hasn't come yet. */
type Place = { readonly scopes: Scope[]; key: string | null }

/**
 * The value of a JSON text. Refused with 400 codes: `malformed_json`, `duplicate_key`, `forbidden_key` (`__proto__`, or
 * `constructor` holding a `prototype`), `json_depth` (over 64), `number_range` (a number that would be rounded).
 */
export function parseJsonDocument(text: string): Checked<unknown> {
  const complaint = complaintAboutTokens(text)
  if (complaint) return refused([{ path: [], ...complaint }])
  try {
    return accepted(JSON.parse(text) as unknown)
  } catch {
    return refused([{ path: [], code: 'malformed_json', reason: 'The body is not valid JSON.' }])
  }
}

function complaintAboutTokens(text: string): Complaint | null {
  const scanner = createScanner(text, true)
  const place: Place = { scopes: [], key: null }
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    const complaint = complaintAboutToken(kind, scanner.getTokenValue(), place)
    if (complaint) return complaint
  }
  return null
}

function complaintAboutToken(kind: number, text: string, place: Place): Complaint | null {
  switch (kind) {
    case token.openBrace:
    case token.openBracket:
      return enterScope(kind === token.openBrace, place)
    case token.closeBrace:
    case token.closeBracket:
      place.scopes.pop()
      return null
    case token.comma:
      place.key = null
      return null
    case token.string:
      return readString(text, place)
    case token.number:
      return isRounded(text) ? rounded : null
    default:
      return null
  }
}

function enterScope(isObject: boolean, place: Place): Complaint | null {
  place.scopes.push({ keys: new Set(), isObject, name: place.key })
  place.key = null
  return place.scopes.length > DEPTH_MAX ? tooDeep : null
}

/** In an object the first string is a key, and the next one its value. */
function readString(text: string, place: Place): Complaint | null {
  const scope = place.scopes.at(-1)
  if (!scope?.isObject || place.key !== null) return null
  place.key = text
  return complaintAboutKey(text, scope)
}

const tooDeep: Complaint = {
  code: 'json_depth',
  reason: `The body nests more than ${DEPTH_MAX} levels deep.`,
}
const rounded: Complaint = {
  code: 'number_range',
  reason: 'The body holds a number that cannot be kept exactly.',
}

function complaintAboutKey(key: string, scope: Scope): Complaint | null {
  if (key === '__proto__' || (key === 'prototype' && scope.name === 'constructor')) {
    return { code: 'forbidden_key', reason: `The body holds the key ${JSON.stringify(key)}.` }
  }
  if (scope.keys.has(key)) {
    return { code: 'duplicate_key', reason: `The body holds the key ${JSON.stringify(key)} twice.` }
  }
  scope.keys.add(key)
  return null
}

function isRounded(digits: string): boolean {
  const value = Number(digits)
  return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))
}
