// Reads a selector in any of its three spellings into one canonical form: selectors that differ only in spelling, order or
// repeats become equal values. A selector without terms is refused: only `*` means everything.
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { quoted } from '#lib/domain/text/text.ts'
import { isJsonObject, labelKeyIssues, labelValueIssues, notAString } from './labels.ts'
import { formatTerm } from './selector-format.ts'
import { readSelectorString } from './selector-string.ts'
import { EVERYTHING, type Operator, type Selector, type Term } from './selector.ts'

type Path = Issue['path']
type JsonObject = Readonly<Record<string, unknown>>

/** A piece of the input, and where it was found. */
type Placed = { readonly text: string; readonly path: Path }

type PlacedTerm = {
  readonly key: Placed
  readonly operator: Operator
  readonly values: readonly Placed[]
}

const TERMS_MAX = 100
const VALUES_MAX = 1000
const EVERYTHING_TEXT = /^[ \t\r\n]*\*[ \t\r\n]*$/

/** The members of a Kubernetes selector. In a flat map they would be label keys, which nobody means by them. */
const STRUCTURED_FIELDS = ['matchLabels', 'matchExpressions']

const OPERATORS: ReadonlyMap<unknown, Operator> = new Map<unknown, Operator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!exists'],
])

/**
 * A selector from parsed JSON: a flat map of equal labels, `{matchLabels, matchExpressions}`, or kubectl's string, where
 * `*` alone is everything. An object with a member `matchLabels` or `matchExpressions` is never a flat map. Keys that labels
 * may not have are accepted; they match nothing. Issues: `selector_empty`, `selector_syntax`, `selector_operator`,
 * `selector_value`, `label_key`, `too_many` (over 100 terms, or 1000 values in all).
 */
export function parseSelector(input: unknown, path: Path): Checked<Selector> {
  if (typeof input === 'string' && EVERYTHING_TEXT.test(input)) return accepted(EVERYTHING)
  const read = readTerms(input, path)
  const size = sizeIssues(read.terms, path)
  if (size.length > 0) return refused(size)
  const issues = [...read.issues, ...read.terms.flatMap(termIssues)]
  if (issues.length > 0) return refused(issues)
  if (read.terms.length > 0) {
    return accepted({ kind: 'terms', terms: canonicalTerms(read.terms) })
  }
  return refused([
    {
      path,
      code: 'selector_empty',
      reason:
        'The selector has no terms, and that never means everything: write "*" for everything.',
    },
  ])
}

type Read = { readonly terms: readonly PlacedTerm[]; readonly issues: readonly Issue[] }

function readTerms(input: unknown, path: Path): Read {
  if (typeof input === 'string') return readString(input, path)
  if (!isJsonObject(input)) {
    const reason =
      'A selector is a string, an object of labels, or {matchLabels, matchExpressions}.'
    return { terms: [], issues: [{ path, code: 'selector_syntax', reason }] }
  }
  const structured = STRUCTURED_FIELDS.some((field) => Object.hasOwn(input, field))
  return structured ? readStructured(input, path) : readFlatMap(input, path)
}

function readString(input: string, path: Path): Read {
  const read = readSelectorString(input)
  if ('code' in read) {
    return { terms: [], issues: [{ path, code: read.code, reason: read.reason }] }
  }
  const terms = read.map(({ key, operator, values }) => ({
    key: { text: key.text, path },
    operator,
    values: values.map(({ text }) => ({ text, path })),
  }))
  return { terms, issues: [] }
}

function readFlatMap(input: JsonObject, path: Path): Read {
  return joined(Object.entries(input).map(([key, value]) => readEqual(key, value, [...path, key])))
}

function readEqual(key: string, value: unknown, path: Path): Read {
  const { values, issues } = readValues([value], () => path)
  return { terms: [{ key: { text: key, path }, operator: '=', values }], issues }
}

function readStructured(input: JsonObject, path: Path): Read {
  const reads = Object.entries(input).map(([field, value]): Read => {
    const at = [...path, field]
    if (field === 'matchLabels' && isJsonObject(value)) return readFlatMap(value, at)
    if (field === 'matchExpressions' && Array.isArray(value)) {
      return joined(value.map((item: unknown, index) => readExpression(item, [...at, index])))
    }
    return syntaxIssue(at, structuredReason(field, value))
  })
  return joined(reads)
}

function structuredReason(field: string, value: unknown): string {
  if (STRUCTURED_FIELDS.includes(field)) {
    const shape = field === 'matchLabels' ? 'an object of strings' : 'an array'
    const reason = `${field} must be ${shape}.`
    if (typeof value !== 'string') return reason
    return `${reason} A label of that name is meant by {"matchLabels": {"${field}": ${quoted(value)}}}.`
  }
  return (
    `${quoted(field)} stands beside matchLabels or matchExpressions: ` +
    'put it into matchLabels, or write all labels as one flat object.'
  )
}

function readExpression(input: unknown, path: Path): Read {
  if (!isJsonObject(input)) return syntaxIssue(path, 'This must be {key, operator, values}.')
  const { key, operator: name, values: list = [], ...others } = input
  const operator = OPERATORS.get(name)
  const { values, issues } = readValues(Array.isArray(list) ? list : [], (index) => [
    ...path,
    'values',
    index,
  ])
  const shapeIssues = [
    ...Object.keys(others).map((field) => unknownField(field, path)),
    ...(typeof key === 'string' ? [] : [keyTypeIssue([...path, 'key'])]),
    ...(operator === undefined
      ? [operatorIssue(name, [...path, 'operator'])]
      : listIssues(operator, list, [...path, 'values'])),
  ]
  const term =
    typeof key === 'string' && operator !== undefined
      ? [{ key: { text: key, path: [...path, 'key'] }, operator, values }]
      : []
  return { terms: term, issues: [...shapeIssues, ...issues] }
}

function unknownField(field: string, path: Path): Issue {
  const reason = `There is no field ${quoted(field)} here; the fields are key, operator and values.`
  return { path: [...path, field], code: 'selector_syntax', reason }
}

function keyTypeIssue(path: Path): Issue {
  return { path, code: 'selector_syntax', reason: 'The key must be a string.' }
}

function operatorIssue(name: unknown, path: Path): Issue {
  const shown = typeof name === 'string' ? `${quoted(name)} is not supported: the ` : 'The '
  return {
    path,
    code: 'selector_operator',
    reason: `${shown}operator is one of In, NotIn, Exists and DoesNotExist.`,
  }
}

function listIssues(operator: Operator, values: unknown, path: Path): readonly Issue[] {
  const code = 'selector_value'
  if (!Array.isArray(values))
    return [{ path, code, reason: 'The values must be an array of strings.' }]
  const wantsValues = operator === 'in' || operator === 'notin'
  if (wantsValues === values.length > 0) return []
  const reason = wantsValues
    ? 'In and NotIn need at least one value.'
    : 'Exists and DoesNotExist take no values.'
  return [{ path, code, reason }]
}

function readValues(
  input: readonly unknown[],
  pathOf: (index: number) => Path,
): { readonly values: readonly Placed[]; readonly issues: readonly Issue[] } {
  const values: Placed[] = []
  const issues: Issue[] = []
  for (const [index, value] of input.entries()) {
    const path = pathOf(index)
    if (typeof value === 'string') values.push({ text: value, path })
    else issues.push({ path, code: 'selector_value', reason: notAString(value) })
  }
  return { values, issues }
}

function syntaxIssue(path: Path, reason: string): Read {
  return { terms: [], issues: [{ path, code: 'selector_syntax', reason }] }
}

function joined(reads: readonly Read[]): Read {
  return {
    terms: reads.flatMap((read) => read.terms),
    issues: reads.flatMap((read) => read.issues),
  }
}

function sizeIssues(terms: readonly PlacedTerm[], path: Path): readonly Issue[] {
  const values = terms.reduce((sum, term) => sum + term.values.length, 0)
  if (terms.length <= TERMS_MAX && values <= VALUES_MAX) return []
  const reason =
    `The selector has ${terms.length} terms and ${values} values; at most ${TERMS_MAX} terms and ` +
    `${VALUES_MAX} values are allowed.`
  return [{ path, code: 'too_many', reason }]
}

function termIssues({ key, values }: PlacedTerm): readonly Issue[] {
  return [
    ...labelKeyIssues(key.text, key.path),
    ...values.flatMap(({ text, path }) => labelValueIssues(text, path, 'selector_value')),
  ]
}

function canonicalTerms(terms: readonly PlacedTerm[]): readonly Term[] {
  const byText = new Map(terms.map(canonicalTerm).map((term) => [formatTerm(term), term]))
  return [...byText]
    .sort(([textA, a], [textB, b]) => compare(a.key, b.key) || compare(textA, textB))
    .map(([, term]) => term)
}

function canonicalTerm({ key, operator, values: placed }: PlacedTerm): Term {
  const values = [...new Set(placed.map(({ text }) => text))].sort()
  const single = values.length === 1
  if (operator === 'in' && single) return { key: key.text, operator: '=', values }
  if (operator === 'notin' && single) return { key: key.text, operator: '!=', values }
  return { key: key.text, operator, values }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
