// A bearer token, judged by its text alone: before any key, network or signature.
import { createScanner } from 'jsonc-parser'
import { parseJson } from './bounded-fetch.ts'
import type { TokenProblem } from './token-problem.ts'

/** Room for the 200 groups of a token of Microsoft Entra ID, three times over. */
const TOKEN_CHARACTERS_MAX = 16_384

// The package's own enum is ambient, which isolated modules can't read.
// https://github.com/microsoft/node-jsonc-parser/blob/v3.3.1/src/main.ts
const token = { openBrace: 1, closeBrace: 2, colon: 6, end: 17 } as const

type JsonObject = Readonly<Record<string, unknown>>
export type TokenParts = { readonly header: JsonObject; readonly payload: JsonObject }

/**
 * Header and claims of a signed token in the compact form: three parts in canonical base64url, the first two of which are
 * JSON objects without repeated keys.
 *
 * https://datatracker.ietf.org/doc/html/rfc7515#section-7.1, https://datatracker.ietf.org/doc/html/rfc8725#section-3.1
 */
export function readTokenText(token: string): TokenParts | TokenProblem {
  if (token.length > TOKEN_CHARACTERS_MAX) return 'token_too_long'
  const texts = token.split('.', 4).map(decode)
  const [headerText, payloadText, signature] = texts
  if (texts.length !== 3 || signature === null || signature === undefined) return 'token_malformed'
  const header = readObject(headerText)
  const payload = readObject(payloadText)
  if (typeof header === 'string') return header
  if (typeof payload === 'string') return payload
  return { header, payload }
}

/** The bytes of one part; null: it isn't in canonical form. */
function decode(part: string): Buffer | null {
  const bytes = Buffer.from(part, 'base64url')
  return part !== '' && bytes.toString('base64url') === part ? bytes : null
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readObject(bytes: Buffer | null | undefined): JsonObject | TokenProblem {
  const text = bytes ? decodeUtf8(bytes) : null
  const value = text === null ? undefined : parseJson(text)
  if (text === null || !isObject(value)) return 'token_malformed'
  return holdsKeyTwice(text) ? 'token_duplicate' : value
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Readers differ in which of two equal keys they use. Only the outermost object matters: of inner ones only `_claim_names`
 * is read, and its values are ignored.
 */
function holdsKeyTwice(text: string): boolean {
  const scanner = createScanner(text, true)
  const keys = new Set<string>()
  let depth = 0
  let last = ''
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    if (kind === token.openBrace) depth += 1
    if (kind === token.closeBrace) depth -= 1
    if (kind === token.colon && depth === 1) {
      if (keys.has(last)) return true
      keys.add(last)
    }
    last = scanner.getTokenValue()
  }
  return false
}
