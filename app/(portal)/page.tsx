import type { Metadata } from 'next'
import { type ReactNode, Suspense } from 'react'
import { ChangeTable } from '#components/changes/change-table.tsx'
import { type View, viewHref, viewOf } from '#components/dashboard/view.ts'
import { countedTotal } from '#components/list/total-text.ts'
import { byHeading, KIND_ICONS } from '#components/objects/kinds.ts'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { Card } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { kinds, PLACING_KINDS } from '#lib/domain/objects/kinds.ts'
import { mayWrite } from '#lib/http/portal/form-pages.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { askedScreen, firstScreensOf } from '#lib/http/portal/first-screens.ts'
import { read, requireSession } from '#lib/http/portal/page.ts'
import { listPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { readFiguresUseCase } from '#lib/usecases/dashboard/figures.ts'
import { readSourcesUseCase, type ShownSource } from '#lib/usecases/dashboard/sources.ts'
import { teams } from '#lib/usecases/objects/use-cases.ts'
import { type FirstRun, readFirstRunUseCase } from '#lib/usecases/overview/first-run.ts'
import { type Overview, readOverviewUseCase } from '#lib/usecases/overview/read.ts'
import { BacklogLine } from './_dashboard/backlog-line.tsx'
import { ChartsOverTime } from './_dashboard/charts-over-time.tsx'
import { SourcesOverTime } from './_dashboard/sources-over-time.tsx'
import { FiguresNow } from './_dashboard/figures.tsx'
import { TroublesNow, TroublesToCome } from './_dashboard/troubles.tsx'
import { Versions } from './_dashboard/versions.tsx'
import { StepsLeft, TwoWays } from './_first-run/first-run.tsx'
import { isUntouched } from './_first-run/steps.ts'
import { Waiting } from './_first-screens/inbox.tsx'
import { OneEnvironment } from './_first-screens/one-environment.tsx'
import { ReviewScreen } from './_first-screens/review-screen.tsx'
import { ScreenTabs } from './_first-screens/screen-tabs.tsx'
import { TeamScreen } from './_first-screens/team-screen.tsx'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const search = await searchParams
  const { actor } = await requireSession()
  const current = askedScreen(actor, search)
  const tabs = <ScreenTabs screens={firstScreensOf(actor)} current={current} />
  if (current === 'fleet') return <FleetScreen view={viewOf(search)} tabs={tabs} />
  return (
    <>
      <PageHeader title="Overview" />
      {tabs}
      {current === 'teams' ? (
        <TeamScreen environment={viewOf(search).environment} />
      ) : (
        <ReviewScreen />
      )}
    </>
  )
}

/** `tabs`: to the other screens. */
async function FleetScreen({ view, tabs }: { view: View; tabs: ReactNode }) {
  const { team, environment } = view
  const part = { namespace: team, environment }
  // A team that the visitor may not see has no page either.
  if (team !== null) await read(teams.get, { ref: { name: team }, at: null })
  const firstRun = team === null ? await readFirstRun() : null
  if (firstRun !== null && isUntouched(firstRun)) return <Untouched firstRun={firstRun} />
  const [overview, sources, figures] = await Promise.all([
    team === null ? read(readOverviewUseCase, { environment }) : null,
    readSources(view),
    read(readFiguresUseCase, part),
  ])
  return (
    <>
      <PageHeader
        title={team ?? 'Overview'}
        crumbs={team === null ? [] : [{ href: pagePaths.team(team), label: 'Its page' }]}
        badges={overview && <FleetCounts counts={overview.counts} />}
      />
      {overview && tabs}
      <KeepCurrent seen={[]} />
      <div className="space-y-6">
        {overview && <ToDo firstRun={firstRun} />}
        <OneEnvironment environment={environment} allHref={viewHref(view, { environment: null })} />
        <FiguresNow figures={figures} part={part} />
        {overview && <BacklogLine {...overview} />}
        <ChartsOverTime view={view} labels={figures.labelKeys} sources={sources} />
        <SourcesOverTime view={view} sources={sources} />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Suspense fallback={<TroublesToCome />}>
            <TroublesNow part={part} />
          </Suspense>
        </div>
        <Versions view={view} />
        {overview && <LastChanges changes={overview.changes} environment={environment} />}
      </div>
    </>
  )
}

/** Sources tell of all clusters, neither of a team nor of an environment. */
async function readSources({ team, environment }: View): Promise<readonly ShownSource[]> {
  return team === null && environment === null ? read(readSourcesUseCase, null) : []
}

/** What waits for the visitor, and what is left of setting up the tenant. */
function ToDo({ firstRun }: { firstRun: FirstRun | null }) {
  return (
    <>
      <Waiting />
      {firstRun && <StepsLeft firstRun={firstRun} />}
    </>
  )
}

/** How far the tenant is set up, for those who may do it. */
async function readFirstRun(): Promise<FirstRun | null> {
  return (await mayWrite({ kind: 'tenant' })) ? read(readFirstRunUseCase, null) : null
}

function Untouched({ firstRun }: { firstRun: FirstRun }) {
  return (
    <>
      <PageHeader
        title="Overview"
        description="Nothing is here yet. There are two ways to begin."
      />
      <KeepCurrent seen={[]} />
      <TwoWays firstRun={firstRun} />
    </>
  )
}

/** How large the fleet is, in a line. */
function FleetCounts({ counts }: Pick<Overview, 'counts'>) {
  return (
    <ul aria-label="The fleet" className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
      {byHeading(PLACING_KINDS).map((kind) => {
        const Icon = KIND_ICONS[kind]
        return (
          <li key={kind}>
            <Link
              href={listPath(kind)}
              className="inline-flex items-center gap-1.5 rounded-sm hover:text-ink hover:underline"
            >
              <Icon aria-hidden className="size-3.5" />
              <span className="tabular-nums">
                {countedTotal(counts[kind], kinds[kind].word, kinds[kind].words)}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function LastChanges({
  changes,
  environment,
}: Pick<Overview, 'changes'> & Pick<View, 'environment'>) {
  return (
    <Card
      flush
      title="Last changes"
      actions={
        changes.length > 0 && (
          <TextLink href={withQuery(pagePaths.changes, { environment })}>All changes</TextLink>
        )
      }
    >
      {changes.length === 0 ? (
        <p className="p-4 text-muted">
          {environment === null
            ? 'Nothing has been changed yet.'
            : 'No change has moved placements there yet.'}
        </p>
      ) : (
        <ChangeTable rows={changes} />
      )}
    </Card>
  )
}
