import { Link } from '#components/ui/link.tsx'
import { Suspense } from 'react'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { CommitSearch } from '#components/dashboard/commit-search.tsx'
import { VersionSearch } from '#components/dashboard/version-search.tsx'
import type { View } from '#components/dashboard/view.ts'
import { None } from '#components/objects/label-chips.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import type { RunningIn } from '#lib/domain/observed/running.ts'
import { versionText } from '#components/observed/version-name.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import {
  type ApplicationVersions,
  PLACEMENTS_LOOKED_AT,
  readVersionsUseCase,
} from '#lib/usecases/dashboard/versions.ts'

/** More side by side can’t be read; the others are in the lists. */
const ENVIRONMENTS_SHOWN = 6
const REVISIONS_SHOWN = 3

/** Applications by environments: what is wanted, and what runs. What it is asked by stays while the answer is looked for. */
export function Versions({ view }: { view: View }) {
  return (
    <div id="versions" className="scroll-mt-16">
      <Card flush title="Versions">
        <div className="flex flex-wrap items-end gap-3 border-b p-3">
          <VersionSearch view={view} />
          <CommitSearch />
        </div>
        <Suspense key={view.search} fallback={<div className="h-40" />}>
          <VersionsNow view={view} />
        </Suspense>
      </Card>
    </div>
  )
}

async function VersionsNow({ view: { team, environment, search } }: { view: View }) {
  const { items, total, ...all } = await read(readVersionsUseCase, {
    namespace: team,
    text: search,
  })
  const environments = environment === null ? all.environments : [environment]
  const shown = environments.slice(0, ENVIRONMENTS_SHOWN)
  return (
    <>
      {items.length === 0 ? (
        <p className="p-4 text-muted">
          {search === null ? 'There are no applications yet.' : 'No application is called so.'}
        </p>
      ) : (
        <ColumnTable
          label="Versions"
          columns={columnsOf(shown, environment)}
          items={items}
          keyOf={({ namespace, name }) => `${namespace}/${name}`}
        />
      )}
      <p className="border-t px-4 py-2 text-xs text-muted">
        {noteOf(items.length, total, environments.length - shown.length)} Berth doesn’t read the
        applications’ own repositories: the newest commit is the one that was announced last, or
        that appeared on a cluster after that.
      </p>
    </>
  )
}

function noteOf(shown: number, total: number, leftOut: number): string {
  const applications =
    total > shown
      ? `The first ${shown} of ${total.toLocaleString('en')} applications`
      : 'Applications by environment'
  return leftOut > 0 ? `${applications}, without ${leftOut} environments.` : `${applications}.`
}

/** `alone`: the environment that the lag is of; null: of all. */
function columnsOf(
  environments: readonly (string | null)[],
  alone: string | null,
): readonly Column<ApplicationVersions>[] {
  return [
    {
      heading: 'Application',
      cell: ({ namespace, name }) => (
        <span className="whitespace-nowrap">
          <span className="text-muted">{namespace} / </span>
          <TextLink strong href={pagePaths.application(namespace, name)}>
            {name}
          </TextLink>
        </span>
      ),
    },
    { heading: 'Wanted', cell: ({ wanted }) => <Chip>{wanted}</Chip> },
    ...environments.map((environment): Column<ApplicationVersions> => ({
      heading: environment ?? 'no environment',
      cell: (application) => (
        <RunningCell
          application={application}
          running={application.environments.find((each) => each.environment === environment)}
        />
      ),
    })),
    {
      heading: 'Lag',
      className: 'whitespace-nowrap',
      cell: (application) => (
        <>
          <Lag
            {...application}
            lagging={alone === null ? application.lagging : lagIn(application, alone)}
          />
          <Holding {...application} />
        </>
      ),
    },
  ]
}

/** How many placements in an environment have another revision than the newest. */
function lagIn({ environments }: ApplicationVersions, name: string): number {
  return environments
    .filter(({ environment }) => environment === name)
    .flatMap(({ revisions }) => revisions)
    .reduce((sum, { isNewest, count }) => sum + (isNewest ? 0 : count), 0)
}

/** The revisions of an application in an environment, and on how many placements each is. */
function RunningCell({
  application: { namespace, name },
  running,
}: {
  application: ApplicationVersions
  running: RunningIn | undefined
}) {
  if (running === undefined) return <None />
  const { environment, revisions, untold } = running
  const list = {
    namespace,
    application: name,
    ...(environment === null ? { clusterSelector: '!environment' } : { environment }),
  }
  const others = revisions.slice(REVISIONS_SHOWN)
  return (
    <ul className="space-y-1">
      {revisions.slice(0, REVISIONS_SHOWN).map(({ revision, version, count, silent, ...age }) => (
        <li key={revision} className="flex flex-wrap items-center gap-x-1.5">
          <CommitChip commit={revision} name={version ? versionText(version) : undefined} />
          <Link
            href={withQuery(pagePaths.placements, { ...list, revision })}
            className="inline-flex h-6 min-w-6 items-center justify-center rounded-sm px-1 text-accent tabular-nums hover:underline"
          >
            {count.toLocaleString('en')}
            <span className="sr-only"> placements</span>
          </Link>
          <Age {...age} />
          {silent > 0 && (
            <span className="text-xs text-unknown">{silent.toLocaleString('en')} unknown</span>
          )}
        </li>
      ))}
      {others.length > 0 && (
        <li className="text-xs text-muted">and {others.length} more commits</li>
      )}
      {untold > 0 && <li className="text-xs text-muted">{untold.toLocaleString('en')} not told</li>}
    </ul>
  )
}

function Age({ isNewest, lag }: { isNewest: boolean; lag: number | null }) {
  if (isNewest) return null
  if (lag === null || lag < 1) return <span className="text-xs text-warn">older</span>
  return <span className="text-xs text-warn">{counted(lag, 'version')} behind</span>
}

function Holding({ namespace, name, holding }: ApplicationVersions) {
  if (holding === 0) return null
  return (
    <span className="block text-xs">
      <TextLink href={pagePaths.holds(namespace, name)}>
        {counted(holding, 'cluster')} {holding === 1 ? 'holds' : 'hold'}
      </TextLink>
    </span>
  )
}

function Lag({ newest, lagging, isOfAll }: ApplicationVersions) {
  const some = isOfAll ? '' : ` of the first ${PLACEMENTS_LOOKED_AT.toLocaleString('en')}`
  if (newest === null) return <span className="text-muted">unknown</span>
  if (lagging === 0) return <span className="text-muted">none{some}</span>
  const { version, at } = newest
  return (
    <span className="text-warn">
      {lagging.toLocaleString('en')}
      {some} behind
      {at !== null && (
        <span className="block text-xs text-muted">
          {version === null ? 'the newest appeared' : `${versionText(version)} announced`}{' '}
          <Ago at={at} />
        </span>
      )}
    </span>
  )
}
