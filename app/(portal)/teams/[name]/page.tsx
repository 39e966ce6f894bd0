import { LayoutDashboard } from 'lucide-react'
import type { Metadata } from 'next'
import { Link } from '#components/ui/link.tsx'
import { totalText } from '#components/list/total-text.ts'
import { LabelChips, None } from '#components/objects/label-chips.tsx'
import { PolicyTable } from '#components/objects/policy-table.tsx'
import { revisionFacts } from '#components/objects/revision-facts.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip, SelectorChip } from '#components/ui/chip.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import type { Team } from '#lib/domain/objects/objects.ts'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import {
  type TeamContents,
  teamContentsUseCase,
  teamDetailsUseCase,
} from '#lib/usecases/objects/details.ts'
import { HooksCard } from '../../_hooks/hooks-card.tsx'
import { AskForMore } from '../../ask-for-more.tsx'
import { ObjectPage } from '../../object-page.tsx'
import { PlacedCards } from '../../placed-cards.tsx'
import { TeamApplications } from './team-applications.tsx'

type Props = {
  params: Promise<{ name: string }>
  searchParams: Promise<SearchParams>
}

const NETWORKS: Readonly<Record<Team['network'], string>> = {
  namespace: 'In from its own namespace and from namespaces that allow it; out to everywhere',
  open: 'Open both ways',
  closed: 'Closed both ways',
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).name }
}

export default async function TeamPage({ params, searchParams }: Props) {
  const { name } = await params
  const search = await searchParams
  const at = momentOf(search)
  const details = await read(teamDetailsUseCase, { ref: { name }, at })
  const { object: team } = details
  return (
    <ObjectPage
      shown={details}
      at={at}
      search={search}
      actions={
        <>
          <HowItRuns team={name} />
          {at === null && <AskForMore team={name} />}
        </>
      }
      facts={
        <Card title="Team">
          <Facts facts={[...teamFacts(team), ...revisionFacts(details)]} />
        </Card>
      }
    >
      <Contents team={name} at={at} />
      {at === null && <HooksCard team={name} />}
      <PlacedCards
        object={team}
        at={at}
        nothing="None of its applications is placed on a cluster."
      />
    </ObjectPage>
  )
}

async function Contents({ team, at }: { team: string; at: Date | null }) {
  const { applications, policies } = await read(teamContentsUseCase, { ref: { name: team }, at })
  return (
    <>
      <ApplicationsCard team={team} applications={applications} at={at} />
      <Card flush title="Own policies" note={policies.length.toLocaleString('en')}>
        {policies.length === 0 ? (
          <p className="p-4 text-muted">
            The team has none; the platform’s policies may select its applications.
          </p>
        ) : (
          <PolicyTable policies={policies} at={at} />
        )}
      </Card>
    </>
  )
}

function ApplicationsCard({
  team,
  applications,
  at,
}: {
  team: string
  applications: TeamContents['applications']
  at: Date | null
}) {
  return (
    <Card
      flush
      title="Applications"
      note={totalText(applications)}
      actions={
        <TextLink
          href={withQuery(pagePaths.applications, {
            labelSelector: `namespace=${team}`,
            at: at?.toISOString(),
          })}
        >
          Open as a list
        </TextLink>
      }
    >
      <TeamApplications applications={applications.items} at={at} />
    </Card>
  )
}

/** Leads to the first page, of this team alone. */
function HowItRuns({ team }: { team: string }) {
  return (
    <Link href={withQuery(pagePaths.overview, { namespace: team })} className={buttonClass()}>
      <LayoutDashboard aria-hidden className="size-4" />
      How it runs
    </Link>
  )
}

function teamFacts(team: Team) {
  const { groups, sourceRepos, clusterBoundary, network, kubectl, quota } = team
  return [
    [
      'Groups',
      groups.length === 0 ? (
        <None key="groups">none yet</None>
      ) : (
        <Groups key="groups" groups={groups} />
      ),
    ],
    [
      'May use clusters',
      clusterBoundary === null ? (
        'All'
      ) : (
        <SelectorChip key="boundary" selector={formatSelector(clusterBoundary)} />
      ),
    ],
    [
      'Repositories',
      sourceRepos.length === 0 ? (
        'Any'
      ) : (
        <span key="repos" className="flex flex-wrap gap-1">
          {sourceRepos.map((url) => (
            <Chip key={url}>{url}</Chip>
          ))}
        </span>
      ),
    ],
    ['Network', NETWORKS[network]],
    ['Contributors’ kubectl', kubectl],
    ['Quota', quota === null ? 'None' : <LabelChips key="quota" labels={quota} max={50} />],
  ] as const
}

function Groups({ groups }: { groups: Team['groups'] }) {
  return (
    <ul className="space-y-1">
      {groups.map(({ id, role }) => (
        <li key={`${id} ${role}`} className="flex flex-wrap items-baseline gap-x-1.5">
          <Chip>{id}</Chip> <span className="text-muted">as {role}</span>
        </li>
      ))}
    </ul>
  )
}
