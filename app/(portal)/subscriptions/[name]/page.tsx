import { Send } from 'lucide-react'
import type { Metadata } from 'next'
import { AtBanner } from '#components/list/at-banner.tsx'
import { ChangesCard } from '#components/objects/detail-cards.tsx'
import { formFacts } from '#components/objects/form-facts.tsx'
import { revisionFacts } from '#components/objects/revision-facts.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { listPath, objectPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { listChangesUseCase } from '#lib/usecases/changes/read.ts'
import { resourceOf } from '#lib/usecases/objects/requested-object.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { listDeliveriesUseCase } from '#lib/usecases/subscriptions/deliveries.ts'
import { ObjectActions } from '../../object-actions.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { TestButton } from './delivery-buttons.tsx'

const CHANGES_SHOWN = 10
const DELIVERIES_SHOWN = 50

type Props = {
  params: Promise<{ name: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).name }
}

/** A subscription, and what it was told. */
export default async function SubscriptionPage({ params, searchParams }: Props) {
  const ref = { name: (await params).name }
  const at = momentOf(await searchParams)
  const { object, json } = await read(objectUseCases.subscription.get, { ref, at })
  const { change, since } = json.status
  const isSuspended = object.kind === 'subscription' && object.suspended
  const refusal =
    (await whyNotWrite(resourceOf(object))) ??
    (isSuspended ? 'It is suspended: nothing is sent.' : null)
  const filter = { kind: object.kind, name: object.name, namespace: null }
  const newest = { ref, state: null, after: null, limit: DELIVERIES_SHOWN }
  return (
    <>
      <PageHeader
        title={object.name}
        crumbs={[{ href: listPath('subscription'), label: 'Subscriptions' }]}
        description={object.description}
        badges={isSuspended && <Badge tone="warn">Suspended</Badge>}
        actions={
          <>
            {at === null && (
              <Guarded icon={Send} label="Send a test" refusal={refusal}>
                <TestButton name={object.name} />
              </Guarded>
            )}
            <ObjectActions details={{ object, change }} at={at} />
          </>
        }
      />
      <AtBanner at={at} nowHref={objectPath({ kind: 'subscription', team: null, ...ref })} />
      <div className="space-y-4">
        <Card title="Subscription">
          <Facts
            facts={[...formFacts(object, at), ...revisionFacts({ since: new Date(since), change })]}
          />
        </Card>
        {at === null && (
          <DeliveriesCard
            name={object.name}
            deliveries={await read(listDeliveriesUseCase, newest)}
            refusal={refusal}
          />
        )}
        <ChangesCard
          changes={await read(listChangesUseCase, {
            at,
            filter,
            before: null,
            limit: CHANGES_SHOWN,
          })}
          allHref={withQuery(pagePaths.changes, { ...filter, at: at?.toISOString() })}
        />
      </div>
    </>
  )
}
