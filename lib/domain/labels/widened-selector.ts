import { compareText } from '#lib/domain/text/compare-text.ts'
import type { Labels } from './labels.ts'
import { formatTerm } from './selector-format.ts'
import { EVERYTHING, type Selector, type Term, termHolds } from './selector.ts'

/** The selector, changed as little as it takes to match labels too: it still matches whatever it matched. */
export function widenedSelector(selector: Selector, labels: Labels): Selector {
  if (selector.kind === 'everything') return selector
  const widened = selector.terms.flatMap((term) => widenedTerm(term, labels))
  const byText = new Map(widened.map((term) => [formatTerm(term), term]))
  const terms = [...byText]
    .toSorted(([textA, a], [textB, b]) => compareText(a.key, b.key) || compareText(textA, textB))
    .map(([, term]) => term)
  return terms.length === 0 ? EVERYTHING : { kind: 'terms', terms }
}

/** A term that names the values that it takes gets one more; any other one that doesn't hold goes. */
function widenedTerm(term: Term, labels: Labels): readonly Term[] {
  if (termHolds(term, labels)) return [term]
  const value = labels.get(term.key)
  if (value === undefined || !['=', 'in'].includes(term.operator)) return []
  return [{ ...term, operator: 'in', values: [...term.values, value].toSorted() }]
}
