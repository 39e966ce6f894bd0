// What a subscription was told, and telling it again.
import {
  countDeliveries,
  deliverAgain,
  type DeliveryPosition,
  type DeliveryRow,
  type DeliveryState,
  endRest,
  findDelivery,
  listDeliveries,
  queueTest,
} from '#db/queries/delivery-lists.ts'
import { findByName, type Identified } from '#lib/domain/fleet/shelf.ts'
import { shelfOf } from '#lib/domain/fleet/fleet-state.ts'
import type { Subscription } from '#lib/domain/objects/objects.ts'
import type { DeliveryJson } from '#lib/schemas/delivery.ts'
import { auditName } from '../audit/subject.ts'
import { type Context, defineEdit, defineRead, type Loaded, notFound } from '../define.ts'
import { type RefParameters, resourceOf, subjectOf } from '../objects/requested-object.ts'
import { type PresentList, presentPage } from '../present-list.ts'
import { Refusal } from '../refusal.ts'

type Ref = { readonly ref: RefParameters }
type Found = Identified<Subscription>

async function loadSubscription({ fleet }: Context, { ref }: Ref): Promise<Loaded<Found> | null> {
  const found = findByName(shelfOf(await fleet(), 'subscription'), ref.name)
  if (found === null) return null
  const { id, object } = found
  if (object.kind !== 'subscription') throw new Error('a subscription is of another kind')
  return { resource: resourceOf(object), found: { id, object } }
}

export type ListDeliveriesInput = Ref & {
  readonly state: DeliveryState | null
  readonly after: DeliveryPosition | null
  readonly limit: number
}

export type DeliveryList = PresentList<DeliveryJson, DeliveryPosition>

export const listDeliveriesUseCase = defineRead<
  ListDeliveriesInput,
  DeliveryList,
  ListDeliveriesInput,
  Found
>({
  name: 'subscriptions.deliveries',
  load: loadSubscription,
  run: async ({ scope }, { state, after, limit }, { id: subscription }) => {
    const query = { subscription, state }
    const page = await presentPage(
      limit,
      (limit) => listDeliveries(scope, query, { after, limit }),
      ({ createdAt, id }) => ({ at: createdAt.getTime(), id }),
    )
    return {
      ...page,
      items: page.items.map(deliveryJson),
      ...(await countDeliveries(scope, query)),
    }
  },
})

const DELIVERY_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

export type RedeliverInput = Ref & { readonly id: string }

export const redeliverUseCase = defineEdit<RedeliverInput, DeliveryJson, RedeliverInput, Found>({
  name: 'subscriptions.redeliver',
  subject: subjectOf('subscription'),
  load: loadSubscription,
  run: async ({ scope, audit }, { id }, { id: subscription, object }) => {
    const delivery = DELIVERY_ID.test(id) ? await findDelivery(scope, subscription, id) : null
    if (delivery === null) throw notFound()
    requireSending(object)
    if (delivery.settledAt === null) {
      throw new Refusal('conflict', 'It is still on its way.', { code: 'delivery_unsettled' })
    }
    await deliverAgain(scope, id)
    await endRest(scope, subscription)
    audit({ object: auditName(subjectOf('subscription'), object.name), after: { delivery: id } })
    return deliveryJson((await findDelivery(scope, subscription, id))!)
  },
})

export const testSubscriptionUseCase = defineEdit<Ref, DeliveryJson, Ref, Found>({
  name: 'subscriptions.test',
  subject: subjectOf('subscription'),
  load: loadSubscription,
  run: async ({ scope, audit, actor }, _, { id: subscription, object }) => {
    requireSending(object)
    const id = await queueTest(scope, subscription, `A test of ${object.name} by ${actor.name}`)
    await endRest(scope, subscription)
    audit({ object: auditName(subjectOf('subscription'), object.name), after: { delivery: id } })
    return deliveryJson((await findDelivery(scope, subscription, id))!)
  },
})

function requireSending({ suspended }: Subscription): void {
  if (!suspended) return
  throw new Refusal('conflict', 'The subscription is suspended: nothing is sent.', {
    code: 'subscription_suspended',
  })
}

function deliveryJson(row: DeliveryRow): DeliveryJson {
  const { id, type, subject, state, attempts, lastStatus, lastAnswer, settledAt } = row
  return {
    id,
    event: type,
    subject,
    state,
    at: row.createdAt.toISOString(),
    attempts,
    last_status: lastStatus,
    last_answer: lastAnswer,
    next_attempt_at: state === 'waiting' ? row.dueAt.toISOString() : null,
    settled_at: settledAt?.toISOString() ?? null,
  }
}
