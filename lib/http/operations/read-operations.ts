// The operations that only read: placements and their explanation, changes, history.
import { changeState } from '#lib/domain/git/publication-state.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { KINDS } from '#lib/domain/objects/kinds.ts'
import {
  answerList,
  listParameters,
  readSort,
  selectorParameter,
  sortParameter,
  textParameter,
} from '#lib/http/api/lists.ts'
import {
  jsonResponse,
  type Operation,
  type QueryParameter,
  type Received,
} from '#lib/http/api/operation.ts'
import {
  CHANGE_NUMBERS,
  readChange,
  readChangeId,
  readInstant,
  readParsed,
  readText,
  readWord,
} from '#lib/http/api/parameters.ts'
import { changePosition, deploymentPosition, pairPosition } from '#lib/http/api/positions.ts'
import {
  changeSchema,
  deploymentSchema,
  explanationSchema,
  listSchema,
  placementSchema,
} from '#lib/http/api/response-schemas.ts'
import { type Change, getChangeUseCase, listChangesUseCase } from '#lib/usecases/changes/read.ts'
import { listHistoryUseCase } from '#lib/usecases/history/list.ts'
import { explainPlacementUseCase } from '#lib/usecases/placements/explain.ts'
import {
  listPlacementsUseCase,
  type Placement,
  type PlacementCursor,
} from '#lib/usecases/placements/list.ts'

/** What finds a page's first pair costs as much as reading some hundreds of them, and more at once hold others up. */
const PAIRS_EXPORTED = 1000

const filterParameter = (name: string, description: string): QueryParameter => ({
  name,
  description,
  schema: { type: 'string' },
})

const pairParameters = [
  filterParameter('namespace', "The owning team's name."),
  filterParameter('application', 'The application by name.'),
  filterParameter('cluster', 'The cluster by name.'),
]

const rangeParameters = [
  filterParameter('from', 'From this instant on.'),
  filterParameter('to', 'Before this instant.'),
]

const pairFilter = ({ query }: Received) => ({
  namespace: readText(query, 'namespace'),
  application: readText(query, 'application'),
  cluster: readText(query, 'cluster'),
})

export const listPlacements: Operation = {
  id: 'listPlacements',
  method: 'GET',
  path: '/placements',
  tag: 'placements',
  summary: 'List placements',
  query: [
    ...listParameters,
    sortParameter(['name']),
    textParameter,
    { ...selectorParameter, description: 'A label selector over the clusters.' },
    ...pairParameters,
    filterParameter('policy', 'Only what this policy gives.'),
  ],
  headers: [],
  body: null,
  responses: { 200: listSchema(placementSchema) },
  useCase: listPlacementsUseCase.name,
  handle: (received) =>
    answerList<Placement, PlacementCursor>(received, {
      load: (page) =>
        listPlacementsUseCase.invoke(received.process, received.session, {
          ...page,
          filter: {
            ...pairFilter(received),
            policy: readText(received.query, 'policy'),
            clusterSelector: readParsed(received.query, 'labelSelector', (text) =>
              parseSelector(text, []),
            ),
            text: readText(received.query, 'q'),
            descending: readSort(received, ['name'], 'name').descending,
          },
        }),
      ...pairPosition,
      exportRows: PAIRS_EXPORTED,
      json: placementJson,
      columns: {
        namespace: ({ namespace }) => namespace,
        application: ({ application }) => application,
        cluster: ({ cluster }) => cluster,
        policies: ({ policies }) => policies.join(' '),
        since: ({ since }) => since,
        change: ({ change }) => change,
      },
    }),
}

function placementJson({ namespace, application, cluster, policies, since, change }: Placement) {
  return { namespace, application, cluster, policies, since: since.toISOString(), change }
}

export const explainPlacement: Operation = {
  id: 'explainPlacement',
  method: 'GET',
  path: '/placements/{namespace}/{application}/{cluster}',
  tag: 'placements',
  summary: 'Explain why an application is on a cluster, or why not',
  query: listParameters.filter(({ name }) => name === 'at'),
  headers: [],
  body: null,
  responses: { 200: explanationSchema },
  useCase: explainPlacementUseCase.name,
  handle: async (received) => {
    const {
      decidedBy,
      confinement: _,
      ...explanation
    } = await explainPlacementUseCase.invoke(received.process, received.session, {
      namespace: received.path['namespace'] ?? '',
      application: received.path['application'] ?? '',
      cluster: received.path['cluster'] ?? '',
      at: readInstant(received.query, 'at'),
    })
    const change = decidedBy && { ...decidedBy, at: decidedBy.at.toISOString() }
    return jsonResponse({ ...explanation, change })
  },
}

export const listChanges: Operation = {
  id: 'listChanges',
  method: 'GET',
  path: '/changes',
  tag: 'changes',
  summary: 'List changes, newest first unless sorted',
  query: [
    ...listParameters,
    sortParameter(['at']),
    { ...textParameter, description: "Part of the reason, the action or the actor's name." },
    filterParameter('actor', 'Who made them: their id, or part of the name or e-mail.'),
    {
      ...filterParameter('kind', 'The kind of object that they edited.'),
      schema: { type: 'string', enum: KINDS },
    },
    filterParameter('name', 'The name of an object that they edited.'),
    filterParameter('namespace', 'The team that owns an object that they edited.'),
    ...rangeParameters,
  ],
  headers: [],
  body: null,
  responses: { 200: listSchema(changeSchema) },
  useCase: listChangesUseCase.name,
  handle: (received) =>
    answerList<Change, number>(received, {
      load: ({ at, after, limit }) =>
        listChangesUseCase.invoke(received.process, received.session, {
          at,
          before: after,
          limit,
          filter: {
            actor: readText(received.query, 'actor'),
            kind: readWord(received.query, 'kind', KINDS, null),
            name: readText(received.query, 'name'),
            namespace: readText(received.query, 'namespace'),
            from: readInstant(received.query, 'from'),
            to: readInstant(received.query, 'to'),
            text: readText(received.query, 'q'),
            descending: readSort(received, ['at'], '-at').descending,
          },
        }),
      ...changePosition,
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
    }),
}

export const getChange: Operation = {
  id: 'getChange',
  method: 'GET',
  path: '/changes/{id}',
  tag: 'changes',
  summary: 'Get a change',
  query: [],
  headers: [],
  body: null,
  responses: { 200: changeSchema },
  useCase: getChangeUseCase.name,
  handle: async (received) => {
    const { process, session, path } = received
    const change = await getChangeUseCase.invoke(process, session, { id: readChangeId(path) })
    return jsonResponse(changeJson(change))
  },
}

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

export const listHistory: Operation = {
  id: 'listHistory',
  method: 'GET',
  path: '/history',
  tag: 'history',
  summary: 'List deployments, newest first unless sorted',
  query: [
    ...listParameters,
    sortParameter(['from']),
    { ...textParameter, description: 'Part of the team, application, cluster or version.' },
    ...pairParameters,
    {
      ...filterParameter('change', 'Only what this change began or ended.'),
      schema: { type: 'integer', ...CHANGE_NUMBERS },
    },
    ...rangeParameters,
  ],
  headers: [],
  body: null,
  responses: { 200: listSchema(deploymentSchema) },
  useCase: listHistoryUseCase.name,
  handle: (received) =>
    answerList(received, {
      load: (page) =>
        listHistoryUseCase.invoke(received.process, received.session, {
          ...page,
          filter: {
            ...pairFilter(received),
            change: readChange(received.query),
            from: readInstant(received.query, 'from'),
            to: readInstant(received.query, 'to'),
            text: readText(received.query, 'q'),
            descending: readSort(received, ['from'], '-from').descending,
          },
        }),
      ...deploymentPosition,
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
      },
    }),
}

type DeploymentRow = Awaited<ReturnType<typeof listHistoryUseCase.invoke>>['items'][number]

function deploymentJson({ repoUrl, repoPath, endedBy, from, to, ...rest }: DeploymentRow) {
  return {
    ...rest,
    repo_url: repoUrl,
    repo_path: repoPath,
    from: from.toISOString(),
    to: to?.toISOString() ?? null,
    ended_by: endedBy,
  }
}
