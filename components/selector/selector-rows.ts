// A selector as the rows of a form. The form holds the text that kubectl takes; rows are another way to write it.
import { labelKeyIssues, labelValueIssues } from '#lib/domain/labels/labels.ts'
import { formatTerm } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import type { Operator } from '#lib/domain/labels/selector.ts'

export type SelectorRow = {
  /** Tells rows apart while they are edited. */
  readonly id: number
  readonly key: string
  readonly operator: Operator
  readonly values: readonly string[]
  /** The text in the field for the next value. It already counts as a value, so that finishing it changes nothing. */
  readonly typed: string
}

export const EVERYTHING_TEXT = '*'

/** A selector in a form: its text, and why it doesn't say yet what the person means. */
export type TypedSelector = { readonly text: string; readonly unfinished: string | null }

export function takesValues(operator: Operator): boolean {
  return operator !== 'exists' && operator !== '!exists'
}

/** Whether an object without the key matches, which surprises people. */
export function matchesWithoutKey(operator: Operator): boolean {
  return operator === '!=' || operator === 'notin'
}

export function takesOneValue(operator: Operator): boolean {
  return operator === '=' || operator === '!='
}

/** The row with the typed text as one of its values, or as several separated by commas where there may be more. */
export function withTypedValue(row: SelectorRow): SelectorRow {
  return { ...row, values: valuesOf(row), typed: '' }
}

function valuesOf({ operator, values, typed }: SelectorRow): readonly string[] {
  const texts = takesOneValue(operator) ? [typed] : typed.split(',')
  const more = texts.map((text) => text.trim()).filter((text) => text !== '')
  return [...new Set([...values, ...more])]
}

/** The rows of a text; null when it can't be shown as rows. A text without terms has no rows. */
export function rowsOf(text: string): SelectorRow[] | null {
  if (text.trim() === '') return []
  const parsed = parseSelector(text, [])
  if (!parsed.ok || parsed.value.kind === 'everything') return null
  return parsed.value.terms.map((term, id) => ({ id, ...term, typed: '' }))
}

/** Why a text isn't a selector; null: it is one. */
export function textProblem(text: string): string | null {
  const parsed = parseSelector(text, [])
  return parsed.ok ? null : parsed.issues.map(({ reason }) => reason).join(' ')
}

/** The text of rows. It leaves out empty rows and those that can't be written yet, and says what is wrong with the first. */
export function typedOf(rows: readonly SelectorRow[]): TypedSelector {
  const begun = rows
    .map(withTypedValue)
    .filter(({ key, values }) => key !== '' || values.length > 0)
  const flaws = begun.map(rowFlaw)
  const whole = begun.filter((_, index) => flaws[index] === null)
  return {
    text: whole.map(formatTerm).join(','),
    unfinished: flaws.find((flaw) => flaw !== null) ?? null,
  }
}

/** Why a row can't be written: a key such as `a,b` would be read as something else. */
function rowFlaw({ key, operator, values }: SelectorRow): string | null {
  if (key === '') return 'Choose a label key for each row.'
  if (takesValues(operator) && values.length === 0) return `Choose a value for ${key}.`
  const issues = [
    ...labelKeyIssues(key, []),
    ...values.flatMap((value) => labelValueIssues(value, [], 'selector_value')),
  ]
  return issues[0]?.reason ?? null
}
