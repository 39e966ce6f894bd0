// What an application needs, and what needs it: as a graph, and in words beside it.
import { Waypoints } from 'lucide-react'
import { DependencyGraphOnDemand } from '#components/dependencies/dependency-graph-on-demand.tsx'
import { DependencyList } from '#components/dependencies/dependency-list.tsx'
import { treeOf } from '#components/dependencies/dependency-tree.ts'
import { askedText, neededText } from '#components/dependencies/dependency-words.ts'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { Application } from '#lib/domain/objects/objects.ts'
import { read } from '#lib/http/portal/page.ts'
import { readDependenciesUseCase } from '#lib/usecases/dependencies/read.ts'

export async function DependenciesCards({
  application: { team, name },
}: {
  application: Application
}) {
  const ref = { namespace: team, name }
  const { applications, edges, more } = await read(readDependenciesUseCase, { ref })
  if (edges.length === 0) return <NoDependencies />
  const needs = treeOf({ applications, edges }, 'needs')
  const needed = treeOf({ applications, edges }, 'needed')
  return (
    <>
      <div className="max-sm:hidden">
        <Card
          flush
          title="Dependencies"
          note={`each leads to what it needs${more ? `; the nearest ${applications.length}` : ''}`}
        >
          <DependencyGraphOnDemand applications={applications} edges={edges} />
        </Card>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title={`What ${name} needs`}>
          {needs.length === 0 ? (
            <p className="text-muted">It needs no other application.</p>
          ) : (
            <DependencyList nodes={needs} say={askedText} label={`What ${name} needs`} />
          )}
        </Card>
        <Card title={`What needs ${name}`}>
          {needed.length === 0 ? (
            <p className="text-muted">No other application needs it.</p>
          ) : (
            <DependencyList nodes={needed} say={neededText} label={`What needs ${name}`} />
          )}
        </Card>
      </div>
    </>
  )
}

function NoDependencies() {
  return (
    <Card flush title="Dependencies">
      <EmptyState icon={Waypoints} title="It stands alone">
        <p>
          It needs no other application, and none needs it. Its form says what must be on a cluster
          before it is released there.
        </p>
      </EmptyState>
    </Card>
  )
}
