// Who asks, who gives rights, and what somebody would be allowed to do.
import { z } from 'zod'
import type { Because, Rights } from '#lib/domain/access/access.ts'
import { searched } from '#lib/domain/lists/parameters.ts'
import { exactly } from '#lib/domain/lists/total.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, type Operation, operation } from '#lib/http/api/operation.ts'
import { accessReviewList, accessReviewRows } from '#lib/lists/access-review.ts'
import { defineList, type Window } from '#lib/lists/list.ts'
import { indexPosition, personPosition } from '#lib/lists/positions.ts'
import { accessOutput, meOutput, personOutput, reviewedRoleOutput } from '#lib/schemas/access.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import { roleGrantInput, roleGrantOutput } from '#lib/schemas/role-grant.ts'
import { readMeUseCase } from '#lib/usecases/access/me.ts'
import {
  explainAccessUseCase,
  type ListedPerson,
  listPeopleUseCase,
} from '#lib/usecases/access/people.ts'
import {
  createRoleGrantUseCase,
  deleteRoleGrantUseCase,
  type KnownRoleGrant,
  listRoleGrantsUseCase,
} from '#lib/usecases/access/role-grants.ts'
import { accessParameters, accessQuestion } from './access-question.ts'

const JSON_TYPES = ['application/json']

const getMe = operation({
  id: 'getMe',
  method: 'GET',
  path: '/me',
  tag: 'access',
  summary: 'Get who asks, and what they may do',
  query: noParameters,
  responses: { 200: meOutput },
  useCase: readMeUseCase,
  handle: async ({ services, session }) => {
    const { tenant, actor, because } = await readMeUseCase.invoke(services, session, null)
    const { kind, id, name, email, cluster, role, teams } = actor
    return jsonResponse({
      kind,
      id,
      name,
      email,
      tenant,
      cluster,
      token: session?.origin.token ?? null,
      ...rightsJson({ role, teams, because }, session?.notice ?? null),
    })
  },
})

const listRoleGrants = listOperation(
  defineList({
    parameters: noParameters,
    isOfNow: true,
    position: indexPosition,
    useCase: {
      ...listRoleGrantsUseCase,
      invoke: async (services, session, { after, limit }: Window<number>) => {
        const grants = await listRoleGrantsUseCase.invoke(services, session, null)
        const start = after ?? 0
        const end = start + limit
        const next = end < grants.length ? end : null
        return { items: grants.slice(start, end), next, ...exactly(grants.length) }
      },
    },
    input: (_, window) => window,
  }),
  {
    id: 'listRoleGrants',
    path: '/role-grants',
    tag: 'access',
    summary: 'List the groups and app roles that give a role in the tenant',
    item: roleGrantOutput,
    json: grantJson,
    columns: {
      id: ({ id }) => id,
      source: ({ source }) => source,
      value: ({ value }) => value,
      role: ({ role }) => role,
      description: ({ description }) => description,
    },
  },
)

const createRoleGrant = operation({
  id: 'createRoleGrant',
  method: 'POST',
  path: '/role-grants',
  tag: 'access',
  summary: 'Give a group or an app role a role in the tenant',
  query: noParameters,
  body: { schema: roleGrantInput, types: JSON_TYPES, writes: ['settings'] },
  responses: { 201: roleGrantOutput },
  useCase: createRoleGrantUseCase,
  handle: async (received) => {
    const { services, session } = received
    const { value } = await readJsonBody(received, JSON_TYPES)
    const grant = await createRoleGrantUseCase.invoke(services, session, value)
    const headers = { Location: apiPaths.roleGrant(grant.id ?? '') }
    return jsonResponse(grantJson(grant), { status: 201, headers })
  },
})

const deleteRoleGrant = operation({
  id: 'deleteRoleGrant',
  method: 'DELETE',
  path: '/role-grants/{id}',
  tag: 'access',
  summary: 'Take a role in the tenant back from a group or an app role',
  query: noParameters,
  responses: { 204: null },
  useCase: deleteRoleGrantUseCase,
  handle: async ({ services, session, path }) => {
    await deleteRoleGrantUseCase.invoke(services, session, { id: path['id'] ?? '' })
    return new Response(null, { status: 204 })
  },
})

const listPeople = listOperation(
  defineList({
    parameters: z.object({
      q: searched('Part of the name, the e-mail address or the subject.'),
    }),
    isOfNow: true,
    position: personPosition,
    useCase: listPeopleUseCase,
    input: ({ q }, { after, limit }) => ({ filter: { text: q }, after, limit }),
  }),
  {
    id: 'listPeople',
    path: '/people',
    tag: 'access',
    summary: 'List the people who have signed in, by name',
    item: personOutput,
    json: personJson,
    columns: {
      subject: ({ subject }) => subject,
      name: ({ name }) => name,
      email: ({ email }) => email,
      groups: ({ groups }) => groups,
      rights_state: ({ rightsState }) => rightsState,
      signed_in_at: ({ signedInAt }) => signedInAt,
    },
  },
)

const reviewAccess = listOperation(accessReviewList, {
  id: 'reviewAccess',
  path: '/access-review',
  tag: 'access',
  summary: 'List who is known, what gives them which role, and the RoleBinding that follows',
  item: reviewedRoleOutput,
  ...accessReviewRows,
})

const getAccess = operation({
  id: 'getAccess',
  method: 'GET',
  path: '/access',
  tag: 'access',
  summary: 'Get what somebody would be allowed to do, and why',
  query: accessParameters,
  responses: { 200: accessOutput },
  useCase: explainAccessUseCase,
  handle: async ({ services, session, query }) => {
    const answer = await explainAccessUseCase.invoke(services, session, accessQuestion(query))
    const { person, memberships, notice, matrix } = answer
    return jsonResponse({
      person,
      ...memberships,
      ...rightsJson(answer, notice),
      permissions: matrix.map(({ refusal, ...row }) => ({
        ...row,
        reason: refusal?.reason ?? null,
        allowed_by: refusal?.allowedBy ?? [],
      })),
    })
  },
})

function rightsJson({ role, teams, because }: Rights, notice: string | null) {
  return {
    role,
    teams: [...teams].map(([team, role]) => ({ team, role })),
    because: because.map(becauseJson),
    notice,
  }
}

function becauseJson(because: Because) {
  if (because.kind === 'team') {
    const { team, group: value, role } = because
    return { source: 'group', value, role, team, description: '' }
  }
  const { source, value, role, description } = because.grant
  return { source, value, role, team: null, description }
}

function grantJson({ id, source, value, role, description }: KnownRoleGrant) {
  return { id, source, value, role, description }
}

function personJson({ rightsState, signedInAt, ...person }: ListedPerson) {
  return { ...person, rights_state: rightsState, signed_in_at: signedInAt?.toISOString() ?? null }
}

export const accessOperations: readonly Operation[] = [
  getMe,
  listRoleGrants,
  createRoleGrant,
  deleteRoleGrant,
  listPeople,
  reviewAccess,
  getAccess,
]
