import { z } from 'zod'
import { isJsonObject } from '#lib/domain/labels/labels.ts'
import { flag, word } from '#lib/domain/lists/parameters.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import {
  answerWrite,
  readPrecondition,
  readWriteOptions,
  teamBirthParameters,
} from '#lib/http/api/writes.ts'
import { defineList } from '#lib/lists/list.ts'
import { timedPosition } from '#lib/lists/positions.ts'
import { impactSchema } from '#lib/schemas/impact.ts'
import { apiObjectPath, apiPaths } from '#lib/schemas/paths.ts'
import {
  approveInput,
  declineInput,
  TEAM_REQUEST_STATES,
  teamRequestInput,
  teamRequestOutput,
  teamWishInput,
} from '#lib/schemas/team-request.ts'
import { codecs } from '#lib/domain/objects/object-json.ts'
import { askForMoreUseCase } from '#lib/usecases/team-requests/ask-for-more.ts'
import { askForTeamUseCase, withdrawTeamRequestUseCase } from '#lib/usecases/team-requests/ask.ts'
import {
  approveTeamRequestUseCase,
  declineTeamRequestUseCase,
} from '#lib/usecases/team-requests/decide.ts'
import {
  getTeamRequestUseCase,
  listTeamRequestsUseCase,
  type TeamRequestAnswer,
} from '#lib/usecases/team-requests/read.ts'

const TAG = 'team-requests'
const ITEM = '/team-requests/{id}'
const JSON_TYPES = ['application/json']

const dryRunParameters = z.object({
  dryRun: flag('Say whether it could be done, and change nothing.'),
})

const idOf = ({ path }: Received) => path['id'] ?? ''

export const teamRequestList = defineList({
  parameters: z.object({ state: word(TEAM_REQUEST_STATES, 'Only those in this state.') }),
  isOfNow: true,
  position: timedPosition,
  useCase: listTeamRequestsUseCase,
  input: ({ state }, { after, limit }) => ({ state, after, limit }),
})

export const listTeamRequests = listOperation(teamRequestList, {
  id: 'listTeamRequests',
  path: '/team-requests',
  tag: TAG,
  summary:
    'List requests for teams and of teams, newest first: your own and your teams’, or all for those who read the tenant',
  item: teamRequestOutput,
  json: (request) => request,
  columns: {
    id: ({ id }) => id,
    state: ({ state }) => state,
    at: ({ at }) => at,
    asker: ({ asker }) => asker.name,
    asks_for: ({ asks_for: asksFor }) => asksFor,
    name: ({ name }) => name,
    purpose: ({ purpose }) => purpose,
    decided_at: ({ decision }) => decision?.at,
    decided_by: ({ decision }) => decision?.by.name,
    reason: ({ decision }) => decision?.reason,
    team: ({ decision }) => decision?.team,
    cluster: ({ decision }) => decision?.cluster,
  },
})

export const createTeamRequest = operation({
  id: 'createTeamRequest',
  method: 'POST',
  path: '/team-requests',
  tag: TAG,
  summary: 'Ask for a team, as a person who signed in',
  query: dryRunParameters,
  body: { schema: teamRequestInput, types: JSON_TYPES, writes: ['team-request'] },
  responses: { 200: teamRequestOutput, 201: teamRequestOutput },
  useCase: askForTeamUseCase,
  handle: async (received) => {
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const input = { body, dryRun: received.query.dryRun }
    return answerAsked(await askForTeamUseCase.invoke(received.services, received.session, input))
  },
})

export const askForMore = operation({
  id: 'askForMore',
  method: 'POST',
  path: '/teams/{name}/requests',
  tag: TAG,
  summary: 'Ask for other limits of a team or for a cluster, as a person who signed in',
  query: dryRunParameters,
  body: { schema: teamWishInput, types: JSON_TYPES, writes: ['team-wish'] },
  responses: { 200: teamRequestOutput, 201: teamRequestOutput },
  useCase: askForMoreUseCase,
  handle: async (received) => {
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const team = received.path['name'] ?? ''
    const input = { team, body, dryRun: received.query.dryRun }
    return answerAsked(await askForMoreUseCase.invoke(received.services, received.session, input))
  },
})

function answerAsked(asked: TeamRequestAnswer): Response {
  if (asked.id === null) return jsonResponse(asked)
  const headers = { Location: apiPaths.teamRequest(asked.id) }
  return jsonResponse(asked, { status: 201, headers })
}

export const getTeamRequest = operation({
  id: 'getTeamRequest',
  method: 'GET',
  path: ITEM,
  tag: TAG,
  summary: 'Get a request for a team',
  query: noParameters,
  responses: { 200: teamRequestOutput },
  useCase: getTeamRequestUseCase,
  handle: async (received) => {
    const { services, session } = received
    return jsonResponse(
      await getTeamRequestUseCase.invoke(services, session, { id: idOf(received) }),
    )
  },
})

export const approveTeamRequest = operation({
  id: 'approveTeamRequest',
  method: 'POST',
  path: `${ITEM}/approve`,
  tag: TAG,
  summary:
    'Make what was asked for, as it stands in the body: a team, a team’s limits or a cluster',
  query: teamBirthParameters,
  headers: ['If-Match', 'Idempotency-Key', 'Berth-Impact'],
  body: { schema: approveInput, types: JSON_TYPES, writes: ['team-request'] },
  responses: {
    200: codecs.team.output.or(impactSchema),
    201: codecs.team.output.or(codecs.cluster.output),
  },
  useCase: approveTeamRequestUseCase,
  handle: async (received) => {
    const { bodyHash, value } = await readJsonBody(received, JSON_TYPES)
    // Only a team that exists has a tag to match.
    const isEdit = received.request.headers.has('if-match')
    const outcome = await approveTeamRequestUseCase.invoke(received.services, received.session, {
      id: idOf(received),
      body: value,
      precondition: isEdit ? readPrecondition(received.request) : null,
      options: readWriteOptions(received, bodyHash),
    })
    if (isEdit) return answerWrite(outcome, { created: false })
    const kind = isJsonObject(value) && 'cluster' in value ? 'cluster' : 'team'
    return answerWrite(outcome, {
      created: true,
      location: ({ name }) => apiObjectPath({ kind, team: null, name }),
    })
  },
})

export const declineTeamRequest = operation({
  id: 'declineTeamRequest',
  method: 'POST',
  path: `${ITEM}/decline`,
  tag: TAG,
  summary: 'Decline a request for a team, with a reason for the asker',
  query: dryRunParameters,
  body: { schema: declineInput, types: JSON_TYPES, writes: ['team-request'] },
  responses: { 200: teamRequestOutput },
  useCase: declineTeamRequestUseCase,
  handle: async (received) => {
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const input = { id: idOf(received), body, dryRun: received.query.dryRun }
    return jsonResponse(
      await declineTeamRequestUseCase.invoke(received.services, received.session, input),
    )
  },
})

export const withdrawTeamRequest = operation({
  id: 'withdrawTeamRequest',
  method: 'POST',
  path: `${ITEM}/withdraw`,
  tag: TAG,
  summary: 'Withdraw a request for a team that you asked for',
  query: dryRunParameters,
  responses: { 200: teamRequestOutput },
  useCase: withdrawTeamRequestUseCase,
  handle: async (received) => {
    const input = { id: idOf(received), dryRun: received.query.dryRun }
    return jsonResponse(
      await withdrawTeamRequestUseCase.invoke(received.services, received.session, input),
    )
  },
})
