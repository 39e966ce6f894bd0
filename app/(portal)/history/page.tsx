import { CircleDot, History, Undo2 } from 'lucide-react'
import type { Metadata } from 'next'
import { chosenColumns, type ListColumns } from '#components/list/chosen-columns.ts'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { LIST_FIELDS } from '#components/list/list-fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { OUTCOME_LOOKS } from '#components/observed/outcome-look.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Clock } from '#components/ui/time.tsx'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { deploymentList } from '#lib/lists/deployments.ts'
import { apiPaths, type ListAddress, pagePaths, pathAt } from '#lib/schemas/paths.ts'
import type { DeploymentList } from '#lib/usecases/history/list.ts'
import { RollbackAction } from '../applications/rollback-action.tsx'
import { SavedViews } from '../_views/saved-views.tsx'
import { ListFacets } from '../list-facets.tsx'
import { movedByChange, movedText } from '../moved-by-change.ts'
import { ListGroups } from '../list-groups.tsx'
import { SaveAsReport } from '../save-as-report.tsx'

export const metadata: Metadata = { title: 'History' }

export default async function HistoryPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const deployments = await readPageList(pagePaths.history, deploymentList, await searchParams)
  const { at, address } = deployments
  const columns: ListColumns<Deployment> = {
    usual: [...columnsAt(at), ...backColumns(address.query)],
    labels: [
      { side: 'label', kind: 'cluster', of: ({ labels }) => labels.label },
      { side: 'app_label', kind: 'application', of: ({ labels }) => labels.app_label },
    ],
  }
  const table = (rows: DeploymentList['items']) => (
    <ColumnTable
      label="Deployments"
      columns={chosenColumns(columns, address)}
      items={rows}
      keyOf={({ change, namespace, application, cluster }) =>
        `${change} ${namespace}/${application}/${cluster}`
      }
      address={address}
    />
  )
  return (
    <ListView
      title="History"
      description="Deployments: a version of an application on a cluster, and what became of it there."
      list={deployments}
      api={apiPaths.history}
      fields={LIST_FIELDS.history}
      columns={columns}
      actions={
        <>
          <SavedViews list="history" address={address} />
          <SaveAsReport list="history" shown={deployments} />
        </>
      }
      counts={<ListFacets list={deploymentList} page={deployments} />}
      groups={
        <ListGroups list={deploymentList} page={deployments}>
          {table}
        </ListGroups>
      }
      nothing={{
        icon: History,
        title: 'No deployments yet',
        text: <p>The first placement begins the history.</p>,
      }}
    >
      {(rows) => (
        <>
          {at === null && <OfNow change={address.query['change']} />}
          {table(rows)}
        </>
      )}
    </ListView>
  )
}

function OfNow({ change }: { change: string | undefined }) {
  return (
    <>
      <KeepCurrent seen={[]} />
      <Moved change={change} />
    </>
  )
}

/** Of one change: a deployment that another one takes the place of is in the list beside it. */
async function Moved({ change }: { change: string | undefined }) {
  if (change === undefined || !/^[1-9]\d{0,8}$/.test(change)) return null
  return (
    <p className="border-b px-4 py-2 text-muted">
      With change <TextLink href={pagePaths.change(Number(change))}>{`#${change}`}</TextLink>{' '}
      {movedText(await movedByChange(Number(change)))}.
    </p>
  )
}

type Deployment = DeploymentList['items'][number]

function columnsAt(at: Date | null): readonly Column<Deployment>[] {
  return [...pairColumns(at), ...OTHER_COLUMNS]
}

function pairColumns(at: Date | null): readonly Column<Deployment>[] {
  return [
    {
      name: 'application',
      exports: ['namespace', 'application'],
      heading: 'Application',
      cell: ({ namespace, application, cluster }) => (
        <>
          <span className="text-muted">{namespace} / </span>
          <TextLink strong href={pathAt(pagePaths.placement(namespace, application, cluster), at)}>
            {application}
          </TextLink>
          <span className="mt-0.5 block text-xs sm:hidden">
            <TextLink href={pathAt(pagePaths.cluster(cluster), at)}>{cluster}</TextLink>
          </span>
        </>
      ),
    },
    {
      name: 'cluster',
      heading: 'Cluster',
      from: 'sm',
      cell: ({ cluster }) => (
        <TextLink href={pathAt(pagePaths.cluster(cluster), at)}>{cluster}</TextLink>
      ),
    },
  ]
}

const OTHER_COLUMNS: readonly Column<Deployment>[] = [
  {
    name: 'outcome',
    exports: ['outcome', 'pulled_at', 'synced_at', 'healthy_at'],
    heading: 'Outcome',
    cell: (row) => <Outcome deployment={row} />,
  },
  {
    name: 'version',
    exports: ['version', 'rollback_of'],
    heading: 'Version',
    from: 'md',
    cell: (row) => <Version deployment={row} />,
  },
  {
    name: 'target',
    heading: 'Target',
    from: 'xl',
    isSaid: ({ target }) => target !== null,
    cell: ({ target }) => target !== null && <Chip>{target}</Chip>,
  },
  {
    name: 'from',
    exports: ['from', 'change'],
    heading: 'From',
    sort: { by: 'from', isDefault: 'descending' },
    from: 'sm',
    cell: ({ from, change }) => <Moment at={from} change={change} />,
  },
  {
    name: 'to',
    exports: ['to', 'ended_by'],
    heading: 'To',
    cell: (row) => <End deployment={row} />,
  },
  {
    name: 'actor',
    exports: ['actor', 'reason'],
    heading: 'Who and why',
    from: 'lg',
    cell: ({ actor, reason }) => (
      <>
        {actor}
        {reason !== null && <span className="block text-xs text-muted">{reason}</span>}
      </>
    ),
  },
  {
    name: 'commit',
    heading: 'Commit',
    from: 'xl',
    cell: ({ commit }) => (commit === null ? <None /> : <CommitChip commit={commit} />),
  },
]

/** In the history of one application: the way back to each of its rows. */
function backColumns({
  namespace,
  application,
  at,
}: ListAddress['query']): readonly Column<Deployment>[] {
  if (!namespace || !application || at) return []
  const ref = { namespace, name: application }
  return [
    {
      heading: 'Roll back',
      isHeadingHidden: true,
      className: 'text-right',
      cell: ({ change }) => (
        <RollbackAction application={ref} to={{ change }} when={`change #${change}`} />
      ),
    },
  ]
}

function Version({ deployment: { version, rollbackOf } }: { deployment: Deployment }) {
  return (
    <>
      <CommitChip commit={version} />
      {rollbackOf !== null && (
        <span className="mt-0.5 flex items-center gap-1 text-xs text-muted">
          <Undo2 aria-hidden className="size-3.5 shrink-0" />
          rolled back to <TextLink href={pagePaths.change(rollbackOf)}>#{rollbackOf}</TextLink>
        </span>
      )}
    </>
  )
}

function Outcome({ deployment }: { deployment: Deployment }) {
  const { outcome, pulledAt, syncedAt, healthyAt } = deployment
  const { tone, icon, word } = OUTCOME_LOOKS[outcome]
  const reached = [
    ['pulled', pulledAt],
    ['synced', syncedAt],
    ['healthy', healthyAt],
  ] as const
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted empty:hidden max-lg:hidden">
        {reached.map(
          ([word, at]) =>
            at !== null && (
              <span key={word} className="whitespace-nowrap">
                {word} <Clock at={at} />
              </span>
            ),
        )}
      </span>
    </>
  )
}

function End({ deployment: { to, endedBy } }: { deployment: Deployment }) {
  if (to !== null) return <Moment at={to} change={endedBy} />
  return <Badge icon={CircleDot}>Still placed</Badge>
}

function Moment({ at, change }: { at: Date; change: number | null }) {
  return (
    <>
      <Ago at={at} />{' '}
      {change !== null && <TextLink href={pagePaths.change(change)}>#{change}</TextLink>}
    </>
  )
}
