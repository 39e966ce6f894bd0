// YAML texts from outside. YAML can name types, repeat a node without end and nest without bound; of that only plain data
// gets in.
import { type Document, Lexer, parseAllDocuments } from 'yaml'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/issue.ts'

const DEPTH_MAX = 64
const ALIASES_MAX = 100

/**
 * The values of a text's documents, empty ones left out. 422 codes: `yaml_syntax` with the line, `yaml_depth` (over 64),
 * `yaml_aliases` (repeated beyond reason), `yaml_tag` (any tag), `yaml_key` (`__proto__`), `yaml_bom`.
 */
export function parseYamlDocuments(text: string): Checked<unknown[]> {
  if (text.startsWith('\ufeff')) return issue('yaml_bom', 'The text starts with a byte order mark.')
  if (nestsTooDeep(text)) {
    return issue('yaml_depth', `The text nests more than ${DEPTH_MAX} levels deep.`)
  }
  const documents = parseAllDocuments(text, {
    version: '1.2',
    uniqueKeys: true,
    logLevel: 'silent',
  })
  const list = Array.isArray(documents) ? documents : []
  const issues = list.flatMap(complaintsOf)
  return issues.length > 0 ? refused(issues) : readValues(list)
}

function readValues(documents: readonly Document[]): Checked<unknown[]> {
  const values: unknown[] = []
  for (const document of documents) {
    if (document.contents === null) continue
    try {
      values.push(document.toJS({ maxAliasCount: ALIASES_MAX }))
    } catch {
      return issue('yaml_aliases', 'The text repeats its nodes by aliases beyond reason.')
    }
  }
  if (values.some(holdsPrototypeKey))
    return issue('yaml_key', 'The text holds the key "__proto__".')
  return accepted(values)
}

/** Flow collections by their brackets, block sequences by their dashes; the lexer doesn't recurse, the parser does. */
function nestsTooDeep(text: string): boolean {
  let flow = 0
  let dashes = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') flow += 1
    else if (token === ']' || token === '}') flow -= 1
    else if (token === '-') dashes += 1
    else if (token === '\n' || token === '\r\n') dashes = 0
    if (flow > DEPTH_MAX || dashes > DEPTH_MAX) return true
  }
  return deepestIndent(text) > DEPTH_MAX
}

/** Each level of block nesting is indented further than the one around it. */
function deepestIndent(text: string): number {
  const open: number[] = []
  let deepest = 0
  for (const line of text.split('\n')) {
    const indent = line.search(/[^ ]/)
    if (indent < 0) continue
    while (open.length > 0 && open.at(-1)! >= indent) open.pop()
    open.push(indent)
    deepest = Math.max(deepest, open.length)
  }
  return deepest
}

function complaintsOf({ errors, warnings }: Document): Issue[] {
  return [
    ...errors.map(({ message, linePos }) => ({
      path: [],
      code: /alias/i.test(message) ? 'yaml_aliases' : 'yaml_syntax',
      reason: `${message.split('\n')[0]}${linePos ? '' : '.'}`,
    })),
    ...warnings.map(({ message }) => ({
      path: [],
      code: 'yaml_tag',
      reason: message.split('\n')[0] ?? 'A tag is not known.',
    })),
  ]
}

function holdsPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (
    Object.hasOwn(value, '__proto__') ||
    Object.values(value).some((part) => holdsPrototypeKey(part))
  )
}

function issue(code: string, reason: string): Checked<never> {
  return refused([{ path: [], code, reason }])
}
