import type { Metadata } from 'next'
import { BlockedClustersCard } from '#components/dependencies/blocked-clusters.tsx'
import { NeededList } from '#components/dependencies/needed-list.tsx'
import { VersionsCard } from '#components/objects/detail-cards.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { StateCountsBar } from '#components/observed/state-counts.tsx'
import { LabelLinks } from '#components/objects/label-chips.tsx'
import { TargetList } from '#components/objects/target-list.tsx'
import { revisionFacts } from '#components/objects/revision-facts.tsx'
import { sourceFacts } from '#components/objects/source-facts.tsx'
import { WhyNot } from '#components/placements/why-not.tsx'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { applicationPath } from '#lib/domain/git/repository-paths.ts'
import { applicationLabels } from '#lib/domain/objects/application/application.ts'
import { revisionNoun } from '#lib/domain/objects/application/packaging-words.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths, pathAt, withQuery } from '#lib/schemas/paths.ts'
import { applicationDetailsUseCase } from '#lib/usecases/objects/details.ts'
import { applications } from '#lib/usecases/objects/use-cases.ts'
import { listVersionsUseCase } from '#lib/usecases/versions/read.ts'
import { InGit } from '../../../git-place.tsx'
import { ObjectPage } from '../../../object-page.tsx'
import { PlacedCards } from '../../../placed-cards.tsx'
import { AnnounceAction } from '../../announce-action.tsx'
import { RollbackAction } from '../../rollback-action.tsx'
import { showsAllHolds } from '../../../_holds/holds-card.tsx'
import { EnvironmentsCards } from './environments-card.tsx'
import { PinNotice } from './pin-notice.tsx'

type Props = {
  params: Promise<{ namespace: string; name: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).name }
}

export default async function ApplicationPage({ params, searchParams }: Props) {
  const { namespace, name } = await params
  const ref = { namespace, name }
  const search = await searchParams
  const at = momentOf(search)
  const details = await read(applicationDetailsUseCase, { ref, at })
  const { isOwn } = details
  const ofTeam = withQuery(pagePaths.applications, { labelSelector: `namespace=${namespace}` })
  return (
    <ObjectPage
      shown={details}
      at={at}
      search={search}
      facts={<ApplicationCard details={details} at={at} />}
      crumbs={[{ href: ofTeam, label: namespace }]}
      actions={
        at !== null && (
          <RollbackAction application={ref} to={{ at: at.toISOString() }} when="this time" />
        )
      }
      notice={<PinNotice details={details} />}
    >
      {isOwn && at === null && (
        <EnvironmentsCards application={ref} showsAllHolds={showsAllHolds(search)} />
      )}
      <States application={ref} at={at} />
      <PlacedCards
        object={details.object}
        at={at}
        nothing="No policy places this application on a cluster."
      />
      <Versions application={ref} at={at} object={details.object} />
      {isOwn && <WhyNot half={{ kind: 'application', ...ref }} at={at} />}
      {at === null && <InGit path={applicationPath('*', namespace, name)} />}
    </ObjectPage>
  )
}

type OfApplication = { application: { namespace: string; name: string }; at: Date | null }

/** What clusters say of it, as far as they are placements that the visitor may see, and where it waits for others. */
async function States({ application: ref, at }: OfApplication) {
  const { json } = await read(applications.get, { ref, at })
  const { counts = {}, blocked } = json.status
  const { namespace, name: application } = ref
  const list = { namespace, application, at: at?.toISOString() }
  return (
    <>
      {blocked && 'groups' in blocked && (
        <BlockedClustersCard application={ref} blocked={blocked} />
      )}
      <Card title="States">
        {at === null && <KeepCurrent seen={[]} />}
        <StateCountsBar
          counts={counts}
          nothing="It is placed nowhere."
          hrefOf={(state) => withQuery(pagePaths.placements, { ...list, state })}
        />
      </Card>
    </>
  )
}

const VERSIONS_SHOWN = 5

/** The newest that were announced by then. */
async function Versions({ application, at, object }: OfApplication & { object: Application }) {
  const { namespace, name } = application
  const versions = await read(listVersionsUseCase, {
    ref: application,
    at,
    filter: { text: null, descending: true },
    after: null,
    limit: VERSIONS_SHOWN,
  })
  return (
    <VersionsCard
      application={application}
      versions={versions}
      allHref={withQuery(pagePaths.versions(namespace, name), { at: at?.toISOString() })}
      announce={at === null && <AnnounceAction application={object} />}
    />
  )
}

type Details = Awaited<ReturnType<typeof applicationDetailsUseCase.invoke>>

function ApplicationCard({ details, at }: { details: Details; at: Date | null }) {
  const { object: application, isOwn, targets } = details
  const { team, name } = application
  return (
    <Card title="Application">
      <Facts
        facts={[
          [
            'Team',
            isOwn ? (
              <TextLink key="team" href={pathAt(pagePaths.team(team), at)}>
                {team}
              </TextLink>
            ) : (
              team
            ),
          ],
          ...sourceFacts(application),
          ...(targets.length === 0
            ? []
            : [
                [
                  'Targets',
                  <TargetList
                    key="targets"
                    targets={targets}
                    list={{ namespace: team, application: name }}
                  />,
                ] as const,
              ]),
          [
            'Clusters get',
            application.follow === 'versions'
              ? 'what was rolled out'
              : `the ${revisionNoun(application)}`,
          ],
          ['Depends on', <NeededList key="needed" dependencies={application.dependsOn} />],
          ['Seen by', application.visibility === 'tenant' ? 'everybody with a role' : 'the team'],
          [
            'Labels',
            <LabelLinks
              key="labels"
              labels={applicationLabels(application)}
              path={pagePaths.applications}
            />,
          ],
          ...revisionFacts(details),
        ]}
      />
    </Card>
  )
}
