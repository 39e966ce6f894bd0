import { CircleMinus, CirclePlus } from 'lucide-react'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { type DeploymentList, listHistoryUseCase } from '#lib/usecases/history/list.ts'
import { movedByChange, movedText } from '../../moved-by-change.ts'

const SHOWN = 10

/** Deployments that the change ended or began. Ascending order puts the ended ones first, because they began earlier. */
export async function DeploymentsCard({ change }: { change: number }) {
  const { items, total } = await read(listHistoryUseCase, {
    at: null,
    filter: { change, descending: false },
    after: null,
    limit: SHOWN,
  })
  const moved = movedText(await movedByChange(change))
  return (
    <Card
      flush
      title="Placements it moved"
      note={items.length < total ? `${moved}, the first ${items.length}` : moved}
      actions={
        total > 0 && (
          <TextLink href={withQuery(pagePaths.history, { change, sort: 'from' })}>
            Open as a list
          </TextLink>
        )
      }
    >
      {total === 0 ? (
        <p className="p-4 text-muted">No placement that you may see began or ended with it.</p>
      ) : (
        <ColumnTable
          label="Placements it moved"
          columns={columnsOf(change)}
          items={items}
          keyOf={({ change, namespace, application, cluster }) =>
            `${change} ${namespace}/${application}/${cluster}`
          }
        />
      )}
    </Card>
  )
}

type Deployment = DeploymentList['items'][number]

function columnsOf(change: number): readonly Column<Deployment>[] {
  return [
    {
      heading: 'Application',
      cell: ({ namespace, application }) => (
        <>
          <span className="text-muted">{namespace} / </span>
          <TextLink strong href={pagePaths.application(namespace, application)}>
            {application}
          </TextLink>
        </>
      ),
    },
    {
      heading: 'Cluster',
      cell: ({ cluster }) => <TextLink href={pagePaths.cluster(cluster)}>{cluster}</TextLink>,
    },
    { heading: 'Version', from: 'md', cell: ({ version }) => <Chip>{version}</Chip> },
    {
      heading: 'With this change',
      cell: ({ endedBy }) =>
        endedBy === change ? (
          <Badge tone="bad" icon={CircleMinus}>
            Ended
          </Badge>
        ) : (
          <Badge tone="good" icon={CirclePlus}>
            Began
          </Badge>
        ),
    },
    {
      heading: 'Explanation',
      isHeadingHidden: true,
      className: 'text-right',
      cell: ({ namespace, application, cluster }) => (
        <TextLink href={pagePaths.placement(namespace, application, cluster)}>
          Why<span className="sr-only">{`: ${application} on ${cluster}`}</span>
          <span aria-hidden>?</span>
        </TextLink>
      ),
    },
  ]
}
