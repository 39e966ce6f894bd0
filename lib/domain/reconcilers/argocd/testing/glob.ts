// The two sorts of glob that Argo CD uses, as regular expressions.

type Dialect = {
  readonly compiled: Map<string, RegExp | null>
  /** What `*` and `?` stop at; empty: nothing. */
  readonly separator: '' | '/'
  /** `**` crosses separators, `{a,b}` are alternatives and `[!a]` negates: gobwas. Otherwise Go's filepath, with `[^a]`. */
  readonly isGobwas: boolean
}

/**
 * Whether a glob of the gobwas library matches the whole text; one that is no glob matches nothing.
 *
 * https://github.com/gobwas/glob/blob/e7a84e95/glob.go `Compile`,
 * https://github.com/argoproj/argo-cd/blob/37ee0097/util/glob/glob.go `Match`
 */
export function gobwasMatches(glob: string, text: string, separator: '' | '/' = ''): boolean {
  return matches(glob, text, separator === '' ? GOBWAS : GOBWAS_PATHS)
}

/**
 * Whether a glob of Go's standard library matches the whole text; one that is no glob matches nothing.
 *
 * https://pkg.go.dev/path/filepath@go1.25.0#Match
 */
export function filepathMatches(glob: string, text: string): boolean {
  return matches(glob, text, FILEPATH)
}

const GOBWAS: Dialect = { separator: '', isGobwas: true, compiled: new Map() }
const GOBWAS_PATHS: Dialect = { separator: '/', isGobwas: true, compiled: new Map() }
const FILEPATH: Dialect = { separator: '/', isGobwas: false, compiled: new Map() }

function matches(glob: string, text: string, dialect: Dialect): boolean {
  const known = dialect.compiled.get(glob)
  const regExp = known === undefined ? compile(glob, dialect) : known
  if (known === undefined) dialect.compiled.set(glob, regExp)
  return regExp !== null && regExp.test(text)
}

const TOKEN = /\\[^]|\[[^\]\\]+\]|\*\*|[^]/g

function compile(glob: string, dialect: Dialect): RegExp | null {
  const tokens: readonly string[] = glob.match(TOKEN) ?? []
  if (tokens.includes('[') || tokens.includes('\\')) return null
  let depth = 0
  const sources = tokens.map((token) => {
    if (dialect.isGobwas && token === '{') depth += 1
    if (depth === 0) return tokenSource(token, dialect)
    if (token === '}') depth -= 1
    return BRACES[token] ?? tokenSource(token, dialect)
  })
  return depth === 0 ? new RegExp(`^(?:${sources.join('')})$`) : null
}

const BRACES: Readonly<Record<string, string>> = { '{': '(?:', ',': '|', '}': ')' }

function tokenSource(token: string, { separator, isGobwas }: Dialect): string {
  const any = separator === '' ? '[^]' : '[^/]'
  if (token === '**') return isGobwas ? '[^]*' : `${any}*`
  if (token === '*') return `${any}*`
  if (token === '?') return any
  if (token.length > 1 && token.startsWith('\\')) return escaped(token.slice(1))
  if (token.length > 1 && token.startsWith('[')) return classSource(token.slice(1, -1), isGobwas)
  return escaped(token)
}

function classSource(inner: string, isGobwas: boolean): string {
  const isNegated = inner.startsWith(isGobwas ? '!' : '^') && inner.length > 1
  const members = (isNegated ? inner.slice(1) : inner).replaceAll(/[\^[]/g, String.raw`\$&`)
  return `[${isNegated ? '^' : ''}${members}]`
}

function escaped(character: string): string {
  return character.replaceAll(/[.\\+*?^${}()|[\]/-]/g, String.raw`\$&`)
}
