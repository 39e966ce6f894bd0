import type { Metadata } from 'next'
import { AtBanner } from '#components/list/at-banner.tsx'
import { ChangesCard } from '#components/objects/detail-cards.tsx'
import { TestQueries } from '#components/metric-sources/test-queries.tsx'
import { formFacts } from '#components/objects/form-facts.tsx'
import { kindHeading, kindTitle } from '#components/objects/kinds.ts'
import { revisionFacts } from '#components/objects/revision-facts.tsx'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { refOf } from '#lib/domain/objects/objects.ts'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import { listPath, objectPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { listChangesUseCase } from '#lib/usecases/changes/read.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { ObjectActions } from '../../object-actions.tsx'
import { objectOfPage } from '../kind-of-page.ts'
import { RegistrationCard } from './registration-card.tsx'

const CHANGES_SHOWN = 10

type Props = {
  params: Promise<{ kind: string; names: string[] }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { kind, names } = await params
  return { title: objectOfPage(kind, names).names.name }
}

/** An object of a kind that has no page of its own. */
export default async function ObjectPage({ params, searchParams }: Props) {
  const { kind: page, names: path } = await params
  const { kind, names } = objectOfPage(page, path)
  const at = momentOf(await searchParams)
  const { object, json } = await read(objectUseCases[kind].get, { ref: names, at })
  const ref = refOf(object)
  const filter = { kind, name: ref.name, namespace: ref.team }
  const found = { at, filter, before: null, limit: CHANGES_SHOWN }
  const { change, since } = json.status
  return (
    <>
      <PageHeader
        title={object.name}
        crumbs={[{ href: listPath(kind), label: kindHeading(kind) }]}
        description={object.description}
        actions={<ObjectActions details={{ object, change }} at={at} />}
      />
      <AtBanner at={at} nowHref={objectPath(ref)} />
      <div className="space-y-4">
        <Card title={kindTitle(kind)}>
          <Facts
            facts={[...formFacts(object, at), ...revisionFacts({ since: new Date(since), change })]}
          />
        </Card>
        {object.kind === 'registration-token' && at === null && <RegistrationCard token={object} />}
        {object.kind === 'metric-source' && at === null && (
          <Card title="Queries">
            <TestQueries source={object.name} queries={object.queries} />
          </Card>
        )}
        <ChangesCard
          changes={await read(listChangesUseCase, found)}
          allHref={withQuery(pagePaths.changes, { ...filter, at: at?.toISOString() })}
        />
      </div>
    </>
  )
}
