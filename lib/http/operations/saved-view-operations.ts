// Views of lists that people and teams keep under names.
import { z } from 'zod'
import { flag, word } from '#lib/domain/lists/parameters.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import { readPrecondition } from '#lib/http/api/writes.ts'
import { defineList } from '#lib/lists/list.ts'
import { viewPosition } from '#lib/lists/positions.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import { savedViewInput, savedViewOutput, savedViewPatch } from '#lib/schemas/saved-view.ts'
import { VIEW_LISTS } from '#lib/schemas/view-lists.ts'
import { getSavedViewUseCase, listSavedViewsUseCase } from '#lib/usecases/saved-views/read.ts'
import {
  changeSavedViewUseCase,
  createSavedViewUseCase,
  deleteSavedViewUseCase,
} from '#lib/usecases/saved-views/write.ts'
import { isKnown } from './object-operations.ts'

const TAG = 'saved-views'
const ITEM = '/saved-views/{id}'
const JSON_TYPES = ['application/json']
const PATCH_TYPES = ['application/merge-patch+json', 'application/json']

const idOf = ({ path }: Received) => path['id'] ?? ''

export const listSavedViews = listOperation(
  defineList({
    parameters: z.object({
      list: word([...VIEW_LISTS.keys()], 'Only views of this list.'),
      default: flag('Only those to which the navigation leads.'),
    }),
    isOfNow: true,
    position: viewPosition,
    useCase: listSavedViewsUseCase,
    input: ({ list, default: onlyDefault }, { after, limit }) => ({
      list,
      onlyDefault,
      after,
      limit,
    }),
  }),
  {
    id: 'listSavedViews',
    path: '/saved-views',
    tag: TAG,
    summary: 'List the views of lists that are the caller’s or their teams’, by name',
    item: savedViewOutput,
    json: (view) => view,
    columns: {
      id: ({ id }) => id,
      list: ({ list }) => list,
      name: ({ name }) => name,
      namespace: ({ namespace }) => namespace,
      query: ({ query }) => query,
      is_default: ({ is_default: isDefault }) => isDefault,
      fault: ({ fault }) => fault,
    },
  },
)

export const createSavedView = operation({
  id: 'createSavedView',
  method: 'POST',
  path: '/saved-views',
  tag: TAG,
  summary: 'Keep a view of a list, for the caller or for a team',
  query: noParameters,
  body: { schema: savedViewInput, types: JSON_TYPES, writes: ['saved-view', 'team-view'] },
  responses: { 201: savedViewOutput },
  useCase: createSavedViewUseCase,
  handle: async (received) => {
    const { services, session } = received
    const { value } = await readJsonBody(received, JSON_TYPES)
    const { json, etag } = await createSavedViewUseCase.invoke(services, session, value)
    const headers = { ETag: etag, Location: apiPaths.savedView(json.id) }
    return jsonResponse(json, { status: 201, headers })
  },
})

export const getSavedView = operation({
  id: 'getSavedView',
  method: 'GET',
  path: ITEM,
  tag: TAG,
  summary: 'Get a view of a list',
  query: noParameters,
  responses: { 200: savedViewOutput, 304: null },
  useCase: getSavedViewUseCase,
  handle: async (received) => {
    const { services, session, request } = received
    const input = { id: idOf(received) }
    const { json, etag } = await getSavedViewUseCase.invoke(services, session, input)
    if (isKnown(request, etag)) return new Response(null, { status: 304, headers: { ETag: etag } })
    return jsonResponse(json, { headers: { ETag: etag } })
  },
})

export const patchSavedView = operation({
  id: 'patchSavedView',
  method: 'PATCH',
  path: ITEM,
  tag: TAG,
  summary: 'Rename a view, keep another query in it, or make it the default',
  query: noParameters,
  headers: ['If-Match'],
  body: { schema: savedViewPatch, types: PATCH_TYPES, writes: ['saved-view', 'team-view'] },
  responses: { 200: savedViewOutput },
  useCase: changeSavedViewUseCase,
  handle: async (received) => {
    const { services, session, request } = received
    const precondition = readPrecondition(request)
    const { value: body } = await readJsonBody(received, PATCH_TYPES)
    const input = { id: idOf(received), body, precondition }
    const { json, etag } = await changeSavedViewUseCase.invoke(services, session, input)
    return jsonResponse(json, { headers: { ETag: etag } })
  },
})

export const deleteSavedView = operation({
  id: 'deleteSavedView',
  method: 'DELETE',
  path: ITEM,
  tag: TAG,
  summary: 'Delete a view of a list',
  query: noParameters,
  headers: ['If-Match'],
  responses: { 204: null },
  useCase: deleteSavedViewUseCase,
  handle: async (received) => {
    const { services, session, request } = received
    const input = { id: idOf(received), precondition: readPrecondition(request) }
    await deleteSavedViewUseCase.invoke(services, session, input)
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'private, no-store' } })
  },
})
