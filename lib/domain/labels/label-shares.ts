// What several objects have in common by their labels, so that they can be edited together.
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { Labels } from './labels.ts'

export type LabelShare = {
  readonly key: string
  /** How many of the objects have the key. */
  readonly objects: number
  /** Its values, those of the most objects first, then by text. */
  readonly values: readonly { readonly value: string; readonly objects: number }[]
}

/** Each key that any of the objects has, by text, and how many of them have which of its values. */
export function labelShares(objects: Iterable<Labels>): LabelShare[] {
  const counts = new Map<string, Map<string, number>>()
  for (const labels of objects) {
    for (const [key, value] of labels) {
      const ofKey = counts.get(key) ?? new Map<string, number>()
      counts.set(key, ofKey.set(value, (ofKey.get(value) ?? 0) + 1))
    }
  }
  return [...counts].sort(([a], [b]) => compareText(a, b)).map(shareOf)
}

function shareOf([key, counts]: readonly [string, ReadonlyMap<string, number>]): LabelShare {
  const values = [...counts].map(([value, objects]) => ({ value, objects }))
  return {
    key,
    objects: values.reduce((sum, { objects }) => sum + objects, 0),
    values: values.sort((a, b) => b.objects - a.objects || compareText(a.value, b.value)),
  }
}
