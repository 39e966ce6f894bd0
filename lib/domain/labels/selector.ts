// What a selector is, and which labels it matches. selector-parse.ts reads selectors, selector-format.ts writes them.
import type { Labels } from './labels.ts'

export type Operator = '=' | '!=' | 'in' | 'notin' | 'exists' | '!exists'

/**
 * One condition on one key, in canonical form: `values` sorted and without repeats; exactly one for `=` and `!=`, two or
 * more for `in` and `notin`, none for `exists` and `!exists`.
 */
export type Term = {
  readonly key: string
  readonly operator: Operator
  readonly values: readonly string[]
}

/** `everything` is the selector `*`; otherwise at least one term, all of which must hold, sorted by key, then by text. */
export type Selector =
  | { readonly kind: 'everything' }
  | { readonly kind: 'terms'; readonly terms: readonly Term[] }

export const EVERYTHING: Selector = { kind: 'everything' }

/**
 * Whether one term holds for labels.
 *
 * | operator      | key absent | key present                |
 * |---------------|------------|----------------------------|
 * | `=`, `in`     | false      | the value is one of values |
 * | `!=`, `notin` | true       | the value is none of them  |
 * | `exists`      | false      | true                       |
 * | `!exists`     | true       | false                      |
 *
 * https://github.com/kubernetes/apimachinery/blob/eed236ce/pkg/labels/selector.go `Requirement.Matches`
 */
export function termHolds(term: Term, labels: Labels): boolean {
  const value = labels.get(term.key)
  switch (term.operator) {
    case '=':
    case 'in':
      return value !== undefined && term.values.includes(value)
    case '!=':
    case 'notin':
      return value === undefined || !term.values.includes(value)
    case 'exists':
      return value !== undefined
    case '!exists':
      return value === undefined
  }
}

/** Whether every term holds. */
export function selectorMatches(selector: Selector, labels: Labels): boolean {
  return selector.kind === 'everything' || selector.terms.every((term) => termHolds(term, labels))
}

/** Holds where all of the selectors hold; null: there are none. */
export function allOf(selectors: readonly Selector[]): Selector | null {
  const terms = selectors.flatMap((selector) => (selector.kind === 'terms' ? selector.terms : []))
  if (terms.length > 0) return { kind: 'terms', terms: terms.toSorted(byKey) }
  return selectors.length > 0 ? EVERYTHING : null
}

function byKey(a: Term, b: Term): number {
  return a.key < b.key ? -1 : Number(a.key > b.key)
}
