// The columns of the lists of clusters and of cluster types.
import { settingNamed, settingWords } from '#components/object-form/type-settings.ts'
import { FreshnessText } from '#components/observed/freshness.tsx'
import { lastSeenOf, plannedUntilOf } from '#components/observed/last-seen.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths, pathAt, withQuery } from '#lib/schemas/paths.ts'
import { ConfinementBadge } from './confinement.tsx'
import { LabelChips, None } from './label-chips.tsx'
import {
  type Columns,
  type ListedStatus,
  nameColumn,
  ObjectName,
  sinceColumn,
  stateColumn,
} from './object-columns.tsx'

export const clusterColumns: Columns<'cluster'> = (at) => [
  {
    ...nameColumn('cluster', at),
    cell: ({ object: { name, description, shortName, confinement } }) => (
      <>
        <ObjectName
          name={name}
          description={description || shortName}
          path={pagePaths.cluster(name)}
          at={at}
        />
        <span className="mt-1 block empty:hidden">
          <ConfinementBadge confinement={confinement} />
        </span>
      </>
    ),
  },
  stateColumn,
  {
    name: 'freshness',
    exports: ['freshness', 'observed_at'],
    heading: 'Freshness',
    from: 'md',
    cell: ({ json }) => <LastSeenText {...json.status} />,
  },
  {
    name: 'environment',
    heading: 'Environment',
    sort: { by: 'environment', isOneOfMany: true },
    from: 'lg',
    cell: ({ object }) => object.environment || <None />,
  },
  {
    name: 'type',
    heading: 'Type',
    from: 'lg',
    isSaid: ({ object }) => object.type !== null,
    cell: ({ object: { type } }) =>
      type === null ? (
        <None />
      ) : (
        <TextLink href={pathAt(pagePaths.clusterType(type), at)}>{type}</TextLink>
      ),
  },
  {
    name: 'metadata',
    heading: 'Labels',
    from: 'xl',
    cell: ({ object }) => <LabelChips labels={object.labels} />,
  },
  sinceColumn,
]

export const clusterTypeColumns: Columns<'cluster-type'> = (at) => [
  nameColumn('cluster-type', at),
  {
    name: 'reconciler',
    heading: 'Reconciler',
    from: 'sm',
    cell: ({ object: { reconciler } }) => settingWords(settingNamed('reconciler'), reconciler),
  },
  {
    name: 'delivery',
    heading: 'Delivery',
    from: 'md',
    cell: ({ object: { delivery } }) => settingWords(settingNamed('delivery'), delivery),
  },
  {
    name: 'clusters',
    exports: [],
    heading: 'Clusters',
    cell: ({ object: { name }, json: { status } }) =>
      status.clusters === undefined ? (
        <None />
      ) : (
        <TextLink href={withQuery(pagePaths.clusters, { type: name })}>
          {counted(status.clusters, 'cluster')}
        </TextLink>
      ),
  },
  sinceColumn,
]

function LastSeenText({ freshness = null, ...status }: ListedStatus) {
  if (freshness === null) return <None />
  return (
    <FreshnessText
      freshness={freshness}
      seen={lastSeenOf(status)}
      plannedUntil={plannedUntilOf(status)}
    />
  )
}
