import { GitCommitHorizontal } from 'lucide-react'
import type { Metadata } from 'next'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { versionText } from '#components/observed/version-name.ts'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { complianceAsked } from '#lib/http/portal/compliance-page.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { readOrWhyNot } from '#lib/http/portal/page.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import {
  type CommitCompliance,
  commitComplianceUseCase,
} from '#lib/usecases/observed/compliance.ts'
import { ComplianceCard } from '../../compliance-card.tsx'
import { historyOfGroup, placementsOfGroup } from '../../group-list.ts'

type Props = { params: Promise<{ sha: string }>; searchParams: Promise<SearchParams> }

const SHOWN = 12

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Commit ${(await params).sha.slice(0, SHOWN)}` }
}

/** Whether a commit is everywhere where it should be. */
export default async function CommitPage({ params, searchParams }: Props) {
  const { sha } = await params
  const asked = complianceAsked(await searchParams)
  const input = { commit: sha, by: asked.by }
  const found = await readOrWhyNot(commitComplianceUseCase, input)
  if (found.kind === 'refused') return <Unknown sha={sha} reason={found.message} />
  const grouped = found.answer
  const { commit, changes, versions, total, superseded } = grouped
  const path = pagePaths.commit(commit)
  const byCluster = await byClusterOf(grouped, asked.by.by === 'cluster')
  const [only] = changes?.length === 1 ? changes : []
  return (
    <>
      <PageHeader title={`Commit ${commit.slice(0, SHOWN)}`} description={commit} />
      <KeepCurrent seen={[]} />
      <div className="space-y-4">
        <Card title="Commit">
          <Facts facts={[whatItIs(changes), ...announcedAs(versions, commit)]} />
        </Card>
        {total + superseded === 0 ? (
          <Card title="Where it has arrived">
            <p className="text-muted">It moved no placement that you may see.</p>
          </Card>
        ) : (
          <ComplianceCard
            path={path}
            asked={asked}
            byCluster={byCluster}
            grouped={grouped}
            hrefOf={({ key }) =>
              only === undefined ? placementsOfGroup(asked, key) : historyOfGroup(asked, only, key)
            }
          />
        )}
      </div>
    </>
  )
}

async function byClusterOf(grouped: CommitCompliance, isByCluster: boolean) {
  if (isByCluster) return grouped
  const input = { commit: grouped.commit, by: { by: 'cluster' } as const }
  const found = await readOrWhyNot(commitComplianceUseCase, input)
  return found.kind === 'answered' ? found.answer : grouped
}

const CHANGES_SHOWN = 20

function whatItIs(changes: CommitCompliance['changes']) {
  if (changes === null) {
    return ['Of', 'applications’ own repositories, by what clusters report'] as const
  }
  const rest = changes.length - CHANGES_SHOWN
  return [
    changes.length === 1 ? 'Brought the change' : 'Brought the changes',
    <span key="changes" className="flex flex-wrap gap-x-2">
      {changes.slice(0, CHANGES_SHOWN).map((change) => (
        <TextLink key={change} href={pagePaths.change(change)}>
          #{change}
        </TextLink>
      ))}
      {rest > 0 && <span className="text-muted">and {rest.toLocaleString('en')} more</span>}
    </span>,
  ] as const
}

const VERSIONS_SHOWN = 20

function announcedAs(versions: CommitCompliance['versions'], commit: string) {
  if (versions.length === 0) return []
  const rest = versions.length - VERSIONS_SHOWN
  const isBuiltOfIt = versions.every((version) => version.commit !== commit)
  return [
    [
      isBuiltOfIt ? 'Built into' : 'Announced as',
      <ul key="versions" className="space-y-1">
        {versions.slice(0, VERSIONS_SHOWN).map(({ namespace, application, ...version }) => (
          <li key={`${namespace}/${application} ${version.number}`}>
            {namespace} /{' '}
            <TextLink href={pagePaths.versions(namespace, application)}>
              {application} {versionText(version)}
            </TextLink>
          </li>
        ))}
        {rest > 0 && <li className="text-muted">and {rest.toLocaleString('en')} more</li>}
      </ul>,
    ] as const,
  ]
}

function Unknown({ sha, reason }: { sha: string; reason: string }) {
  return (
    <>
      <PageHeader title={`Commit ${sha.slice(0, SHOWN)}`} />
      <EmptyState icon={GitCommitHorizontal} title="Nobody knows one commit by this name">
        <p>
          {reason} A commit is known here once Berth has written it, a cluster says that it runs it,
          or somebody announced it. Ask with seven of its digits or more.
        </p>
      </EmptyState>
    </>
  )
}
