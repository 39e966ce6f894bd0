import type { Metadata } from 'next'
import { ConfinementBadge, ConfinementFact } from '#components/objects/confinement.tsx'
import { LeftCard, PlacementsCard } from '#components/objects/detail-cards.tsx'
import { LabelLinks, None } from '#components/objects/label-chips.tsx'
import { revisionFacts } from '#components/objects/revision-facts.tsx'
import { WhyNot } from '#components/placements/why-not.tsx'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths, pathAt, withQuery } from '#lib/schemas/paths.ts'
import type { ClusterReportBody } from '#lib/schemas/report.ts'
import { clusterDetailsUseCase } from '#lib/usecases/objects/details.ts'
import { readReportUseCase } from '#lib/usecases/reports/read.ts'
import { ObjectHead, ObjectPage } from '../../object-page.tsx'
import { CarryCard, UploadAction } from './carry-card.tsx'
import { LackingCard } from './lacking-card.tsx'
import { LeftBehindNotice } from './left-behind-notice.tsx'
import { OnboardingCards } from './onboarding-card.tsx'
import { ReportCard } from './report-card.tsx'

type Props = {
  params: Promise<{ name: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).name }
}

export default async function ClusterPage({ params, searchParams }: Props) {
  const { name } = await params
  const search = await searchParams
  const at = momentOf(search)
  const details = await read(clusterDetailsUseCase, { ref: { name }, at })
  const { object: cluster, placements, left, onboarding } = details
  const isOnboarding = search['tab'] === 'onboarding'
  const head = {
    shown: details,
    at,
    badges: <ConfinementBadge confinement={cluster.confinement} />,
  }
  const notice = (
    <>
      {at === null && <LeftBehindNotice cluster={name} />}
      <Parts
        path={pagePaths.cluster(name)}
        at={at}
        count={placements.total}
        isOnboarding={isOnboarding}
      />
    </>
  )
  if (isOnboarding) {
    return (
      <>
        <ObjectHead {...head} />
        {notice}
        <OnboardingCards onboarding={onboarding} cluster={name} change={details.change}>
          {onboarding.carry.length > 0 && <CarryCard onboarding={onboarding} cluster={name} />}
        </OnboardingCards>
      </>
    )
  }
  const report = at === null ? await read(readReportUseCase, { cluster: name }) : null
  return (
    <ObjectPage {...head} notice={notice}>
      {report !== null && (
        <ReportCard cluster={cluster} report={report} actions={<UploadAction cluster={name} />} />
      )}
      <LackingCard lacks={report?.lacks ?? null} />
      <ClusterCard details={details} report={report} />
      <PlacementsCard
        of="cluster"
        placements={placements}
        at={at}
        allHref={withQuery(pagePaths.placements, { cluster: name, at: at?.toISOString() })}
        nothing="No policy places an application here."
      />
      <LeftCard
        of="cluster"
        left={left}
        allHref={withQuery(pagePaths.placements, { cluster: name, placed: 'false' })}
      />
      <WhyNot half={{ kind: 'cluster', name }} at={at} />
    </ObjectPage>
  )
}

function Parts({
  path,
  at,
  count,
  isOnboarding,
}: {
  path: string
  at: Date | null
  count: number
  isOnboarding: boolean
}) {
  const onboarding = withQuery(path, { tab: 'onboarding', at: at?.toISOString() })
  return (
    <Tabs
      label="Parts of this page"
      tabs={[
        { href: pathAt(path, at), label: 'What runs here', count, current: !isOnboarding },
        { href: onboarding, label: 'Onboarding', current: isOnboarding },
      ]}
    />
  )
}

type Details = Awaited<ReturnType<typeof clusterDetailsUseCase.invoke>>

function ClusterCard({ details, report }: { details: Details; report: ClusterReportBody | null }) {
  const { object: cluster, onboarding } = details
  return (
    <Card title="Cluster">
      <Facts
        facts={[
          ['Short name', cluster.shortName || <None key="none" />],
          ['Environment', cluster.environment || <None key="none" />],
          [
            'Labels',
            <LabelLinks key="labels" labels={clusterLabels(cluster)} path={pagePaths.clusters} />,
          ],
          ['Branch in Git', <code key="branch">{onboarding.branch}</code>],
          [
            `${onboarding.reconciler}’s namespace`,
            <code key="namespace">{onboarding.namespace}</code>,
          ],
          [
            'Isolation',
            <ConfinementFact
              key="isolation"
              confinement={cluster.confinement}
              proof={report?.confinement ?? null}
            />,
          ],
          [
            'Its project default',
            cluster.defaultProject === 'empty' ? 'Emptied: it permits nothing' : 'Left as it is',
          ],
          ...revisionFacts(details),
        ]}
      />
    </Card>
  )
}
