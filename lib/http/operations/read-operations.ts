// The operations that only read: placements and their explanation, changes, history. Pages show the same lists.
import { z } from 'zod'
import { changeState } from '#lib/domain/git/publication-state.ts'
import { allOf, type Selector } from '#lib/domain/labels/selector.ts'
import { KINDS } from '#lib/domain/objects/kinds.ts'
import { FRESHNESSES } from '#lib/domain/observed/freshness.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { at, defineList, listOperation, searched } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, operation } from '#lib/http/api/operation.ts'
import {
  changeNumber,
  instant,
  order,
  readChangeId,
  selector,
  text,
  word,
  words,
} from '#lib/http/api/parameters.ts'
import { pairStatusJson } from '#lib/http/api/pair-status.ts'
import { changePosition, deploymentPosition, pairPosition } from '#lib/http/api/positions.ts'
import {
  changeSchema,
  deploymentSchema,
  explanationSchema,
  placementSchema,
} from '#lib/http/api/response-schemas.ts'
import { type Change, getChangeUseCase, listChangesUseCase } from '#lib/usecases/changes/read.ts'
import { type DeploymentList, listHistoryUseCase } from '#lib/usecases/history/list.ts'
import { explainPlacementUseCase } from '#lib/usecases/placements/explain.ts'
import { listPlacementsUseCase, type Placement } from '#lib/usecases/placements/list.ts'

/** Finding a page's first pair costs as much as reading some hundreds of pairs; larger pages delay others. */
const PAIRS_EXPORTED = 1000

const pairParameters = {
  namespace: text("The owning team's name."),
  application: text('The application by name.'),
  cluster: text('The cluster by name.'),
}

const rangeParameters = {
  from: instant('From this instant on.'),
  to: instant('Before this instant.'),
}

export const placementList = defineList({
  parameters: z.object({
    sort: order(['name'], 'name'),
    q: searched(),
    labelSelector: selector('A label selector over the clusters.'),
    clusterSelector: selector('The same as labelSelector; of both, both must hold.'),
    appSelector: selector('A label selector over the applications.'),
    environment: text('The environment of the clusters.'),
    ...pairParameters,
    policy: text('Only what this policy gives.'),
    state: words(STATES, 'The state in which placements are.'),
    freshness: words(FRESHNESSES, 'How lately the clusters were heard of; in the past nothing is.'),
  }),
  position: pairPosition,
  useCase: listPlacementsUseCase,
  input: (query, window) => {
    const { sort, q, labelSelector, clusterSelector, environment, state, ...filter } = query
    const selectors = [
      labelSelector,
      clusterSelector,
      environment === null ? null : inEnvironment(environment),
    ]
    return {
      ...window,
      filter: {
        ...filter,
        clusterSelector: allOf(selectors.filter((each) => each !== null)),
        states: state,
        text: q,
        descending: sort.descending,
      },
    }
  },
})

function inEnvironment(environment: string): Selector {
  return { kind: 'terms', terms: [{ key: 'environment', operator: '=', values: [environment] }] }
}

export const listPlacements = listOperation(placementList, {
  id: 'listPlacements',
  path: '/placements',
  tag: 'placements',
  summary: 'List placements',
  item: placementSchema,
  exportRows: PAIRS_EXPORTED,
  json: placementJson,
  columns: {
    namespace: ({ namespace }) => namespace,
    application: ({ application }) => application,
    cluster: ({ cluster }) => cluster,
    policies: ({ policies }) => policies.join(' '),
    since: ({ since }) => since,
    change: ({ change }) => change,
    state: ({ state }) => state,
    state_since: ({ stateSince }) => stateSince,
    freshness: ({ freshness }) => freshness,
    wanted_revision: ({ wanted }) => wanted?.revision,
    wanted_change: ({ wanted }) => wanted?.change,
    published_commit: ({ published }) => published?.commit,
    published_at: ({ published }) => published?.at,
    pulled_commit: ({ pulled }) => pulled?.commit,
    pulled_change: ({ pulled }) => pulled?.change,
    pulled_at: ({ pulled }) => pulled?.at,
    revision: ({ observed }) => observed?.revision,
    sync: ({ observed }) => observed?.sync,
    health: ({ observed }) => observed?.health,
    phase: ({ observed }) => observed?.phase,
    message: ({ observed }) => observed?.message,
    observed_at: ({ observed }) => observed?.at,
    images: ({ observed }) => observed?.images.join(' '),
  },
})

function placementJson(placement: Placement) {
  const { namespace, application, cluster, policies, since, change } = placement
  const named = { namespace, application, cluster, policies, since: since.toISOString(), change }
  return { ...named, ...pairStatusJson(placement) }
}

export const explainPlacement = operation({
  id: 'explainPlacement',
  method: 'GET',
  path: '/placements/{namespace}/{application}/{cluster}',
  tag: 'placements',
  summary: 'Explain why an application is on a cluster, or why not',
  query: z.object({ at }),
  responses: { 200: explanationSchema },
  useCase: explainPlacementUseCase,
  handle: async (received) => {
    const {
      decidedBy,
      confinement: _,
      ...explanation
    } = await explainPlacementUseCase.invoke(received.services, received.session, {
      namespace: received.path['namespace'] ?? '',
      application: received.path['application'] ?? '',
      cluster: received.path['cluster'] ?? '',
      at: received.query.at,
    })
    const change = decidedBy && { ...decidedBy, at: decidedBy.at.toISOString() }
    const { stateSince: __, seen: ___, ...explained } = explanation
    return jsonResponse({ ...explained, ...pairStatusJson(explanation), change })
  },
})

export const changeList = defineList({
  parameters: z.object({
    sort: order(['at'], '-at'),
    q: searched("Part of the reason, the action or the actor's name."),
    actor: text('Who made them: their id, or part of the name or e-mail.'),
    kind: word(KINDS, 'The kind of object that they edited.'),
    name: text('The name of an object that they edited.'),
    namespace: text('The team that owns an object that they edited.'),
    ...rangeParameters,
  }),
  position: changePosition,
  useCase: listChangesUseCase,
  input: ({ sort: { descending }, q, ...filter }, { at, after, limit }) => ({
    at,
    before: after,
    limit,
    filter: { ...filter, text: q, descending },
  }),
})

export const listChanges = listOperation(changeList, {
  id: 'listChanges',
  path: '/changes',
  tag: 'changes',
  summary: 'List changes, newest first unless sorted',
  item: changeSchema,
  json: changeJson,
  columns: {
    id: ({ id }) => id,
    at: ({ at }) => at,
    actor: ({ actorName }) => actorName,
    action: ({ action }) => action,
    object: ({ edited, objects }) =>
      edited.length === 1 ? `${edited[0]!.kind}/${edited[0]!.name}` : `${objects} objects`,
    reason: ({ reason }) => reason,
    impact: ({ impact }) => impact['placements'],
    state: ({ publications }) => changeState(publications),
  },
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

function changeJson(change: Change) {
  const { actorKind, actorId, actorName, edited, objects, at, ...rest } = change
  const edits = edited.map(({ kind, team, name, before, after }) => ({
    object: { kind, namespace: team, name },
    before,
    after,
  }))
  const [only] = objects === 1 ? edits : []
  return {
    ...rest,
    at: at.toISOString(),
    actor: { kind: actorKind, id: actorId, name: actorName },
    object: only?.object ?? null,
    before: only?.before ?? null,
    after: only?.after ?? null,
    objects,
    ...(objects > 1 && edits.length > 0 && { edits }),
    state: changeState(change.publications),
  }
}

export const deploymentList = defineList({
  parameters: z.object({
    sort: order(['from'], '-from'),
    q: searched('Part of the team, application, cluster or version.'),
    ...pairParameters,
    change: changeNumber('Only what this change began or ended.'),
    ...rangeParameters,
  }),
  position: deploymentPosition,
  useCase: listHistoryUseCase,
  input: ({ sort: { descending }, q, ...filter }, window) => ({
    ...window,
    filter: { ...filter, text: q, descending },
  }),
})

export const listHistory = listOperation(deploymentList, {
  id: 'listHistory',
  path: '/history',
  tag: 'history',
  summary: 'List deployments, newest first unless sorted',
  item: deploymentSchema,
  exportRows: PAIRS_EXPORTED,
  json: deploymentJson,
  columns: {
    namespace: ({ namespace }) => namespace,
    application: ({ application }) => application,
    cluster: ({ cluster }) => cluster,
    version: ({ version }) => version,
    from: ({ from }) => from,
    to: ({ to }) => to,
    change: ({ change }) => change,
    ended_by: ({ endedBy }) => endedBy,
    actor: ({ actor }) => actor,
    reason: ({ reason }) => reason,
    commit: ({ commit }) => commit,
    pulled_at: ({ pulledAt }) => pulledAt,
    synced_at: ({ syncedAt }) => syncedAt,
    healthy_at: ({ healthyAt }) => healthyAt,
    outcome: ({ outcome }) => outcome,
    rollback_of: ({ rollbackOf }) => rollbackOf,
  },
})

type DeploymentRow = DeploymentList['items'][number]

function deploymentJson(deployment: DeploymentRow) {
  const {
    applicationId: _,
    clusterId: __,
    repoUrl,
    repoPath,
    endedBy,
    from,
    to,
    ...told
  } = deployment
  const { pulledAt, syncedAt, healthyAt, outcome, rollbackOf, ...rest } = told
  return {
    ...rest,
    pulled_at: pulledAt?.toISOString() ?? null,
    synced_at: syncedAt?.toISOString() ?? null,
    healthy_at: healthyAt?.toISOString() ?? null,
    outcome,
    rollback_of: rollbackOf,
    repo_url: repoUrl,
    repo_path: repoPath,
    from: from.toISOString(),
    to: to?.toISOString() ?? null,
    ended_by: endedBy,
  }
}
