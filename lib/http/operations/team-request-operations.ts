// Wishes for teams: asked for by people, decided by admins.
import { readJsonBody } from '#lib/http/api/body.ts'
import { answerList, listParameters } from '#lib/http/api/lists.ts'
import { jsonResponse, type Operation, type Received } from '#lib/http/api/operation.ts'
import { readBoolean, readWord } from '#lib/http/api/parameters.ts'
import { teamRequestPosition } from '#lib/http/api/positions.ts'
import { listSchema } from '#lib/http/api/response-schemas.ts'
import {
  answerWrite,
  freeNameParameter,
  readWriteOptions,
  writeParameters,
} from '#lib/http/api/writes.ts'
import { impactSchema } from '#lib/schemas/impact.ts'
import { apiObjectPath, apiPaths } from '#lib/schemas/paths.ts'
import {
  approveInput,
  declineInput,
  TEAM_REQUEST_STATES,
  teamRequestInput,
  teamRequestOutput,
} from '#lib/schemas/team-request.ts'
import { teamOutput } from '#lib/schemas/team.ts'
import { askForTeamUseCase, withdrawTeamRequestUseCase } from '#lib/usecases/team-requests/ask.ts'
import {
  approveTeamRequestUseCase,
  declineTeamRequestUseCase,
} from '#lib/usecases/team-requests/decide.ts'
import {
  getTeamRequestUseCase,
  listTeamRequestsUseCase,
  type TeamRequestAnswer,
  type TeamRequestCursor,
} from '#lib/usecases/team-requests/read.ts'

const TAG = 'team-requests'
const ITEM = '/team-requests/{id}'
const JSON_TYPES = ['application/json']

const dryRunParameter = {
  ...writeParameters.find(({ name }) => name === 'dryRun')!,
  description: 'Say whether it could be done, and change nothing.',
}

const idOf = ({ path }: Received) => path['id'] ?? ''
const isDryRun = ({ query }: Received) => readBoolean(query, 'dryRun')

export const listTeamRequests: Operation = {
  id: 'listTeamRequests',
  method: 'GET',
  path: '/team-requests',
  tag: TAG,
  summary: 'List requests for teams, newest first: your own, or all for those who read the tenant',
  query: [
    ...listParameters.filter(({ name }) => name !== 'at'),
    {
      name: 'state',
      description: 'Only those in this state.',
      schema: { type: 'string', enum: TEAM_REQUEST_STATES },
    },
  ],
  headers: [],
  body: null,
  responses: { 200: listSchema(teamRequestOutput) },
  useCase: listTeamRequestsUseCase.name,
  handle: (received) =>
    answerList<TeamRequestAnswer, TeamRequestCursor>(received, {
      load: ({ after, limit }) =>
        listTeamRequestsUseCase.invoke(received.process, received.session, {
          state: readWord(received.query, 'state', TEAM_REQUEST_STATES, null),
          after,
          limit,
        }),
      ...teamRequestPosition,
      json: (request) => request,
      columns: {
        id: ({ id }) => id,
        state: ({ state }) => state,
        at: ({ at }) => at,
        asker: ({ asker }) => asker.name,
        name: ({ name }) => name,
        purpose: ({ purpose }) => purpose,
        decided_at: ({ decision }) => decision?.at,
        decided_by: ({ decision }) => decision?.by.name,
        reason: ({ decision }) => decision?.reason,
        team: ({ decision }) => decision?.team,
      },
    }),
}

export const createTeamRequest: Operation = {
  id: 'createTeamRequest',
  method: 'POST',
  path: '/team-requests',
  tag: TAG,
  summary: 'Ask for a team, as a person who signed in',
  query: [dryRunParameter],
  headers: [],
  body: { schema: teamRequestInput, types: JSON_TYPES, writes: ['team-request'] },
  responses: { 200: teamRequestOutput, 201: teamRequestOutput },
  useCase: askForTeamUseCase.name,
  handle: async (received) => {
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const input = { body, dryRun: isDryRun(received) }
    const asked = await askForTeamUseCase.invoke(received.process, received.session, input)
    if (asked.id === null) return jsonResponse(asked)
    const headers = { Location: apiPaths.teamRequest(asked.id) }
    return jsonResponse(asked, { status: 201, headers })
  },
}

export const getTeamRequest: Operation = {
  id: 'getTeamRequest',
  method: 'GET',
  path: ITEM,
  tag: TAG,
  summary: 'Get a request for a team',
  query: [],
  headers: [],
  body: null,
  responses: { 200: teamRequestOutput },
  useCase: getTeamRequestUseCase.name,
  handle: async (received) => {
    const { process, session } = received
    return jsonResponse(
      await getTeamRequestUseCase.invoke(process, session, { id: idOf(received) }),
    )
  },
}

export const approveTeamRequest: Operation = {
  id: 'approveTeamRequest',
  method: 'POST',
  path: `${ITEM}/approve`,
  tag: TAG,
  summary: 'Create the team that was asked for, as it stands in the body',
  query: [...writeParameters, freeNameParameter],
  headers: ['Idempotency-Key', 'Berth-Impact'],
  body: { schema: approveInput, types: JSON_TYPES, writes: ['team-request'] },
  responses: { 200: impactSchema, 201: teamOutput },
  useCase: approveTeamRequestUseCase.name,
  handle: async (received) => {
    const { bodyHash, value } = await readJsonBody(received, JSON_TYPES)
    const outcome = await approveTeamRequestUseCase.invoke(received.process, received.session, {
      id: idOf(received),
      body: value,
      options: readWriteOptions(received, bodyHash),
    })
    return answerWrite(outcome, {
      created: true,
      location: ({ name }) => apiObjectPath({ kind: 'team', team: null, name }),
    })
  },
}

export const declineTeamRequest: Operation = {
  id: 'declineTeamRequest',
  method: 'POST',
  path: `${ITEM}/decline`,
  tag: TAG,
  summary: 'Decline a request for a team, with a reason for the asker',
  query: [dryRunParameter],
  headers: [],
  body: { schema: declineInput, types: JSON_TYPES, writes: ['team-request'] },
  responses: { 200: teamRequestOutput },
  useCase: declineTeamRequestUseCase.name,
  handle: async (received) => {
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const input = { id: idOf(received), body, dryRun: isDryRun(received) }
    return jsonResponse(
      await declineTeamRequestUseCase.invoke(received.process, received.session, input),
    )
  },
}

export const withdrawTeamRequest: Operation = {
  id: 'withdrawTeamRequest',
  method: 'POST',
  path: `${ITEM}/withdraw`,
  tag: TAG,
  summary: 'Withdraw a request for a team that you asked for',
  query: [dryRunParameter],
  headers: [],
  body: null,
  responses: { 200: teamRequestOutput },
  useCase: withdrawTeamRequestUseCase.name,
  handle: async (received) => {
    const input = { id: idOf(received), dryRun: isDryRun(received) }
    return jsonResponse(
      await withdrawTeamRequestUseCase.invoke(received.process, received.session, input),
    )
  },
}
