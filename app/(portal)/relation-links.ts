// The lists behind what a graph of relations shows together.
import { applicationSide } from '#lib/domain/fleet/rules.ts'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { listPath, objectPath, pagePaths, pathAt, withQuery } from '#lib/schemas/paths.ts'
import type { RelatedNode } from '#lib/usecases/objects/relations.ts'

/** Where a node of an object's relations leads; null: nothing lists what it stands for. */
export function nodeHref(centre: ModelObject, node: RelatedNode, at: Date | null): string | null {
  if (node.ref !== null) return pathAt(objectPath(node.ref), at)
  const list = listBehind(centre, node)
  return list && withQuery(list.path, { ...list.query, at: at?.toISOString() })
}

type AskedList = {
  readonly path: string
  readonly query: Readonly<Record<string, string | null>>
}

function listBehind(centre: ModelObject, node: RelatedNode): AskedList | null {
  const { kind, as, selector } = node
  if (kind !== 'application' && kind !== 'cluster') return null
  switch (centre.kind) {
    case 'application':
      return placements({
        namespace: centre.team,
        application: centre.name,
        clusterSelector: selector,
      })
    case 'cluster':
      return placements({ cluster: centre.name, appSelector: selector })
    case 'target-policy': {
      const side = kind === 'application' ? applicationSide(centre) : centre.clusterSelector
      return { path: listPath(kind), query: { labelSelector: narrowed(side, selector) } }
    }
    case 'team': {
      if (as === 'boundary') {
        const boundary = centre.clusterBoundary && formatSelector(centre.clusterBoundary)
        return { path: pagePaths.clusters, query: { labelSelector: boundary } }
      }
      if (kind === 'cluster')
        return placements({ namespace: centre.name, clusterSelector: selector })
      return { path: pagePaths.applications, query: { labelSelector: `namespace=${centre.name}` } }
    }
    default:
      return null
  }
}

function placements(query: AskedList['query']): AskedList {
  return { path: pagePaths.placements, query }
}

function narrowed(side: Selector, group: string | null): string {
  if (group === null) return formatSelector(side)
  return side.kind === 'everything' ? group : `${formatSelector(side)},${group}`
}
