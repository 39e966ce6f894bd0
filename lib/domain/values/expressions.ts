// Values with expressions in their texts: what is wrong with them, what they read, and what they are for a cluster.
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import type { Flaw } from '#lib/domain/text/text.ts'
import {
  type Expression,
  expressionOf,
  givesScalar,
  type Result,
  resultOf,
  type Subjects,
} from './expression.ts'
import { type FieldsRead, type Read, summaryOf } from './expression-reads.ts'
import { hasExpressions, partsOf } from './expression-text.ts'
import { isList, readValues, type Value, type Values } from './values.ts'

type Path = Issue['path']

/** Of all expressions of a config together. */
const STEPS_MAX = 10_000

/**
 * What is wrong with the expressions in the texts of values, as far as it shows without a cluster: `expression_invalid`, and
 * `template_too_expensive`, also for all of them together. `${{ e }}` alone is the value of e with its type, otherwise text, and
 * `$${{` stands for `${{`. An expression has at most 1,000 characters and 500 nodes, and reads `cluster.{name, environment, type,
 * labels}` and `application.{team, name, labels}`.
 */
export function expressionIssues(values: Values, path: Path): readonly Issue[] {
  const templates = templatesOf(values, [])
  const issues = templates.flatMap(({ path: at, template }) =>
    isFlaw(template) ? [{ path: [...path, ...at], ...template }] : [],
  )
  if (issues.length > 0) return issues
  const steps = templates.reduce((sum, { template }) => sum + stepsOf(template), 0)
  if (steps <= STEPS_MAX) return []
  const reason = 'The expressions can take too long together: fewer of them, or simpler ones.'
  return [{ path, code: 'template_too_expensive', reason }]
}

/** What the expressions of values read, at least. For clusters that are equal in it, they give the same. */
export function fieldsRead(values: Values): FieldsRead {
  return outlineOf(values).reads
}

/**
 * Values with what their expressions give, in their normal form. Refused, at the text that fails, are `label_missing`, and
 * `expression_invalid` for all else: what fails, what is no value, and what makes the values larger than values may be.
 */
export function evaluated(values: Values, subjects: Subjects): Checked<Values> {
  if (!outlineOf(values).hasTemplates) return accepted(values)
  const issues: Issue[] = []
  const result = filled(values, subjects, [], issues)
  if (issues.length > 0) return refused(issues)
  const read = readValues(result, [])
  return read.ok ? read : refused(read.issues.map(ofExpression))
}

function ofExpression({ path, reason }: Issue): Issue {
  return { path, code: 'expression_invalid', reason: `With what expressions give: ${reason}` }
}

/** A text in its parts. */
type Template = readonly (Expression | string)[]

type Found = { readonly path: Path; readonly template: Template | Flaw }

function templatesOf(value: Value, path: Path): readonly Found[] {
  if (typeof value === 'string') {
    return hasExpressions(value) ? [{ path, template: templateOf(value) }] : []
  }
  if (typeof value !== 'object') return []
  const steps = isList(value) ? [...value.entries()] : Object.entries(value)
  return steps.flatMap(([step, member]) => templatesOf(member, [...path, step]))
}

function templateOf(text: string): Template | Flaw {
  const parts = partsOf(text)
  if (parts === null)
    return invalid('An expression has no end: it begins with ${{ and ends with }}.')
  const template: (Expression | string)[] = []
  for (const part of parts) {
    const read = typeof part === 'string' ? part : expressionOf(part.expression)
    if (typeof read !== 'string') {
      if ('code' in read) return read
      if (parts.length > 1 && !givesScalar(read)) return noText()
    }
    template.push(read)
  }
  return template
}

function stepsOf(template: Template | Flaw): number {
  if (isFlaw(template)) return 0
  return template.reduce((sum, part) => sum + (typeof part === 'string' ? 1 : part.steps), 0)
}

/** What is kept of values, without the trees of their expressions. */
type Outline = { readonly hasTemplates: boolean; readonly reads: FieldsRead }

const outlines = new WeakMap<Values, Outline>()

function outlineOf(values: Values): Outline {
  const known = outlines.get(values)
  if (known !== undefined) return known
  const templates = templatesOf(values, [])
  const reads = templates.flatMap(({ template }) => (isFlaw(template) ? [] : readsIn(template)))
  const fresh = { hasTemplates: templates.length > 0, reads: summaryOf(reads) }
  outlines.set(values, fresh)
  return fresh
}

function readsIn(template: Template): readonly Read[] {
  return template.flatMap((part) => (typeof part === 'string' ? [] : part.reads))
}

/** A value with its texts evaluated. What fails is in the issues. */
function filled(value: Value, subjects: Subjects, path: Path, issues: Issue[]): unknown {
  if (typeof value === 'string') {
    const result = textResult(value, subjects)
    if ('code' in result) issues.push({ path, ...result })
    return 'code' in result ? '' : result.value
  }
  if (typeof value !== 'object') return value
  if (isList(value)) {
    return value.map((item, index) => filled(item, subjects, [...path, index], issues))
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      filled(member, subjects, [...path, key], issues),
    ]),
  )
}

function textResult(text: string, subjects: Subjects): Result {
  if (!hasExpressions(text)) return { value: text }
  const template = templateOf(text)
  if (isFlaw(template)) return template
  const [only] = template
  if (template.length === 1 && only !== undefined && typeof only !== 'string') {
    return resultOf(only, subjects)
  }
  let joined = ''
  for (const part of template) {
    const result = typeof part === 'string' ? { value: part } : resultOf(part, subjects)
    if ('code' in result) return result
    if (typeof result.value === 'object') return noText()
    joined += String(result.value)
  }
  return { value: joined }
}

function isFlaw(template: Template | Flaw): template is Flaw {
  return 'code' in template
}

function noText(): Flaw {
  return invalid('Within text, an expression gives text, a number or a boolean.')
}

function invalid(reason: string): Flaw {
  return { code: 'expression_invalid', reason }
}
