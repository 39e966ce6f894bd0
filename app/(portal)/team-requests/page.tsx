import { MessageSquarePlus } from 'lucide-react'
import type { Metadata } from 'next'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { ListExport } from '#components/list/list-export.tsx'
import { type Nothing, NoRows } from '#components/list/no-rows.tsx'
import { Pagination } from '#components/list/pagination.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { teamRequestList } from '#lib/http/operations/team-request-operations.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { readsEveryRequest } from '#lib/http/portal/team-request-pages.ts'
import { apiPaths, type ListAddress, listHref, pagePaths } from '#lib/schemas/paths.ts'
import { TEAM_REQUEST_STATES } from '#lib/schemas/team-request.ts'
import type { TeamRequestAnswer } from '#lib/usecases/team-requests/read.ts'
import { AskAction } from './ask-action.tsx'
import { StateBadge, stateWord } from './states.tsx'

export const metadata: Metadata = { title: 'Team requests' }

export default async function TeamRequestsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const everybody = await readsEveryRequest()
  const list = await readPageList(pagePaths.teamRequests, teamRequestList, await searchParams)
  const { address, outcome } = list
  return (
    <>
      <PageHeader
        title="Team requests"
        description={
          everybody
            ? 'What people asked for, for themselves and for their teams, and what became of it. Admins decide.'
            : 'What you and your teams asked for, and what became of it.'
        }
        actions={
          <>
            <ListExport list={list} api={apiPaths.teamRequests} />
            <AskAction />
          </>
        }
      />
      <StateTabs address={address} />
      <div className="overflow-hidden rounded-lg border bg-surface">
        {outcome.kind !== 'rows' || outcome.items.length === 0 ? (
          <NoRows list={list} nothing={nothingFor(everybody)} />
        ) : (
          <>
            <ColumnTable
              label="Team requests"
              columns={everybody ? [...columns, askerColumn] : columns}
              items={outcome.items}
              keyOf={({ id }) => id ?? ''}
            />
            <Pagination {...outcome} count={outcome.items.length} />
          </>
        )}
      </div>
    </>
  )
}

function StateTabs({ address }: { address: ListAddress }) {
  const tab = (state: (typeof TEAM_REQUEST_STATES)[number] | null) => ({
    href: listHref(address, { state }),
    label: state === null ? 'All' : stateWord(state),
    current: (address.query['state'] ?? null) === state,
  })
  return <Tabs label="States" tabs={[null, ...TEAM_REQUEST_STATES].map(tab)} />
}

function nothingFor(everybody: boolean): Nothing {
  return {
    icon: MessageSquarePlus,
    title: everybody ? 'Nobody has asked yet' : 'You have not asked yet',
    text: (
      <p>
        A team owns applications and decides where they run. Ask for one, or for more from the page
        of yours, and an admin of the tenant answers.
      </p>
    ),
  }
}

const ASKED = { team: 'A team', limits: 'Other limits', cluster: 'A cluster' } as const

const columns: readonly Column<TeamRequestAnswer>[] = [
  {
    heading: 'Team',
    cell: ({ id, name, purpose }) => (
      <div className="max-w-96 min-w-0">
        <TextLink href={pagePaths.teamRequest(id ?? '')}>{name}</TextLink>
        <p className="truncate text-xs text-muted">{purpose}</p>
      </div>
    ),
  },
  { heading: 'Asks for', from: 'sm', cell: ({ asks_for: asksFor }) => ASKED[asksFor] },
  { heading: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { heading: 'Asked', from: 'sm', cell: ({ at }) => <Ago at={new Date(at)} /> },
]

const askerColumn: Column<TeamRequestAnswer> = {
  heading: 'By',
  from: 'md',
  cell: ({ asker }) => asker.name,
}
