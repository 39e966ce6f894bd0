import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { packagingWords } from '#lib/domain/objects/application/packaging-words.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { type ListAddress, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { VersionJson } from '#lib/schemas/version.ts'

type Application = { readonly namespace: string; readonly name: string }

/** Announced versions of an application, each with where it is. */
export function VersionTable({
  application,
  rows,
  address,
}: {
  application: Application
  rows: readonly VersionJson[]
  address?: ListAddress
}) {
  return (
    <ColumnTable
      label="Versions"
      columns={columnsOf(application)}
      items={rows}
      keyOf={({ number }) => number}
      address={address}
    />
  )
}

const targetsColumn: Column<VersionJson> = {
  heading: 'Targets',
  from: 'xl',
  className: 'min-w-44',
  isSaid: ({ targets }) => Object.keys(targets).length > 0,
  cell: ({ targets }) => <Directories of={targets} />,
}

const packagingColumn: Column<VersionJson> = {
  heading: 'What it is',
  from: 'md',
  isSaid: ({ source }) => source !== undefined,
  cell: ({ source }) => (source === undefined ? 'directory' : packagingWords(source)),
}

function columnsOf(application: Application): readonly Column<VersionJson>[] {
  return [
    {
      heading: 'Version',
      sort: { by: 'number', isDefault: 'descending' },
      cell: ({ number, name }) => (
        <>
          <span className="font-medium">{name ?? `Version ${number}`}</span>
          {name !== null && <span className="ml-2 text-xs text-muted">number {number}</span>}
        </>
      ),
    },
    { heading: 'Commit', cell: ({ commit }) => <CommitChip commit={commit} /> },
    packagingColumn,
    {
      heading: 'Runs on',
      cell: (version) => <Running application={application} version={version} />,
    },
    targetsColumn,
    {
      heading: 'Built',
      from: 'lg',
      isSaid: ({ source_commit: commit, built_at: at }) => commit !== null || at !== null,
      cell: ({ source_commit: commit, built_at: at }) =>
        commit === null && at === null ? (
          <None />
        ) : (
          <>
            {at !== null && <Ago at={new Date(at)} />}{' '}
            {commit !== null && (
              <span className="whitespace-nowrap text-muted">
                of <CommitChip commit={commit} />
              </span>
            )}
          </>
        ),
    },
    {
      heading: 'Announced',
      from: 'sm',
      cell: ({ announced_at: at, announced_by: by }) => (
        <>
          <Ago at={new Date(at)} /> <span className="text-muted">by {by.name}</span>
        </>
      ),
    },
    {
      heading: 'Run of the pipeline',
      from: 'xl',
      cell: ({ url }) =>
        url === null ? (
          <None />
        ) : (
          <a href={url} rel="noreferrer" className="text-accent hover:underline">
            {new URL(url).host}
          </a>
        ),
    },
  ]
}

const DIRECTORIES_SHOWN = 3

/** The directories of targets, by their names. */
function Directories({ of }: { of: VersionJson['targets'] }) {
  const given = Object.entries(of)
  if (given.length === 0) return <None />
  const more = given.length - DIRECTORIES_SHOWN
  return (
    <ul className="text-xs">
      {given.slice(0, DIRECTORIES_SHOWN).map(([name, path]) => (
        <li key={name} className="wrap-anywhere">
          {name} <span className="font-mono text-muted">{path}</span>
        </li>
      ))}
      {more > 0 && <li className="text-muted">and {more.toLocaleString('en')} more</li>}
    </ul>
  )
}

/** The list behind the number has the same placements. */
function Running({
  application: { namespace, name },
  version: { commit, status },
}: {
  application: Application
  version: VersionJson
}) {
  if (status.running === null) return <None />
  const count = (of: 'clusters' | 'silent') =>
    status.running!.reduce((sum, each) => sum + each[of], 0)
  const clusters = count('clusters')
  const silent = count('silent')
  if (clusters === 0) return <span className="text-muted">no cluster</span>
  return (
    <>
      <TextLink
        href={withQuery(pagePaths.placements, { namespace, application: name, revision: commit })}
      >
        {counted(clusters, 'cluster')}
      </TextLink>
      {silent > 0 && (
        <span className="ml-1.5 text-xs text-unknown">{silent.toLocaleString('en')} unknown</span>
      )}
    </>
  )
}
