import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { notFound } from 'next/navigation'
import { OverrideBadge } from '#components/changes/override-badge.tsx'
import { overrideWords } from '#components/changes/override-words.ts'
import { PlacementCounts } from '#components/changes/placement-counts.tsx'
import { PublicationBadge } from '#components/changes/publication-badge.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Exact } from '#components/ui/time.tsx'
import { changeState } from '#lib/domain/git/publication-state.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { complianceAsked } from '#lib/http/portal/compliance-page.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import {
  countMoved,
  readBootstraps,
  readImpactSummary,
  readOverrides,
  readKinds,
  readReverts,
} from '#lib/schemas/impact-summary.ts'
import { type KeptReleased, readKeptReleased } from '#lib/schemas/kept-released.ts'
import { readKeptRollout } from '#lib/schemas/kept-rollout.ts'
import { objectPath, pagePaths } from '#lib/schemas/paths.ts'
import { readRollback } from '#lib/schemas/rollback.ts'
import { type Change, getChangeUseCase } from '#lib/usecases/changes/read.ts'
import { InGit } from '../../git-place.tsx'
import { byBranch, readPullRequestsOf } from '../../pull-requests-of.ts'
import { BootstrapsCard } from '../../bootstraps-card.tsx'
import { ArrivalCard } from './arrival-card.tsx'
import { DeploymentsCard } from './deployments-card.tsx'
import { EditedObjects } from './edited-objects.tsx'
import { LookAgain } from './look-again.tsx'
import { Outcome } from './outcome.tsx'
import { PublicationsCard } from './publications-card.tsx'
import { RevertAction } from './revert-action.tsx'

const WHERE = {
  pending: 'is on its way into Git',
  proposed: 'waits in a pull request',
  published: 'is published',
  failed: 'has failed',
  unchanged: 'changes nothing in Git',
} as const

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Change #${(await params).id}` }
}

export default async function ChangePage({ params, searchParams }: Props) {
  const { id } = await params
  const search = await searchParams
  if (!/^[1-9]\d{0,14}$/.test(id)) notFound()
  const change = await read(getChangeUseCase, { id: Number(id) })
  const state = changeState(change.publications)
  const pulls = await waitedFor(change)
  return (
    <>
      <PageHeader
        title={`Change #${change.id}`}
        crumbs={[{ href: pagePaths.changes, label: 'Changes' }]}
        description={change.reason}
        badges={state !== 'unchanged' && <PublicationBadge state={state} />}
        actions={<RevertAction change={change} />}
      />
      <KeepCurrent seen={[]} />
      {state === 'pending' && <LookAgain />}
      <output className="sr-only">{`Change ${change.id} ${WHERE[state]}.`}</output>
      <div className="space-y-4">
        <Outcome change={change} pulls={pulls} />
        <div className="grid gap-4 lg:grid-cols-2">
          <Card title="Change">
            <Facts
              facts={[
                [
                  'When',
                  <span key="when">
                    <Exact at={change.at} />, <Ago at={change.at} />
                  </span>,
                ],
                ['Who', change.actorName],
                ['Reason', change.reason ?? <None key="reason">none given</None>],
                ...revertFacts(change),
              ]}
            />
          </Card>
          <ImpactCard change={change} />
        </div>
        <ArrivalCard
          change={change}
          asked={complianceAsked(search)}
          isAsked={search['by'] !== undefined}
        />
        {countMoved(change.impact) > 0 && <DeploymentsCard change={change.id} />}
        {change.objects > 0 && <EditedObjects edited={change.edited} objects={change.objects} />}
        <BootstrapsCard change={change.id} total={readBootstraps(change.impact)} />
        {state !== 'unchanged' && (
          <PublicationsCard publications={change.publications} pulls={pulls} />
        )}
        <Published publications={change.publications} />
      </div>
    </>
  )
}

/** The pull requests of branches that lack it, by branch: it is in them, or behind them. */
async function waitedFor({ publications }: Change) {
  const lacking = publications.flatMap(({ branch, state }) =>
    state === 'published' ? [] : [branch],
  )
  const pulls = lacking.length > 0 ? await readPullRequestsOf({}) : []
  return byBranch(pulls.filter(({ branch }) => lacking.includes(branch)))
}

type Fact = readonly [string, ReactNode]

/** How to look at its commit: the first, if it is on several branches. */
function Published({ publications }: Pick<Change, 'publications'>) {
  const first = publications.find(({ commit }) => commit !== null)
  if (!first?.commit) return null
  return <InGit branch={first.branch} commit={first.commit} />
}

function revertFacts({ impact, revertedBy }: Change): Fact[] {
  return [...changeFact('Undoes', readReverts(impact)), ...changeFact('Undone by', revertedBy)]
}

function changeFact(term: string, change: number | null): Fact[] {
  if (change === null) return []
  const link = <TextLink key={term} href={pagePaths.change(change)}>{`change #${change}`}</TextLink>
  return [[term, link]]
}

function ImpactCard({ change: { action, impact } }: { change: Change }) {
  const facts = [
    ...countFacts(impact),
    ...overrideFacts(impact),
    ...rollbackFacts(impact),
    ...rolloutFacts(impact),
    ...releasedFacts(impact),
    ...kindsFacts(impact),
    ...bootstrapsFacts(impact),
    ...(action === 'upgrade.confirm' ? [UPGRADE_FACT] : []),
  ]
  if (facts.length === 0) return null
  return (
    <Card title="Impact" note="what it did to the fleet">
      <Facts facts={facts} />
    </Card>
  )
}

/** None where nothing moved and no file is different. */
function countFacts(impact: Change['impact']): Fact[] {
  const summary = readImpactSummary(impact)
  if (summary === null) return []
  const { placements, applications, clusters, files } = summary
  const moved: Fact[] = [
    ['Placements', <PlacementCounts key="placements" counts={placements} />],
    ['Applications touched', applications.toLocaleString('en')],
    ['Clusters touched', clusters.toLocaleString('en')],
  ]
  const counts = { added: files.added, removed: files.removed, changed: files.modified }
  const inGit: Fact = ['Files in Git', <PlacementCounts key="files" counts={counts} />]
  return [
    ...(countMoved(impact) > 0 ? moved : []),
    ...(files.added + files.removed + files.modified > 0 ? [inGit] : []),
  ]
}

function overrideFacts(impact: unknown): Fact[] {
  const overrides = readOverrides(impact)
  if (overrides.length === 0) return []
  const said = overrides.flatMap(({ by, reason, ...what }) =>
    by ? [{ what: overrideWords(what), by: by.name, reason }] : [],
  )
  return [
    [
      'Overridden',
      <div key="overrides">
        <OverrideBadge overrides={overrides} />
        {said.map(({ what, by, reason }) => (
          <p key={what} className="mt-1">
            {what}: by {by}
            {reason !== undefined && `, ${reason}`}
          </p>
        ))}
      </div>,
    ],
  ]
}

function rollbackFacts(impact: unknown): Fact[] {
  const rollback = readRollback(impact)
  if (rollback === null) return []
  const { to, at, commit, follows } = rollback
  const back: Fact = [
    'Rolled back to',
    <span key="to">
      what it was with <TextLink href={pagePaths.change(to)}>#{to}</TextLink>,{' '}
      <Exact at={new Date(at)} />
    </span>,
  ]
  if (commit === null) return [back]
  return [
    back,
    [
      'Pinned to',
      <span key="pin" className="flex flex-wrap items-center gap-x-2">
        <CommitChip commit={commit} /> no longer follows <Chip>{follows}</Chip>
      </span>,
    ],
  ]
}

function rolloutFacts(impact: unknown): Fact[] {
  const rollout = readKeptRollout(impact)
  if (rollout === null) return []
  const { id, wave } = rollout
  const link = <TextLink key="rollout" href={pagePaths.rollout(id)}>{`rollout #${id}`}</TextLink>
  if (wave === null) return [['Rolled back', link]]
  return [
    [
      'Rolled out',
      <span key="wave">
        wave {wave} of {link}
      </span>,
    ],
  ]
}

function releasedFacts(impact: unknown): Fact[] {
  const released = readKeptReleased(impact)
  if (released === null) return []
  const waited = released.dependencies.map((dependency, index) => {
    const { namespace, application } = dependency.needed
    const path = objectPath({ kind: 'application', team: namespace, name: application })
    return (
      // oxlint-disable-next-line react/no-array-index-key -- they never move, and two may be on the same application
      <li key={index}>
        <TextLink href={path}>{`${namespace}/${application}`}</TextLink>
        {wordsOfMet(dependency)}
      </li>
    )
  })
  return [['Waited for', <ul key="waited">{waited}</ul>]]
}

function wordsOfMet({ healthy, unheard }: KeptReleased['dependencies'][number]): string {
  const said = [
    ...(healthy > 0 ? [`healthy on ${counted(healthy, 'cluster')}`] : []),
    ...(unheard > 0 ? [`in Git on ${counted(unheard, 'cluster')} that never reported`] : []),
  ]
  return said.length === 0 ? '' : `: ${said.join(', ')}`
}

function bootstrapsFacts(impact: unknown): Fact[] {
  const clusters = readBootstraps(impact)
  if (clusters === 0) return []
  const follows = clusters === 1 ? 'follows' : 'follow'
  const where = `${counted(clusters, 'cluster')}, which ${follows} only then`
  return [['Bootstrap', `To be applied again by hand on ${where}`]]
}

function kindsFacts(impact: unknown): Fact[] {
  const kinds = readKinds(impact)
  if (kinds === null) return []
  const { added, removed } = kinds
  return [
    ...(added.length > 0 ? [kindsFact('Teams may also bring', added)] : []),
    ...(removed.length > 0 ? [kindsFact('Teams may no longer bring', removed)] : []),
  ]
}

function kindsFact(label: string, names: readonly string[]): Fact {
  return [
    label,
    <span key="names" className="flex flex-wrap gap-1.5">
      {names.map((name) => (
        <Chip key={name}>{name}</Chip>
      ))}
    </span>,
  ]
}

const UPGRADE_FACT: Fact = [
  'Upgrade',
  <TextLink key="upgrade" href={pagePaths.upgrade}>
    How far it is
  </TextLink>,
]
