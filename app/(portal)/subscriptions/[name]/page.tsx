import { Send } from 'lucide-react'
import type { Metadata } from 'next'
import { Badge } from '#components/ui/badge.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { resourceOf } from '#lib/usecases/objects/requested-object.ts'
import { listDeliveriesUseCase } from '#lib/usecases/subscriptions/deliveries.ts'
import { FormCard, ObjectPage } from '../../object-page.tsx'
import { readObject } from '../../read-object.ts'
import { DeliveriesCard } from './deliveries-card.tsx'
import { TestButton } from './delivery-buttons.tsx'

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
  const search = await searchParams
  const at = momentOf(search)
  const shown = await readObject('subscription', ref, at)
  const { name, suspended } = shown.object
  const refusal =
    (await whyNotWrite(resourceOf(shown.object))) ??
    (suspended ? 'It is suspended: nothing is sent.' : null)
  const newest = { ref, state: null, after: null, limit: DELIVERIES_SHOWN }
  return (
    <ObjectPage
      shown={shown}
      at={at}
      search={search}
      badges={suspended && <Badge tone="warn">Suspended</Badge>}
      actions={
        at === null && (
          <Guarded icon={Send} label="Send a test" refusal={refusal}>
            <TestButton name={name} />
          </Guarded>
        )
      }
    >
      <FormCard shown={shown} at={at} />
      {at === null && (
        <DeliveriesCard
          name={name}
          deliveries={await read(listDeliveriesUseCase, newest)}
          refusal={refusal}
        />
      )}
    </ObjectPage>
  )
}
