// Warnings about the keys and values of a selector that no object has. Such a selector is valid, and mostly a typo.
import { countAmong } from '#lib/domain/fleet/label-counts.ts'
import type { LabelIndex } from '#lib/domain/labels/label-index.ts'
import type { Selector, Term } from '#lib/domain/labels/selector.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { type Bits, hasBit } from '#lib/domain/sets/bits.ts'
import { EMPTY_MAP, entriesIn, type LayeredMap, lookUp } from '#lib/domain/sets/layered-map.ts'
import { nearest } from './nearest.ts'

/** The objects that a selector is about. */
export type Selected = {
  readonly index: LabelIndex
  /** Those whose labels its author may see; null: all. */
  readonly among: Bits | null
  /** One of them. */
  readonly word: string
}

type Ids = readonly number[]
type Near = { readonly text: string; readonly count: number } | null

/** Where a key has more values, each is an object's own, and none is looked for. */
const VALUES_MAX = 1000

/**
 * A warning for each key, and each value of a known key, that no object has, with the most similar one that there is. Of a
 * condition that unknown labels fulfil, such as `!legacy`, only if there is a similar one. Its cost is by the keys of the
 * tenant and the values of the keys that the selector names.
 */
export function unknownLabelWarnings(selector: Selector, selected: Selected): Warning[] {
  if (selector.kind === 'everything') return []
  const warnings = selector.terms.flatMap((term) => termWarnings(term, selected))
  // Several conditions may be on one key.
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()]
}

function termWarnings(term: Term, selected: Selected): Warning[] {
  const { index, among, word } = selected
  const values = index.byKey.get(term.key) ?? EMPTY_MAP
  const isMatched = term.operator === '=' || term.operator === 'in' || term.operator === 'exists'
  const warn = (code: string, label: string, near: Near): Warning[] =>
    near !== null || isMatched ? [{ code, message: `No ${word} has ${label}.${hint(near)}` }] : []
  if (!isCarried(values, among)) {
    return warn('key_unknown', `the key ${term.key}`, nearKey(term.key, selected))
  }
  return term.values.flatMap((value) =>
    countAmong(lookUp(values, value) ?? [], among) > 0
      ? []
      : warn('value_unknown', `${term.key}=${value}`, nearValue(value, values, among)),
  )
}

function hint(near: Near): string {
  return near === null ? '' : ` Did you mean ${near.text} (${near.count.toLocaleString('en')})?`
}

function nearKey(key: string, { index, among }: Selected): Near {
  const carried = (text: string) => isCarried(index.byKey.get(text) ?? EMPTY_MAP, among)
  const text = nearest(key, [...index.byKey.keys()].filter(carried))
  if (text === null) return null
  let count = 0
  for (const [, ids] of entriesIn(index.byKey.get(text)!)) count += countAmong(ids, among)
  return { text, count }
}

function nearValue(value: string, values: LayeredMap<Ids>, among: Bits | null): Near {
  if (values.base.size + values.recent.size > VALUES_MAX) return null
  const counts = new Map(
    [...entriesIn(values)].map(([text, ids]) => [text, countAmong(ids, among)] as const),
  )
  const text = nearest(
    value,
    [...counts.keys()].filter((text) => counts.get(text)! > 0),
  )
  return text === null ? null : { text, count: counts.get(text)! }
}

function isCarried(values: LayeredMap<Ids>, among: Bits | null): boolean {
  for (const [, ids] of entriesIn(values)) {
    if (ids.some((id) => among === null || hasBit(among, id))) return true
  }
  return false
}
