import type { Labels } from '#lib/domain/labels/labels.ts'
import { formatTerm } from '#lib/domain/labels/selector-format.ts'
import { type Selector, termHolds } from '#lib/domain/labels/selector.ts'
import { quoted } from '#lib/domain/text/text.ts'

/** The terms of a selector that don't hold, each with the label's actual value; empty: all hold. */
export function failingTerms(selector: Selector, labels: Labels): string {
  if (selector.kind === 'everything') return ''
  return selector.terms
    .filter((term) => !termHolds(term, labels))
    .map((term) => {
      const value = labels.get(term.key)
      const actual = value === undefined ? 'not set' : quoted(value)
      return `${formatTerm(term)}, but ${term.key} is ${actual}`
    })
    .join(' and ')
}
