// The API's tokens: created, listed and revoked. The token itself is in a single answer.
import { z } from 'zod'
import { searched, order } from '#lib/domain/lists/parameters.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, operation } from '#lib/http/api/operation.ts'
import { readIdempotency } from '#lib/http/api/writes.ts'
import { defineList } from '#lib/lists/list.ts'
import { tokenPosition } from '#lib/lists/positions.ts'
import { newTokenOutput, tokenInput, tokenOutput } from '#lib/schemas/token.ts'
import { listTokensUseCase, TOKEN_SORTS } from '#lib/usecases/tokens/list.ts'
import { makeTokenUseCase } from '#lib/usecases/tokens/make.ts'
import { tokenJson } from '#lib/usecases/tokens/represent.ts'
import { revokeTokenUseCase } from '#lib/usecases/tokens/revoke.ts'

const JSON_TYPES = ['application/json']

export const tokenList = defineList({
  parameters: z.object({
    sort: order(TOKEN_SORTS, '-created'),
    q: searched("Part of the name, of the team or cluster, or of the maker's."),
  }),
  isOfNow: true,
  position: tokenPosition,
  useCase: listTokensUseCase,
  input: ({ q, sort }, { after, limit }) => ({ after, limit, filter: { text: q, sort } }),
})

export const listTokens = listOperation(tokenList, {
  id: 'listTokens',
  path: '/tokens',
  tag: 'tokens',
  summary: 'List API tokens, newest first unless sorted; what ended is shown for 90 days',
  item: tokenOutput,
  json: tokenJson,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    role: ({ role }) => role,
    team: ({ team }) => team,
    cluster: ({ cluster }) => cluster,
    state: ({ state }) => state,
    created_by: ({ createdByName }) => createdByName,
    created_at: ({ createdAt }) => createdAt,
    expires_at: ({ expiresAt }) => expiresAt,
    last_used_at: ({ lastUsedAt }) => lastUsedAt,
    revoked_at: ({ revokedAt }) => revokedAt,
  },
})

export const createToken = operation({
  id: 'createToken',
  method: 'POST',
  path: '/tokens',
  tag: 'tokens',
  summary: 'Make an API token; it is answered this once',
  query: noParameters,
  headers: ['Idempotency-Key'],
  body: { schema: tokenInput, types: JSON_TYPES, writes: ['token'] },
  responses: { 201: newTokenOutput },
  useCase: makeTokenUseCase,
  handle: async (received) => {
    const { bodyHash, value } = await readJsonBody(received, JSON_TYPES)
    const { row, token } = await makeTokenUseCase.invoke(received.services, received.session, {
      body: value,
      idempotency: readIdempotency(received.request, bodyHash),
    })
    return jsonResponse({ ...tokenJson(row), token }, { status: 201 })
  },
})

export const revokeToken = operation({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/tokens/{id}',
  tag: 'tokens',
  summary: 'Revoke an API token, and those that were made with it; again changes nothing',
  query: noParameters,
  responses: { 204: null },
  useCase: revokeTokenUseCase,
  handle: async ({ services, session, path }) => {
    await revokeTokenUseCase.invoke(services, session, { id: path['id'] ?? '' })
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'private, no-store' } })
  },
})
