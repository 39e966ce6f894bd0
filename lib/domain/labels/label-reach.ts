// Which selectors an edit of labels can matter to: most read no label that it changes, and then match what they matched.
import type { LabelEdit } from './label-index.ts'
import type { Selector } from './selector.ts'

/** The keys whose values differ on some object; 'every': an object comes or goes, which every selector may read. */
export type LabelReach = ReadonlySet<string> | 'every'

export function labelReach(edits: readonly LabelEdit[]): LabelReach {
  const keys = new Set<string>()
  for (const { before, after } of edits) {
    if (before === null || after === null) return 'every'
    for (const [key, value] of before) if (after.get(key) !== value) keys.add(key)
    for (const key of after.keys()) if (!before.has(key)) keys.add(key)
  }
  return keys
}

/** Whether a selector can match something else after the edits. */
export function mayReach(reach: LabelReach, selector: Selector): boolean {
  if (reach === 'every') return true
  return selector.kind === 'terms' && selector.terms.some(({ key }) => reach.has(key))
}
