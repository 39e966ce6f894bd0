// The graph of dependencies as two trees, which say the same in words: what an application needs, and what needs it.
import type { DependenciesJson } from '#lib/schemas/dependencies.ts'
import type { DependencyEdge, NeededApplication } from './dependency-words.ts'

export type TreeNode = {
  /** Its place among the applications. */
  readonly place: number
  readonly application: NeededApplication
  /** What is needed, of it or by it. */
  readonly edge: DependencyEdge
  readonly children: readonly TreeNode[]
  /** Whether what follows it stands further up already. */
  readonly isRepeated: boolean
}

/** What the first application needs, or what needs it: each edge once. What follows an application stands at its first place. */
export function treeOf(
  { applications, edges }: Pick<DependenciesJson, 'applications' | 'edges'>,
  direction: 'needs' | 'needed',
): readonly TreeNode[] {
  const [near, far] = direction === 'needs' ? (['from', 'to'] as const) : (['to', 'from'] as const)
  const nextOf = Map.groupBy(edges, (edge) => edge[near])
  const opened = new Set<number>()
  const below = (place: number): readonly TreeNode[] => {
    opened.add(place)
    return (nextOf.get(place) ?? []).map((edge) => {
      const next = edge[far]
      const isRepeated = opened.has(next) && nextOf.has(next)
      return {
        place: next,
        application: applications[next]!,
        edge,
        isRepeated,
        children: isRepeated ? [] : below(next),
      }
    })
  }
  return below(0)
}
