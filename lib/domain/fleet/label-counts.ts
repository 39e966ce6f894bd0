// Counts the labels of a fleet's objects from its index: people choose from them when they write a selector.
import type { LabelIndex } from '#lib/domain/labels/label-index.ts'
import { type Bits, hasBit } from '#lib/domain/sets/bits.ts'
import { EMPTY_MAP, entriesIn } from '#lib/domain/sets/layered-map.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'

/** A key or a value, and how many objects carry it. */
export type LabelCount = { readonly text: string; readonly count: number }

export type LabelQuestion = {
  /** Only texts that begin with it. */
  readonly prefix: string
  /** Only labels of these objects; null: of all. */
  readonly among: Bits | null
  readonly limit: number
}

/** The keys in use, the most used first, then by name. */
export function countKeys({ byKey }: LabelIndex, question: LabelQuestion): LabelCount[] {
  const counts: LabelCount[] = []
  for (const [text, byValue] of byKey) {
    if (!text.startsWith(question.prefix)) continue
    let count = 0
    for (const [, ids] of entriesIn(byValue)) count += countAmong(ids, question.among)
    if (count > 0) counts.push({ text, count })
  }
  return counts.sort(compareCounts).slice(0, question.limit)
}

/** The values of a key, the most used first, then by name. */
export function countValues(
  { byKey }: LabelIndex,
  key: string,
  question: LabelQuestion,
): LabelCount[] {
  const { prefix, limit } = question
  let first: LabelCount[] = []
  for (const [text, ids] of entriesIn(byKey.get(key) ?? EMPTY_MAP)) {
    if (!text.startsWith(prefix)) continue
    const count = countAmong(ids, question.among)
    if (count > 0) first.push({ text, count })
    // A key such as `name` has as many values as there are objects, so not all of them are sorted.
    if (first.length > 16 * limit) first = first.sort(compareCounts).slice(0, limit)
  }
  return first.sort(compareCounts).slice(0, limit)
}

/** A key with more values names objects rather than groups of them. */
const FEW_VALUES = 12

/**
 * The keys that tell groups of the objects `among` apart: those of two values or more, but of few, and
 * of fewer than objects. The most used first, and of these the ones with more values.
 */
export function groupingKeys(index: LabelIndex, among: Bits | null, limit: number): string[] {
  const of = { prefix: '', among }
  return countKeys(index, { ...of, limit: Infinity })
    .map(({ text, count }) => {
      const values = countValues(index, text, { ...of, limit: FEW_VALUES + 1 }).length
      return { text, count, values }
    })
    .filter(({ values, count }) => values > 1 && values <= FEW_VALUES && values < count)
    .sort((a, b) => b.count - a.count || b.values - a.values)
    .slice(0, limit)
    .map(({ text }) => text)
}

/** How many of the ids are among some; `among` null: all are. */
export function countAmong(ids: readonly number[], among: Bits | null): number {
  if (among === null) return ids.length
  return ids.reduce((count, id) => count + Number(hasBit(among, id)), 0)
}

function compareCounts(a: LabelCount, b: LabelCount): number {
  return b.count - a.count || compareText(a.text, b.text)
}
