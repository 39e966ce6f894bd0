import { ColumnTable } from '#components/list/column-table.tsx'
import { totalText } from '#components/list/total-text.ts'
import { OwnSettings } from '#components/objects/cluster-settings.tsx'
import { listColumns } from '#components/objects/list-columns.tsx'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { read } from '#lib/http/portal/page.ts'
import { objectList } from '#lib/lists/objects.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { Representation } from '#lib/usecases/objects/represent.ts'

const SHOWN = 20

const columns = [
  ...listColumns('cluster', null).usual.filter(({ name = '' }) =>
    ['name', 'state', 'environment'].includes(name),
  ),
  {
    heading: 'Says itself',
    cell: ({ object }: Representation) =>
      object.kind === 'cluster' && <OwnSettings cluster={object} />,
  },
]

/** The clusters of a type: those that an edit of it touches. */
export async function TypeClustersCard({ type }: { type: string }) {
  const { useCase, input, parameters } = objectList('cluster')
  const window = { at: null, after: null, limit: SHOWN }
  const { items, ...total } = await read(useCase, input(parameters.parse({ type }), window, {}))
  return (
    <Card
      flush
      title="Clusters"
      note={items.length > 0 && totalText(total)}
      actions={
        items.length > 0 && (
          <TextLink href={withQuery(pagePaths.clusters, { type })}>Open as a list</TextLink>
        )
      }
    >
      {items.length === 0 ? (
        <p className="p-4 text-muted">
          No <TextLink href={pagePaths.clusters}>cluster</TextLink> names it as its type, so an edit
          of it changes nothing in Git.
        </p>
      ) : (
        <>
          <p className="border-b px-4 py-2 text-muted">
            An edit of the settings above changes the files of these clusters in Git, but for those
            that say otherwise themselves.
          </p>
          <ColumnTable
            label="Clusters"
            columns={columns}
            items={items}
            keyOf={({ object }) => object.name}
          />
        </>
      )}
    </Card>
  )
}
