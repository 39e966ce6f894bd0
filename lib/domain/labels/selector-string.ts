// Parses kubectl's selector string into terms. The grammar is Kubernetes' own, except `<` and `>`, which compare numbers
// and which the other spellings of a selector lack.
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { type Flaw, quoted } from '#lib/domain/text/text.ts'
import type { Operator } from './selector.ts'

/** One term as somebody wrote it: its syntax is checked, its key and values are not yet. */
export type WrittenTerm = {
  readonly key: string
  readonly operator: Operator
  readonly values: readonly string[]
}

type Token = { readonly text: string; readonly character: number }

/** The tokens, how many of them have been read, and the empty token that is read after the last one. */
type TokenReader = { readonly tokens: readonly Token[]; readonly end: Token; read: number }

const TOKEN = /==|!=|[=!(),<>]|[^ \t\r\n=!(),<>]+/g

/**
 * The terms of a selector string, none for a blank one, or the first thing that does not fit (`selector_syntax`,
 * `selector_operator`) with the number of its character, counted from 1. NUL is an ordinary character here; Kubernetes'
 * lexer stops at it.
 *
 * https://github.com/kubernetes/apimachinery/blob/eed236ce/pkg/labels/selector.go `Parser`
 */
export function readSelectorString(
  text: string,
  path: Issue['path'],
): Checked<readonly WrittenTerm[]> {
  const end = { text: '', character: text.length + 1 }
  const reader: TokenReader = { tokens: tokensOf(text), end, read: 0 }
  const terms: WrittenTerm[] = []
  if (peek(reader).text === '') return accepted(terms)
  for (;;) {
    const term = readTerm(reader)
    if ('code' in term) return refused([{ path, ...term }])
    terms.push(term)
    const separator = take(reader)
    if (separator.text === '') return accepted(terms)
    if (separator.text !== ',') {
      return refused([{ path, ...unexpected(separator, '"," or the end') }])
    }
  }
}

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(TOKEN)].map((match) => ({ text: match[0], character: match.index + 1 }))
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

function unexpected(token: Token, expected: string): Flaw {
  const found = token.text === '' ? 'the end' : quoted(token.text)
  return {
    code: 'selector_syntax',
    reason: `Found ${found} at character ${token.character} where ${expected} is expected.`,
  }
}

function readTerm(reader: TokenReader): WrittenTerm | Flaw {
  const first = take(reader)
  const negated = first.text === '!'
  const key = negated ? take(reader) : first
  if (!isWord(key)) return unexpected(key, negated ? 'a label key' : 'a label key or "!"')
  if (negated) return { key: key.text, operator: '!exists', values: [] }
  if (endsTerm(peek(reader))) return { key: key.text, operator: 'exists', values: [] }
  return readComparison(key.text, reader)
}

function readComparison(key: string, reader: TokenReader): WrittenTerm | Flaw {
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
        code: 'selector_operator',
        reason: `"${operator.text}" at character ${operator.character} is not supported: labels are compared as text.`,
      }
    default:
      return unexpected(operator, '"=", "==", "!=", "in" or "notin"')
  }
}

function readExactValue(
  key: string,
  operator: '=' | '!=',
  reader: TokenReader,
): WrittenTerm | Flaw {
  if (endsTerm(peek(reader))) return { key, operator, values: [''] }
  const value = take(reader)
  return isWord(value) ? { key, operator, values: [value.text] } : unexpected(value, 'a value')
}

/** A list in parentheses. Nothing between two commas is the empty value, so `()` is a list of just that value. */
function readValueList(
  key: string,
  operator: 'in' | 'notin',
  reader: TokenReader,
): WrittenTerm | Flaw {
  const open = take(reader)
  if (open.text !== '(') return unexpected(open, '"("')
  const values: string[] = []
  for (;;) {
    values.push(isWord(peek(reader)) ? take(reader).text : '')
    const next = take(reader)
    if (next.text === ')') return { key, operator, values }
    if (next.text !== ',') return unexpected(next, '"," or ")"')
  }
}
