import type { Metadata } from 'next'
import { TestQueries } from '#components/metric-sources/test-queries.tsx'
import { Card } from '#components/ui/card.tsx'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { FormCard, ObjectPage } from '../../object-page.tsx'
import { MergedInFreezes } from '../../merged-in-freezes.tsx'
import { readObject } from '../../read-object.ts'
import { objectOfPage } from '../kind-of-page.ts'
import { AlertsCard } from './alerts-card.tsx'
import { BesideCard } from './beside-card.tsx'
import { PublishingCard } from './publishing-card.tsx'
import { RegistrationCard } from './registration-card.tsx'
import { SilenceCard } from './silence-card.tsx'

type Props = {
  params: Promise<{ kind: string; names: string[] }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { kind, names } = await params
  return { title: objectOfPage(kind, names).names.name }
}

/** An object of a kind that has no page of its own. */
export default async function PageOfKind({ params, searchParams }: Props) {
  const { kind: page, names: path } = await params
  const { kind, names } = objectOfPage(page, path)
  const search = await searchParams
  const at = momentOf(search)
  const shown = await readObject(kind, names, at)
  const { object } = shown
  return (
    <ObjectPage shown={shown} at={at} search={search}>
      <FormCard shown={shown} at={at} />
      {object.kind === 'environment' && at === null && (
        <>
          <PublishingCard environment={object} />
          <BesideCard environment={object.name} />
        </>
      )}
      {object.kind === 'freeze' && at === null && <MergedInFreezes freezes={[object]} />}
      {object.kind === 'alert-rule' && at === null && (
        <AlertsCard rule={object.name} team={object.team} />
      )}
      {object.kind === 'silence' && at === null && <SilenceCard silence={object} />}
      {object.kind === 'registration-token' && at === null && <RegistrationCard token={object} />}
      {object.kind === 'metric-source' && at === null && (
        <Card title="Queries">
          <TestQueries source={object.name} queries={object.queries} />
        </Card>
      )}
    </ObjectPage>
  )
}
