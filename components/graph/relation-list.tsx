// The relations of an object in words, for those who don't want to look at a graph, and where there is no room for one.
import { KIND_ICONS, kindHeading } from '#components/objects/kinds.ts'
import { GroupState } from '#components/observed/state-counts.tsx'
import { SelectorChip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { RELATED_KINDS, type RelatedKind } from '#lib/domain/fleet/related-kinds.ts'
import { EffectBadge } from './effect-badge.tsx'
import { type Graph, type GraphNode, leadsTo } from './graph.ts'

export function RelationList({ graph }: { graph: Graph }) {
  return (
    <div className="divide-y">
      {RELATED_KINDS.map((kind) => (
        <KindOfNodes key={kind} kind={kind} graph={graph} />
      ))}
    </div>
  )
}

function KindOfNodes({ kind, graph }: { kind: RelatedKind; graph: Graph }) {
  const Icon = KIND_ICONS[kind]
  const places = [...graph.nodes.keys()].filter((place) => graph.nodes[place]!.kind === kind)
  if (places.length === 0) return null
  const heading = kindHeading(kind)
  return (
    <section aria-label={heading} className="p-4">
      <h3 className="mb-2 flex items-center gap-2 font-medium">
        <Icon aria-hidden className="size-4 text-muted" />
        {heading}
      </h3>
      <ul aria-label={heading} className="space-y-2">
        {places.map((place) => (
          <li key={place}>
            <Related node={graph.nodes[place]!} next={nextOf(graph, place)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function nextOf({ nodes, edges }: Graph, place: number): readonly GraphNode[] {
  return edges.filter(({ from }) => from === place).map(({ to }) => nodes[to]!)
}

function Related({ node, next }: { node: GraphNode; next: readonly GraphNode[] }) {
  const { title, href, selector, counts, effect, isCentre } = node
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {href === null || isCentre ? (
        <span className={isCentre ? 'font-semibold' : ''}>{title}</span>
      ) : (
        <TextLink href={href}>{title}</TextLink>
      )}
      {selector !== null && <SelectorChip selector={selector} />}
      <EffectBadge effect={effect} />
      {counts && <GroupState counts={counts} />}
      {[...Map.groupBy(next, (to) => leadsTo(node, to))].map(([verb, some]) => (
        <span key={verb} className="text-muted">
          {verb} {some.map((to) => to.title).join(', ')}
        </span>
      ))}
    </div>
  )
}
