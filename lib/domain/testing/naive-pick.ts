// Picks one cluster after the other, as plainly as possible.
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import type { PickRule, Preference } from '#lib/domain/objects/target-policy/pick-rule.ts'
import { lotOf } from '#lib/domain/text/lots.ts'

export type NaivePicking = {
  readonly rule: PickRule
  /** `namespace/name` */
  readonly application: string
  readonly candidates: ReadonlyMap<number, Cluster>
  readonly current: readonly number[]
  readonly scoreOf: (cluster: number, score: string) => number | null
}

/** The ids, ascending. */
export function naivePick(given: NaivePicking): number[] {
  const { rule, candidates } = given
  const kept = given.current.filter((id) => candidates.has(id))
  const wanted =
    'count' in rule.count
      ? rule.count.count
      : Math.ceil((candidates.size * rule.count.percent) / 100)
  const isTooMuch = kept.length > wanted
  const picked = isTooMuch ? [] : [...kept]
  const pool = isTooMuch ? kept : [...candidates.keys()].filter((id) => !kept.includes(id))
  while (picked.length < wanted && pool.length > 0) {
    let best = 0
    for (const nth of pool.keys()) {
      if (comesBefore(given, picked, pool[nth]!, pool[best]!)) best = nth
    }
    picked.push(...pool.splice(best, 1))
  }
  return picked.sort((a, b) => a - b)
}

function comesBefore(
  given: NaivePicking,
  picked: readonly number[],
  one: number,
  other: number,
): boolean {
  const [keys, others] = [one, other].map((id) => keysOf(given, picked, id))
  for (const [nth, key] of keys!.entries()) {
    if (key !== others![nth]!) return key < others![nth]!
  }
  return given.candidates.get(one)!.name < given.candidates.get(other)!.name
}

function keysOf(
  { rule, application, candidates, scoreOf }: NaivePicking,
  picked: readonly number[],
  id: number,
): number[] {
  const valueOf = (each: number) =>
    rule.spreadBy === null ? null : clusterLabels(candidates.get(each)!).get(rule.spreadBy)
  const preferred = (preference: Preference) => {
    if ('score' in preference) return 1000 - (scoreOf(id, preference.score) ?? -1000)
    const value = clusterLabels(candidates.get(id)!).get(preference.label)
    const place = preference.values.findIndex((each) => each === value)
    return place < 0 ? 1000 : place
  }
  return [
    picked.filter((each) => valueOf(each) === valueOf(id)).length,
    ...rule.prefer.map(preferred),
    lotOf(`${application} ${candidates.get(id)!.name}`),
  ]
}
