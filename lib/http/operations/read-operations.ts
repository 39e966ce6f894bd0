// The operations that only read: placements and their explanation, changes, history. Pages show the same lists.
import { z } from 'zod'
import type { StateInterval } from '#lib/domain/observed/intervals.ts'
import { readChangeId } from '#lib/http/api/change-id.ts'
import { at, knownAt, listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import {
  changeSchema,
  deploymentSchema,
  explanationSchema,
  placementConfigSchema,
  placementFilesSchema,
  placementSchema,
} from '#lib/http/api/response-schemas.ts'
import { changeJson, changeList, changeRows } from '#lib/lists/changes.ts'
import { deploymentList, deploymentRows } from '#lib/lists/deployments.ts'
import { pairStatusJson } from '#lib/lists/pair-status-json.ts'
import { placementList, placementRows } from '#lib/lists/placements.ts'
import { getChangeUseCase } from '#lib/usecases/changes/read.ts'
import { placementFilesUseCase } from '#lib/usecases/configuration/files.ts'
import { explainConfigUseCase } from '#lib/usecases/configuration/provenance.ts'
import { momentKnown } from '#lib/usecases/moment.ts'
import { explainPlacementUseCase } from '#lib/usecases/placements/explain.ts'

export const listPlacements = listOperation(placementList, {
  id: 'listPlacements',
  path: '/placements',
  tag: 'placements',
  summary: 'List placements',
  item: placementSchema,
  ...placementRows,
})

export const explainPlacement = operation({
  id: 'explainPlacement',
  method: 'GET',
  path: '/placements/{namespace}/{application}/{cluster}',
  tag: 'placements',
  summary: 'Explain why an application is on a cluster, or why not',
  query: z.object({ at, known_at: knownAt }),
  responses: { 200: explanationSchema },
  useCase: explainPlacementUseCase,
  handle: async (received) => {
    const {
      decidedBy,
      confinement: _,
      source: ______,
      ...explanation
    } = await explainPlacementUseCase.invoke(
      received.services,
      received.session,
      pairThen(received),
    )
    const change = decidedBy && { ...decidedBy, at: decidedBy.at.toISOString() }
    const {
      stateSince: __,
      seen: ___,
      planned: ____,
      pullRequest: _____,
      intervals,
      blocked,
      ...explained
    } = explanation
    const { more } = intervals
    return jsonResponse({
      ...explained,
      ...pairStatusJson(explanation),
      blocked_by: blocked,
      intervals: { items: intervals.items.map(intervalJson), more },
      change,
    })
  },
})

export const explainPlacementConfig = operation({
  id: 'explainPlacementConfig',
  method: 'GET',
  path: '/placements/{namespace}/{application}/{cluster}/config',
  tag: 'placements',
  summary: 'Explain what an application is told on a cluster',
  query: z.object({ at, known_at: knownAt }),
  responses: { 200: placementConfigSchema },
  useCase: explainConfigUseCase,
  handle: async ({ services, session, ...received }) =>
    jsonResponse(await explainConfigUseCase.invoke(services, session, pairThen(received))),
})

export const getPlacementFiles = operation({
  id: 'getPlacementFiles',
  method: 'GET',
  path: '/placements/{namespace}/{application}/{cluster}/files',
  tag: 'placements',
  summary: 'Get the files of a placement',
  query: z.object({ at, known_at: knownAt }),
  responses: { 200: placementFilesSchema },
  useCase: placementFilesUseCase,
  handle: async ({ services, session, ...received }) =>
    jsonResponse(await placementFilesUseCase.invoke(services, session, pairThen(received))),
})

/** The pair that a path names, and the time that is asked about. */
function pairThen({ path, query }: Pick<Received<PairQuery>, 'path' | 'query'>) {
  return {
    namespace: path['namespace'] ?? '',
    application: path['application'] ?? '',
    cluster: path['cluster'] ?? '',
    at: momentKnown(query.at, query.known_at),
  }
}

type PairQuery = { readonly at: Date | null; readonly known_at: Date | null }

function intervalJson({ state, revision, from, to, toldAt }: StateInterval) {
  const [from_, to_, told_at] = [from, to, toldAt].map((at) => at?.toISOString() ?? null)
  return { state, revision, from: from_, to: to_, told_at }
}

export const listChanges = listOperation(changeList, {
  id: 'listChanges',
  path: '/changes',
  tag: 'changes',
  summary: 'List changes, newest first unless sorted',
  item: changeSchema,
  ...changeRows,
})

export const getChange = operation({
  id: 'getChange',
  method: 'GET',
  path: '/changes/{id}',
  tag: 'changes',
  summary: 'Get a change',
  query: noParameters,
  responses: { 200: changeSchema },
  useCase: getChangeUseCase,
  handle: async (received) => {
    const { services, session, path } = received
    const change = await getChangeUseCase.invoke(services, session, { id: readChangeId(path) })
    return jsonResponse(changeJson(change))
  },
})

export const listHistory = listOperation(deploymentList, {
  id: 'listHistory',
  path: '/history',
  tag: 'history',
  summary: 'List deployments, newest first unless sorted',
  item: deploymentSchema,
  ...deploymentRows,
})
