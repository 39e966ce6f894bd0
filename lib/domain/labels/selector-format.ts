// How a selector is written: as kubectl's string and as JSON. Both are canonical and lose nothing: each parses back to the
// same selector, and equal selectors have equal texts.
import type { Selector, Term } from './selector.ts'

type MatchExpression = {
  readonly key: string
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
  readonly values?: readonly string[]
}

export type SelectorJson =
  | '*'
  | {
      readonly matchLabels?: Readonly<Record<string, string>>
      readonly matchExpressions?: readonly MatchExpression[]
    }

/** The selector as kubectl writes it, `*` for everything: `gpu=true,!legacy,region in (east,west)`. */
export function formatSelector(selector: Selector): string {
  return selector.kind === 'everything' ? '*' : selector.terms.map(formatTerm).join(',')
}

/** One term as kubectl writes it. Different terms have different texts. */
export function formatTerm({ key, operator, values }: Term): string {
  switch (operator) {
    case '=':
    case '!=':
      return `${key}${operator}${values.join(',')}`
    case 'in':
    case 'notin':
      return `${key} ${operator} (${values.join(',')})`
    case 'exists':
      return key
    case '!exists':
      return `!${key}`
  }
}

/**
 * The selector as Kubernetes' LabelSelector, `*` for everything. matchLabels holds one value for each key, so a second `=`
 * on a key (which nothing can match) goes into matchExpressions.
 *
 * https://github.com/kubernetes/apimachinery/blob/eed236ce/pkg/apis/meta/v1/types.go `LabelSelector`
 */
export function selectorJson(selector: Selector): SelectorJson {
  if (selector.kind === 'everything') return '*'
  const matchLabels = new Map<string, string>()
  const matchExpressions: MatchExpression[] = []
  for (const term of selector.terms) {
    const value = term.operator === '=' ? term.values[0] : undefined
    if (value === undefined || matchLabels.has(term.key)) matchExpressions.push(expression(term))
    else matchLabels.set(term.key, value)
  }
  return {
    ...(matchLabels.size > 0 && { matchLabels: Object.fromEntries(matchLabels) }),
    ...(matchExpressions.length > 0 && { matchExpressions }),
  }
}

function expression({ key, operator, values }: Term): MatchExpression {
  switch (operator) {
    case '=':
    case 'in':
      return { key, operator: 'In', values }
    case '!=':
    case 'notin':
      return { key, operator: 'NotIn', values }
    case 'exists':
      return { key, operator: 'Exists' }
    case '!exists':
      return { key, operator: 'DoesNotExist' }
  }
}
