// Webhooks that Git hosts call: made, listed and deleted by people.
import { z } from 'zod'
import { text, word } from '#lib/domain/lists/parameters.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { DELIVERY_TYPES, readDelivery, readEventDelivery } from '#lib/http/api/hook-delivery.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import { defineList } from '#lib/lists/list.ts'
import { viewPosition } from '#lib/lists/positions.ts'
import {
  type DeliveryJson,
  deliveryInput,
  deliveryOutput,
  hookInput,
  hookOutput,
  newHookOutput,
} from '#lib/schemas/hook.ts'
import { listHooksUseCase } from '#lib/usecases/hooks/list.ts'
import { hearEventUseCase } from '#lib/usecases/hooks/hear-event.ts'
import { type HookProof, openHook, proofOf } from '#lib/usecases/hooks/open.ts'
import { hearDeliveryUseCase, receivePushUseCase } from '#lib/usecases/hooks/receive.ts'
import { ignored } from '#lib/usecases/hooks/represent.ts'
import { deleteHookUseCase, makeHookUseCase } from '#lib/usecases/hooks/write.ts'

const TAG = 'hooks'
const ITEM = '/hooks/{id}'
const JSON_TYPES = ['application/json']

export const listHooks = listOperation(
  defineList({
    parameters: z.object({
      namespace: text('Only those of this team.'),
      of: word(['repository'], 'Only those of the repository that Berth writes to.'),
    }),
    isOfNow: true,
    position: viewPosition,
    useCase: listHooksUseCase,
    input: ({ namespace: team, of }, { after, limit }) => ({
      team,
      ofRepository: of === 'repository',
      after,
      limit,
    }),
  }),
  {
    id: 'listHooks',
    path: '/hooks',
    tag: TAG,
    summary: 'List the webhooks of teams and of the repository, by name',
    item: hookOutput,
    json: (hook) => hook,
    columns: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      namespace: ({ namespace }) => namespace,
      host: ({ host }) => host,
      url: ({ url }) => url,
      created_at: ({ created_at: at }) => at,
      created_by: ({ created_by: by }) => by.name,
      last_delivery_at: ({ last_delivery_at: at }) => at,
    },
  },
)

export const createHook = operation({
  id: 'createHook',
  method: 'POST',
  path: '/hooks',
  tag: TAG,
  summary: 'Make a webhook of a team or of the repository; its secret is answered this once',
  query: noParameters,
  body: { schema: hookInput, types: JSON_TYPES, writes: ['hook'] },
  responses: { 201: newHookOutput },
  useCase: makeHookUseCase,
  handle: async (received) => {
    const { value } = await readJsonBody(received, JSON_TYPES)
    const { services, session } = received
    const { json, secret } = await makeHookUseCase.invoke(services, session, value)
    return jsonResponse({ ...json, secret }, { status: 201 })
  },
})

export const deleteHook = operation({
  id: 'deleteHook',
  method: 'DELETE',
  path: ITEM,
  tag: TAG,
  summary: 'Delete a webhook',
  query: noParameters,
  responses: { 204: null },
  useCase: deleteHookUseCase,
  handle: async ({ services, session, path }) => {
    await deleteHookUseCase.invoke(services, session, { id: path['id'] ?? '' })
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'private, no-store' } })
  },
})

export const receivePush = operation({
  id: 'receivePush',
  method: 'POST',
  path: ITEM,
  tag: TAG,
  summary:
    'Take what a Git host tells: the head commit of a push becomes a version of each application of the team that follows the branch, or the branches of the repository are looked at again',
  query: noParameters,
  body: { schema: deliveryInput, types: DELIVERY_TYPES, writes: ['version'] },
  responses: { 202: deliveryOutput },
  useCase: receivePushUseCase,
  opens: (services, path) => openHook(services, path['id'] ?? ''),
  handle: async (received) => {
    const { services, session } = received
    const proof = await proofOf(services, session)
    const take = session.actor.tellsOfRepository ? takeRepositoryEvent : takePush
    return jsonResponse(await take(received, proof), { status: 202 })
  },
})

async function takePush(received: Received, proof: HookProof): Promise<DeliveryJson> {
  const { services, session } = received
  const { delivery, push } = await readDelivery(received, proof)
  const followers = await hearDeliveryUseCase.invoke(services, session, { push })
  if (push === null) return ignored('event')
  if (followers === 0) return ignored('nobody_follows')
  return receivePushUseCase.invoke(services, session, { delivery, push })
}

async function takeRepositoryEvent(received: Received, proof: HookProof): Promise<DeliveryJson> {
  const { services, session } = received
  const event = await readEventDelivery(received, proof)
  return hearEventUseCase.invoke(services, session, { event })
}
