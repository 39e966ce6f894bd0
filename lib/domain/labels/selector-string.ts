// Parses kubectl's selector string into terms. The grammar is Kubernetes' own, except `<` and `>`, which compare numbers
// and which the other spellings of a selector lack.
import { type Flaw, quoted } from '#lib/domain/text/text.ts'
import type { Operator } from './selector.ts'

/** A piece of the string, and the index of its first character. */
export type Token = { readonly text: string; readonly index: number }

/** One term as somebody wrote it: its syntax is checked, its key and values are not yet. */
export type WrittenTerm = {
  readonly key: Token
  readonly operator: Operator
  readonly values: readonly Token[]
}

/** What doesn't fit the grammar, and where. */
export type SyntaxFlaw = Flaw & { readonly at: Token }

/** What may come next, and of which key. */
export type Expected =
  | { readonly part: 'key' }
  | { readonly part: 'operator' | 'value'; readonly key: string }

type TokenReader = {
  readonly tokens: readonly Token[]
  /** The empty token that is read after the last one. */
  readonly end: Token
  /** How many tokens have been read. */
  read: number
  /** What may stand at the index of a token. */
  expected: { readonly index: number; readonly what: Expected } | null
}

const TOKEN = /==|!=|[=!(),<>]|[^ \t\r\n=!(),<>]+/g

/**
 * The terms of a selector string, none for a blank one, or the first thing that does not fit (`selector_syntax`,
 * `selector_operator`) with the number of its character, counted from 1. NUL is an ordinary character here; Kubernetes'
 * lexer stops at it.
 *
 * https://github.com/kubernetes/apimachinery/blob/eed236ce/pkg/labels/selector.go `Parser`
 */
export function readSelectorString(text: string): readonly WrittenTerm[] | SyntaxFlaw {
  return readTerms(readerOf(text))
}

/** What may stand behind the beginning of a selector string; null: no part of a term, or the beginning is wrong. */
export function expectedAfter(beginning: string): Expected | null {
  const reader = readerOf(beginning)
  readTerms(reader)
  return reader.expected?.index === reader.tokens.length ? reader.expected.what : null
}

function readerOf(text: string): TokenReader {
  const tokens = [...text.matchAll(TOKEN)].map((match) => ({ text: match[0], index: match.index }))
  return { tokens, end: { text: '', index: text.length }, read: 0, expected: null }
}

function readTerms(reader: TokenReader): readonly WrittenTerm[] | SyntaxFlaw {
  const terms: WrittenTerm[] = []
  expect(reader, { part: 'key' })
  if (peek(reader).text === '') return terms
  for (;;) {
    const term = readTerm(reader)
    if ('code' in term) return term
    terms.push(term)
    const separator = take(reader)
    if (separator.text === '') return terms
    if (separator.text !== ',') return unexpected(separator, '"," or the end')
  }
}

function expect(reader: TokenReader, what: Expected) {
  reader.expected = { index: reader.read, what }
}

function peek({ tokens, end, read }: TokenReader): Token {
  return tokens[read] ?? end
}

function take(reader: TokenReader): Token {
  const token = peek(reader)
  reader.read += 1
  return token
}

function isWord(token: Token): boolean {
  return token.text !== '' && !/^[=!(),<>]/.test(token.text)
}

function endsTerm(token: Token): boolean {
  return token.text === '' || token.text === ','
}

function unexpected(at: Token, expected: string): SyntaxFlaw {
  const found = at.text === '' ? 'the end' : quoted(at.text)
  return {
    at,
    code: 'selector_syntax',
    reason: `Found ${found} at character ${at.index + 1} where ${expected} is expected.`,
  }
}

function readTerm(reader: TokenReader): WrittenTerm | SyntaxFlaw {
  expect(reader, { part: 'key' })
  const first = take(reader)
  const negated = first.text === '!'
  if (negated) expect(reader, { part: 'key' })
  const key = negated ? take(reader) : first
  if (!isWord(key)) return unexpected(key, negated ? 'a label key' : 'a label key or "!"')
  if (negated) return { key, operator: '!exists', values: [] }
  expect(reader, { part: 'operator', key: key.text })
  if (endsTerm(peek(reader))) return { key, operator: 'exists', values: [] }
  return readComparison(key, reader)
}

function readComparison(key: Token, reader: TokenReader): WrittenTerm | SyntaxFlaw {
  const operator = take(reader)
  switch (operator.text) {
    case '=':
    case '==':
      return readExactValue(key, '=', reader)
    case '!=':
      return readExactValue(key, '!=', reader)
    case 'in':
    case 'notin':
      return readValueList(key, operator.text, reader)
    case '<':
    case '>':
      return {
        at: operator,
        code: 'selector_operator',
        reason: `"${operator.text}" at character ${operator.index + 1} is not supported: labels are compared as text.`,
      }
    default:
      return unexpected(operator, '"=", "==", "!=", "in" or "notin"')
  }
}

function readExactValue(
  key: Token,
  operator: '=' | '!=',
  reader: TokenReader,
): WrittenTerm | SyntaxFlaw {
  expect(reader, { part: 'value', key: key.text })
  const value = peek(reader)
  if (endsTerm(value)) return { key, operator, values: [{ text: '', index: value.index }] }
  reader.read += 1
  return isWord(value) ? { key, operator, values: [value] } : unexpected(value, 'a value')
}

/** A list in parentheses. Nothing between two commas is the empty value, so `()` is a list of just that value. */
function readValueList(
  key: Token,
  operator: 'in' | 'notin',
  reader: TokenReader,
): WrittenTerm | SyntaxFlaw {
  const open = take(reader)
  if (open.text !== '(') return unexpected(open, '"("')
  const values: Token[] = []
  for (;;) {
    expect(reader, { part: 'value', key: key.text })
    values.push(isWord(peek(reader)) ? take(reader) : { text: '', index: peek(reader).index })
    const next = take(reader)
    if (next.text === ')') return { key, operator, values }
    if (next.text !== ',') return unexpected(next, '"," or ")"')
  }
}
