import { Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { chosenColumns } from '#components/list/chosen-columns.ts'
import { ColumnTable } from '#components/list/column-table.tsx'
import { objectFields } from '#components/list/list-fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import type { Nothing } from '#components/list/no-rows.tsx'
import { RememberedList } from '#components/list/remembered-list.tsx'
import { totalText } from '#components/list/total-text.ts'
import { KIND_ICONS, kindHeading } from '#components/objects/kinds.ts'
import { withDescribing } from '#components/objects/describe-column.tsx'
import { withStopped } from '#components/objects/freeze-columns.tsx'
import { listColumns } from '#components/objects/list-columns.tsx'
import { lastSeenOf } from '#components/observed/last-seen.ts'
import { selectableColumns } from '#components/selection/selectable-columns.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { GuardedLink } from '#components/ui/guarded.tsx'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import { refKey, refOf } from '#lib/domain/objects/objects.ts'
import type { ReportList } from '#lib/domain/objects/saved-report/report-lists.ts'
import { ownersOf } from '#lib/http/portal/form-pages.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import { pageParameters, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read, requireSession, visitorKey } from '#lib/http/portal/page.ts'
import { objectList } from '#lib/lists/objects.ts'
import type { PageList } from '#lib/schemas/page-list.ts'
import {
  apiCollection,
  listHref,
  listPath,
  newPath,
  objectPath,
  pathAt,
} from '#lib/schemas/paths.ts'
import { whyNotCreate } from '#lib/http/portal/why-not.ts'
import { readStoppedUseCase } from '#lib/usecases/freezes/stopped.ts'
import type { ObjectList } from '#lib/usecases/objects/read.ts'
import { SavedViews } from '../_views/saved-views.tsx'
import { AskForMore } from '../ask-for-more.tsx'
import { ListFacets } from '../list-facets.tsx'
import { ListGroups } from '../list-groups.tsx'
import { NewAction } from '../new-action.tsx'
import { SaveAsReport } from '../save-as-report.tsx'
import { rowOf, Selectable } from '../selectable.tsx'
import { AskAction } from '../team-requests/ask-action.tsx'
import { EnvironmentChain, inChain } from './environment-chain.tsx'
import { FreezeCalendar } from './freeze-calendar.tsx'
import { kindOfPage } from './kind-of-page.ts'

/** Kinds whose list a report can be made of. */
const REPORTED: Partial<Record<Kind, ReportList>> = {
  cluster: 'clusters',
  application: 'applications',
}

type Props = {
  params: Promise<{ kind: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: kindHeading(kindOfPage((await params).kind)) }
}

export default async function ListPage({ params, searchParams }: Props) {
  const kind = kindOfPage((await params).kind)
  const objects = objectList(kind)
  const search = await searchParams
  const found = await readPageList(listPath(kind), objects, search)
  const list = kind === 'environment' ? inChain(found) : found
  const { about } = kinds[kind]
  const refusal = await whyNotCreate(kind)
  const usual = listColumns(kind, list.at)
  const columns = await withMore(kind, list, usual, refusal)
  const table = (items: ObjectList['items']) => (
    <ColumnTable
      label={kindHeading(kind)}
      columns={selectableColumns(chosenColumns(columns, list.address), ({ object }) =>
        rowOf(object),
      )}
      items={items}
      keyOf={({ object }) => refKey(refOf(object))}
      address={list.address}
    />
  )
  return (
    <Selectable kind={kind} list={list}>
      <ListView
        title={kindHeading(kind)}
        description={about.list}
        list={list}
        api={apiCollection(kind)}
        actions={
          <>
            <SavedViews list={kinds[kind].collection} address={list.address} />
            {REPORTED[kind] && <SaveAsReport list={REPORTED[kind]} shown={list} />}
            <NewAction kind={kind} />
          </>
        }
        fields={objectFields(kind)}
        columns={columns}
        counts={<ListFacets list={objects} page={list} />}
        groups={
          <ListGroups list={objects} page={list}>
            {table}
          </ListGroups>
        }
        nothing={nothingOf(kind, refusal)}
      >
        {(items) => (
          <>
            {list.at === null && <KeepListCurrent items={items} />}
            <Remembered list={list} />
            {kind === 'environment' && <EnvironmentChain list={list} />}
            {table(items)}
          </>
        )}
      </ListView>
      {kind === 'freeze' && (
        <FreezeCalendar list={list} asked={pageParameters(search, ['month'])['month']} />
      )}
    </Selectable>
  )
}

/** Some kinds have a column of what is known now besides. `refusal`: as below. */
async function withMore(
  kind: Kind,
  { at, outcome }: PageList<ObjectList['items'][number]>,
  usual: ReturnType<typeof listColumns>,
  refusal: string | null,
) {
  if (kind === 'environment') return withDescribing(usual, refusal)
  if (kind !== 'freeze' || at !== null || outcome.kind !== 'rows') return usual
  const freezes = outcome.items.map(({ object }) => object.name)
  return withStopped(usual, await read(readStoppedUseCase, { freezes }))
}

/** `refusal`: why the visitor can't create any; null: they can. */
function nothingOf(kind: Kind, refusal: string | null): Nothing {
  const { about, one, words } = kinds[kind]
  return {
    icon: KIND_ICONS[kind],
    title: `No ${words} yet`,
    text: (
      <>
        <p>{about.none}</p>
        {refusal !== null && <p>{refusal}</p>}
      </>
    ),
    actions: (
      <>
        <GuardedLink href={newPath(kind)} icon={Plus} look="primary" refusal={refusal}>
          {`Create ${one}`}
        </GuardedLink>
        {refusal !== null && <Asking kind={kind} />}
      </>
    ),
  }
}

/** Who can't create the first team or cluster asks for it: for a cluster one of the teams that they write for. */
async function Asking({ kind }: { kind: Kind }) {
  if (kind === 'team') return <AskAction />
  if (kind !== 'cluster') return null
  const { teams } = await ownersOf('application')
  if (teams === 'every') return null
  return teams
    .slice(0, TEAMS_ASKING_MAX)
    .map((team) => (
      <AskForMore
        key={team}
        team={team}
        asksFor="cluster"
        label={`Ask for a cluster for ${team}`}
      />
    ))
}

const TEAMS_ASKING_MAX = 3

/** For the pages of its objects, from which the next one can be opened. */
async function Remembered({
  list: { address, at, outcome },
}: {
  list: PageList<ObjectList['items'][number]>
}) {
  if (outcome.kind !== 'rows') return null
  const { items, firstRow, previousHref, nextHref } = outcome
  return (
    <RememberedList
      visitor={visitorKey(await requireSession())}
      list={{
        href: listHref(address, { page: address.query['page'] }),
        rows: items
          .filter(({ object, json }) => object.kind !== 'environment' || !json.status.implicit)
          .map(({ object }) => pathAt(objectPath(refOf(object)), at)),
        firstRow,
        total: totalText(outcome),
        previousHref,
        nextHref,
      }}
    />
  )
}

/** Only lists of what clusters report on. */
function KeepListCurrent({ items }: { items: ObjectList['items'] }) {
  const observed = items.flatMap(({ json: { status } }) => (status.counts ? [status] : []))
  if (observed.length === 0) return null
  return <KeepCurrent seen={observed.map(lastSeenOf)} />
}
