import type { KeptCounts } from '../counted.ts'

/** Counts as they are kept, of groups that each name what is counted of them. */
export function keptCounts(
  groups: readonly (readonly [string | null, Readonly<Record<string, number>>])[],
): KeptCounts {
  return groups.map(([key, named]) => [Object.keys(named), [[key, Object.values(named)]]])
}
