import type { Metadata } from 'next'
import { BlockedApplicationsCard } from '#components/dependencies/blocked-applications.tsx'
import { ConfinementBadge, ConfinementFact } from '#components/objects/confinement.tsx'
import { LabelLinks, None } from '#components/objects/label-chips.tsx'
import { settingFacts } from '#components/objects/cluster-settings.tsx'
import { revisionFacts } from '#components/objects/revision-facts.tsx'
import { WhyNot } from '#components/placements/why-not.tsx'
import { PullRequestWait } from '#components/pull-requests/pull-request-wait.tsx'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { typeNameOf } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { holdLimitsIn, whyNoHold } from '#lib/http/portal/holds.ts'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import { whyNotCreate } from '#lib/http/portal/why-not.ts'
import { pagePaths, pathAt } from '#lib/schemas/paths.ts'
import type { ClusterReportBody } from '#lib/schemas/report.ts'
import { listClusterHoldsUseCase } from '#lib/usecases/holds/read.ts'
import { clusterDetailsUseCase } from '#lib/usecases/objects/details.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { readReportUseCase } from '#lib/usecases/reports/read.ts'
import { allHoldsOn, HoldsCard, showsAllHolds } from '../../_holds/holds-card.tsx'
import { ObjectPage } from '../../object-page.tsx'
import { readPullRequestInto } from '../../pull-requests-of.ts'
import { PlacedCards } from '../../placed-cards.tsx'
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
  const isOnboarding = search['tab'] === 'onboarding'
  const report =
    at === null && !isOnboarding ? await read(readReportUseCase, { cluster: name }) : null
  return (
    <ObjectPage
      shown={details}
      at={at}
      search={search}
      badges={<ConfinementBadge confinement={details.object.confinement} />}
      notice={at === null && <LeftBehindNotice cluster={name} />}
      facts={<ClusterCard details={details} report={report} at={at} />}
    >
      {isOnboarding ? (
        <Onboarding details={details} />
      ) : (
        <WhatRunsHere
          cluster={details.object}
          report={report}
          at={at}
          showsAllHolds={showsAllHolds(search)}
        />
      )}
    </ObjectPage>
  )
}

type Details = Awaited<ReturnType<typeof clusterDetailsUseCase.invoke>>

function Onboarding({ details: { object, change, onboarding } }: { details: Details }) {
  const { name: cluster } = object
  return (
    <OnboardingCards onboarding={onboarding} cluster={cluster} change={change}>
      {onboarding.carry.length > 0 && <CarryCard onboarding={onboarding} cluster={cluster} />}
    </OnboardingCards>
  )
}

function WhatRunsHere({
  cluster,
  report,
  at,
  showsAllHolds: showsAll,
}: {
  cluster: Cluster
  report: ClusterReportBody | null
  at: Date | null
  showsAllHolds: boolean
}) {
  const { name } = cluster
  return (
    <>
      {report !== null && (
        <ReportCard cluster={cluster} report={report} actions={<UploadAction cluster={name} />} />
      )}
      <LackingCard lacks={report?.lacks ?? null} />
      {at === null && <Waiting cluster={name} />}
      {at === null && <Holds cluster={cluster} showsAll={showsAll} />}
      <PlacedCards object={cluster} at={at} nothing="No policy places an application here." />
      <WhyNot half={{ kind: 'cluster', name }} at={at} />
    </>
  )
}

/** The applications that wait here for others. */
async function Waiting({ cluster }: { cluster: string }) {
  const { json } = await read(objectUseCases.cluster.get, { ref: { name: cluster }, at: null })
  const { blocked } = json.status
  if (!blocked || !('items' in blocked)) return null
  return <BlockedApplicationsCard cluster={cluster} blocked={blocked} />
}

/** The versions that it holds; nothing where it holds none, nor may. */
async function Holds({ cluster, showsAll }: { cluster: Cluster; showsAll: boolean }) {
  const { name, environment } = cluster
  const holds = await read(listClusterHoldsUseCase, { ref: { name } })
  const refusal = await whyNotCreate('application')
  const limits = await holdLimitsIn(environment)
  const isOffered = refusal === null && limits.allowed.length > 0
  if (holds.length === 0 && !isOffered) return null
  return (
    <HoldsCard
      of="cluster"
      pair={{ cluster: name }}
      limits={limits}
      holds={holds}
      refusal={refusal ?? whyNoHold(limits, environment)}
      allHref={showsAll ? null : allHoldsOn(pagePaths.cluster(name))}
    />
  )
}

/** The branch that it pulls, and what waits for that. */
async function Branch({ name, at }: { name: string; at: Date | null }) {
  const pull = at === null ? await readPullRequestInto(name) : null
  return (
    <>
      <code>{name}</code>
      {pull !== null && (
        <p className="mt-1 text-xs text-muted">
          <PullRequestWait pull={pull} what="what it carries" />
        </p>
      )}
    </>
  )
}

function ClusterCard({
  details,
  report,
  at,
}: {
  details: Details
  report: ClusterReportBody | null
  at: Date | null
}) {
  const { object: cluster, typed, onboarding } = details
  const type = typeNameOf(cluster)
  return (
    <Card title="Cluster">
      <Facts
        facts={[
          ['Short name', cluster.shortName || <None key="none" />],
          ['Environment', cluster.environment || <None key="none" />],
          [
            'Type',
            <TextLink key="type" href={pathAt(pagePaths.clusterType(type), at)}>
              {type}
            </TextLink>,
          ],
          [
            'Labels',
            <LabelLinks key="labels" labels={clusterLabels(cluster)} path={pagePaths.clusters} />,
          ],
          ['Branch in Git', <Branch key="branch" name={onboarding.branch} at={at} />],
          [
            'Isolation',
            <ConfinementFact
              key="isolation"
              confinement={cluster.confinement}
              proof={report?.confinement ?? null}
            />,
          ],
          ...settingFacts(cluster, typed, onboarding.namespace, at),
          ...revisionFacts(details),
        ]}
      />
    </Card>
  )
}
