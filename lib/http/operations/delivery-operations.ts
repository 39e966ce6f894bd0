// What a subscription was told, and telling it again.
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import { deliveryList } from '#lib/lists/deliveries.ts'
import { deliveryOutput } from '#lib/schemas/delivery.ts'
import {
  redeliverUseCase,
  testSubscriptionUseCase,
} from '#lib/usecases/subscriptions/deliveries.ts'

const TAG = 'subscriptions'
const ITEM = '/subscriptions/{name}'

const refOf = ({ path }: Received) => ({ name: path['name'] ?? '' })

export const listDeliveries = listOperation(deliveryList, {
  id: 'listDeliveries',
  path: `${ITEM}/deliveries`,
  tag: TAG,
  summary: 'List what the subscription was told, and what came of it, newest first',
  item: deliveryOutput,
  json: (delivery) => delivery,
  columns: {
    id: ({ id }) => id,
    event: ({ event }) => event,
    subject: ({ subject }) => subject,
    state: ({ state }) => state,
    at: ({ at }) => at,
    attempts: ({ attempts }) => attempts,
    last_status: ({ last_status }) => last_status,
    last_answer: ({ last_answer }) => last_answer,
    next_attempt_at: ({ next_attempt_at }) => next_attempt_at,
    settled_at: ({ settled_at }) => settled_at,
  },
})

export const redeliver = operation({
  id: 'redeliver',
  method: 'POST',
  path: `${ITEM}/deliveries/{id}/redeliver`,
  tag: TAG,
  summary: 'Send once more what was delivered or given up, with the same id',
  query: noParameters,
  responses: { 200: deliveryOutput },
  useCase: redeliverUseCase,
  handle: async (received) => {
    const { services, session, path } = received
    const input = { ref: refOf(received), id: path['id'] ?? '' }
    return jsonResponse(await redeliverUseCase.invoke(services, session, input))
  },
})

export const testSubscription = operation({
  id: 'testSubscription',
  method: 'POST',
  path: `${ITEM}/test`,
  tag: TAG,
  summary: 'Send the subscription an event that only says that it arrived, at most once a minute',
  query: noParameters,
  responses: { 200: deliveryOutput },
  useCase: testSubscriptionUseCase,
  handle: async (received) => {
    const { services, session } = received
    const input = { ref: refOf(received) }
    return jsonResponse(await testSubscriptionUseCase.invoke(services, session, input))
  },
})
