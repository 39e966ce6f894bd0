// Which selectors a label edit can affect: most read no label that it changes, so they match the same objects as before.
import type { LabelEdit } from './label-index.ts'
import type { Selector } from './selector.ts'

/** The keys whose values an edit changes on some object; `every`: objects come or go, which can affect any selector. */
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

/** Whether the selector can match other objects after the edits. */
export function mayReach(reach: LabelReach, selector: Selector): boolean {
  if (reach === 'every') return true
  return selector.kind === 'terms' && selector.terms.some(({ key }) => reach.has(key))
}
