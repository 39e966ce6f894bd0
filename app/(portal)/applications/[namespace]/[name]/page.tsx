import type { Metadata } from 'next'
import { LeftCard, PlacementsCard, VersionsCard } from '#components/objects/detail-cards.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { StateCountsBar } from '#components/observed/state-counts.tsx'
import { LabelLinks } from '#components/objects/label-chips.tsx'
import { revisionFacts } from '#components/objects/revision-facts.tsx'
import { WhyNot } from '#components/placements/why-not.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { applicationLabels } from '#lib/domain/objects/application/application.ts'
import type { StateCounts } from '#lib/domain/observed/states.ts'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths, pathAt, withQuery } from '#lib/schemas/paths.ts'
import { applicationDetailsUseCase } from '#lib/usecases/objects/details.ts'
import { applications } from '#lib/usecases/objects/use-cases.ts'
import { ObjectPage } from '../../../object-page.tsx'
import { AnnounceAction } from '../../announce-action.tsx'
import { RollbackAction } from '../../rollback-action.tsx'
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
  const { json } = await read(applications.get, { ref, at })
  const { placements, left, versions } = details
  const moment = at?.toISOString()
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
      <StatesCard application={ref} counts={json.status.counts ?? {}} at={at} />
      <PlacementsCard
        of="application"
        placements={placements}
        at={at}
        allHref={withQuery(pagePaths.placements, { namespace, application: name, at: moment })}
        nothing="No policy places this application on a cluster."
      />
      <LeftCard
        of="application"
        left={left}
        allHref={withQuery(pagePaths.placements, { namespace, application: name, placed: 'false' })}
      />
      <VersionsCard
        application={ref}
        versions={versions}
        allHref={withQuery(pagePaths.versions(namespace, name), { at: moment })}
        announce={at === null && <AnnounceAction application={ref} />}
      />
      <WhyNot half={{ kind: 'application', ...ref }} at={at} />
    </ObjectPage>
  )
}

/** What clusters say of it, as far as they are placements that the visitor may see. */
function StatesCard({
  application: { namespace, name: application },
  counts,
  at,
}: {
  application: { namespace: string; name: string }
  counts: StateCounts
  at: Date | null
}) {
  const list = { namespace, application, at: at?.toISOString() }
  return (
    <Card title="States">
      {at === null && <KeepCurrent seen={[]} />}
      <StateCountsBar
        counts={counts}
        nothing="It is placed nowhere."
        hrefOf={(state) => withQuery(pagePaths.placements, { ...list, state })}
      />
    </Card>
  )
}

type Details = Awaited<ReturnType<typeof applicationDetailsUseCase.invoke>>

function ApplicationCard({ details, at }: { details: Details; at: Date | null }) {
  const { object: application } = details
  return (
    <Card title="Application">
      <Facts
        facts={[
          [
            'Team',
            <TextLink key="team" href={pathAt(pagePaths.team(application.team), at)}>
              {application.team}
            </TextLink>,
          ],
          ['Repository', <Chip key="url">{application.repoUrl}</Chip>],
          ['Branch, tag or commit', <Chip key="branch">{application.repoBranch}</Chip>],
          ['Path', <Chip key="path">{application.repoPath}</Chip>],
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
