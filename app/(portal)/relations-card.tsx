// What an object is related to: as a graph, or as a list that says the same.
import type { Graph, GraphNode } from '#components/graph/graph.ts'
import { RelationGraphOnDemand } from '#components/graph/relation-graph-on-demand.tsx'
import { RelationList } from '#components/graph/relation-list.tsx'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { RELATED_KINDS, type RelatedKind } from '#lib/domain/fleet/related-kinds.ts'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import { type ModelObject, refOf } from '#lib/domain/objects/objects.ts'
import { read } from '#lib/http/portal/page.ts'
import { objectPath, withQuery } from '#lib/schemas/paths.ts'
import { type RelatedNode, relationsUseCase } from '#lib/usecases/objects/relations.ts'
import { parametersOf } from '#lib/usecases/objects/requested-object.ts'
import { nodeHref } from './relation-links.ts'

export function isRelatedKind(kind: Kind): kind is RelatedKind {
  return RELATED_KINDS.some((related) => related === kind)
}

export async function RelationsCard({
  object,
  kind,
  at,
  isList,
}: {
  object: ModelObject
  kind: RelatedKind
  at: Date | null
  isList: boolean
}) {
  const ref = refOf(object)
  const { nodes, edges } = await read(relationsUseCase, { kind, ref: parametersOf(ref), at })
  const graph: Graph = { nodes: nodes.map((node) => graphNode(object, node, at)), edges }
  const other = withQuery(objectPath(ref), {
    tab: 'relations',
    as: isList ? null : 'list',
    at: at?.toISOString(),
  })
  return (
    <Card
      flush
      title="Relations"
      actions={
        <span className="max-sm:hidden">
          <TextLink href={other}>{isList ? 'Show as a graph' : 'Show as a list'}</TextLink>
        </span>
      }
    >
      {isList ? (
        <RelationList graph={graph} />
      ) : (
        <>
          <div className="max-sm:hidden">
            <RelationGraphOnDemand graph={graph} />
          </div>
          <div className="sm:hidden">
            <RelationList graph={graph} />
          </div>
        </>
      )}
    </Card>
  )
}

function graphNode(centre: ModelObject, node: RelatedNode, at: Date | null): GraphNode {
  return {
    kind: node.kind,
    title: titleOf(node),
    selector: node.as === 'boundary' ? boundaryOf(centre) : node.selector,
    href: nodeHref(centre, node, at),
    counts: node.counts?.states ?? null,
    effect: node.effect === 'include' ? null : node.effect,
    isCentre: node.isCentre,
  }
}

function titleOf({ kind, as, size, ref }: RelatedNode): string {
  if (ref !== null) return ref.name
  const count = size.toLocaleString('en')
  const words = size === 1 ? kinds[kind].word : kinds[kind].words
  if (as === 'boundary') return `May use ${count} ${words}`
  return as === 'rest' ? `${count} more ${words}` : `${count} ${words}`
}

function boundaryOf(centre: ModelObject): string | null {
  const boundary = centre.kind === 'team' ? centre.clusterBoundary : null
  return boundary && formatSelector(boundary)
}
