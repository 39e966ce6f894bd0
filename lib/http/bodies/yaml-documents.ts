// Parses YAML from outside. YAML can name types, repeat a node endlessly and nest without bound; only plain data is
// accepted.
import {
  type Document,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  parseAllDocuments,
  visit,
  type YAMLMap,
} from 'yaml'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { quoted } from '#lib/domain/text/text.ts'

const DEPTH_MAX = 64
const ALIASES_MAX = 100
const COMPLAINTS_MAX = 20

/**
 * The values of a text's documents, without empty ones. 422 codes: `yaml_syntax` with the line, `yaml_depth` (over 64),
 * `yaml_aliases` (too many repetitions, or a cycle), `yaml_tag` (any tag), `yaml_key` (`__proto__`, a key that is no text,
 * a repeated one), `yaml_version` (other than 1.2), `yaml_bom`.
 */
export function parseYamlDocuments(text: string): Checked<unknown[]> {
  if (text.startsWith('\ufeff')) return issue('yaml_bom', 'The text starts with a byte order mark.')
  if (nestsTooDeep(text)) {
    return issue('yaml_depth', `The text nests more than ${DEPTH_MAX} levels deep.`)
  }
  const lineCounter = new LineCounter()
  const documents = withoutStacks(() =>
    parseAllDocuments(text, {
      version: '1.2',
      logLevel: 'silent',
      lineCounter,
      // Turned off, because the package would compare each key with every other one and quote the whole line in each error:
      // minutes for a hostile megabyte.
      uniqueKeys: false,
      prettyErrors: false,
    }),
  )
  const list = Array.isArray(documents) ? documents : []
  const issues = list.flatMap((document) => [
    ...complaintsOf(document, lineCounter),
    ...nodeIssues(document),
  ])
  return issues.length > 0 ? refused(issues) : readValues(list)
}

/** Errors get no stacks meanwhile: a hostile megabyte makes hundreds of thousands, and their stacks would take most of the time. */
function withoutStacks<Result>(make: () => Result): Result {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return make()
  } finally {
    Error.stackTraceLimit = before
  }
}

function readValues(documents: readonly Document[]): Checked<unknown[]> {
  const values: unknown[] = []
  for (const document of documents) {
    try {
      const value: unknown = document.toJS({ maxAliasCount: ALIASES_MAX })
      if (value !== null) values.push(value)
    } catch {
      return issue('yaml_aliases', 'The text repeats its nodes by aliases beyond reason.')
    }
  }
  return accepted(values)
}

const NESTING = new Set(['-', '?', ':'])

/**
 * Flow collections are counted by their brackets, block collections by their indentation and the indicators of a line. The
 * lexer doesn't recurse; the parser does.
 */
function nestsTooDeep(text: string): boolean {
  let flow = 0
  let indicators = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') flow += 1
    else if (token === ']' || token === '}') flow -= 1
    else if (NESTING.has(token)) indicators += 1
    else if (token === '\n' || token === '\r\n') indicators = 0
    if (flow > DEPTH_MAX || (flow === 0 && indicators > DEPTH_MAX)) return true
  }
  return deepestIndent(text) > DEPTH_MAX
}

/** Each level of a block is indented further than the one around it. */
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

function complaintsOf({ errors, warnings, directives }: Document, lines: LineCounter): Issue[] {
  const version = directives?.yaml.version ?? '1.2'
  return [
    ...[...errors, ...warnings].slice(0, COMPLAINTS_MAX).map(({ message, pos }) => ({
      path: [],
      code: /call stack/.test(message) ? 'yaml_depth' : 'yaml_syntax',
      reason: `Line ${lines.linePos(pos[0]).line}: ${message}.`,
    })),
    ...(version === '1.2'
      ? []
      : [
          { path: [], code: 'yaml_version', reason: `The text is YAML ${version}; send YAML 1.2.` },
        ]),
  ]
}

function nodeIssues(document: Document): Issue[] {
  const issues: Issue[] = []
  const complain = (code: string, reason: string) => issues.push({ path: [], code, reason })
  visit(document, {
    Node: (_, node) => {
      if (node.tag !== undefined)
        complain('yaml_tag', `The text holds the tag ${quoted(node.tag)}.`)
    },
    Alias: (_, { source }, around) => {
      if (around.some((node) => isNode(node) && 'anchor' in node && node.anchor === source)) {
        complain('yaml_aliases', `The alias ${quoted(source)} stands within what it repeats.`)
      }
    },
    Map: (_, map) => {
      for (const reason of keyFlaws(map)) complain('yaml_key', reason)
    },
  })
  return issues
}

function keyFlaws({ items }: YAMLMap): string[] {
  const seen = new Set<string>()
  return items.flatMap(({ key }) => {
    if (!isScalar(key)) return ['The text holds a key that is no text.']
    const name = String(key.value)
    if (name === '__proto__') return ['The text holds the key "__proto__".']
    if (seen.has(name)) return [`The text holds the key ${quoted(name)} twice.`]
    seen.add(name)
    return []
  })
}

function issue(code: string, reason: string): Checked<never> {
  return refused([{ path: [], code, reason }])
}
