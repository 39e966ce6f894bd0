import { CircleCheck, CircleSlash } from 'lucide-react'
import type { Metadata } from 'next'
import { AtBanner } from '#components/list/at-banner.tsx'
import { InstantField } from '#components/list/instant-field.tsx'
import { AddressForm } from '#components/navigation/address-form.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { StateBadge } from '#components/observed/state-badge.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { applicationPath } from '#lib/domain/git/repository-paths.ts'
import { knownAtOf, momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { placementFilesUseCase } from '#lib/usecases/configuration/files.ts'
import { explainConfigUseCase } from '#lib/usecases/configuration/provenance.ts'
import { momentKnown } from '#lib/usecases/moment.ts'
import { explainPlacementUseCase } from '#lib/usecases/placements/explain.ts'
import { InGit } from '../../../../git-place.tsx'
import { ConfigurationCard } from './configuration-card.tsx'
import { ExplanationCards } from './explanation-cards.tsx'
import { FilesCard } from './files-card.tsx'

type Pair = { namespace: string; application: string; cluster: string }
type Props = { params: Promise<Pair>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application, cluster } = await params
  return { title: `${application} on ${cluster}` }
}

export default async function ExplanationPage({ params, searchParams }: Props) {
  const pair = await params
  const search = await searchParams
  const knownAt = knownAtOf(search)
  const at = momentOf(search) ?? knownAt
  const asked = { ...pair, at: momentKnown(at, knownAt) }
  const explanation = await read(explainPlacementUseCase, asked)
  const config = await read(explainConfigUseCase, asked)
  const files = await read(placementFilesUseCase, asked)
  const path = pagePaths.placement(pair.namespace, pair.application, pair.cluster)
  return (
    <>
      <PageHeader
        title={`${pair.application} on ${pair.cluster}`}
        crumbs={[
          { href: pagePaths.placements, label: 'Placements' },
          {
            href: withQuery(pagePaths.placements, {
              namespace: pair.namespace,
              application: pair.application,
            }),
            label: `${pair.namespace}/${pair.application}`,
          },
        ]}
        badges={
          <>
            <Verdict placed={explanation.placed} />
            {explanation.state !== null && <StateBadge state={explanation.state} />}
          </>
        }
        actions={<AsOfForm path={path} at={at} />}
      />
      <AtBanner at={at} knownAt={knownAt} nowHref={path} />
      {at === null && <KeepCurrent seen={[explanation.seen]} />}
      <ExplanationCards explanation={explanation} at={at} />
      <div className="mt-4 space-y-4">
        <ConfigurationCard config={config} at={at} />
        <FilesCard placement={files} at={at} />
      </div>
      {at === null && explanation.placed && (
        <div className="mt-4">
          <InGit
            cluster={pair.cluster}
            path={applicationPath(pair.cluster, pair.namespace, pair.application)}
          />
        </div>
      )}
    </>
  )
}

function Verdict({ placed }: { placed: boolean }) {
  return placed ? (
    <Badge tone="good" icon={CircleCheck}>
      Placed
    </Badge>
  ) : (
    <Badge icon={CircleSlash}>Not placed</Badge>
  )
}

function AsOfForm({ path, at }: { path: string; at: Date | null }) {
  return (
    <AddressForm action={path} className="flex items-start gap-2">
      <Field id="at" label="As of">
        <InstantField
          key={at?.getTime()}
          id="at"
          name="at"
          label="As of"
          value={at?.toISOString() ?? ''}
        />
      </Field>
      <Button type="submit" className="mt-5">
        Show
      </Button>
    </AddressForm>
  )
}
