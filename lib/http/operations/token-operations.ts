// The API's tokens: made, listed and revoked. A token itself is in one answer and in no other.
import { readJsonBody } from '#lib/http/api/body.ts'
import {
  answerList,
  listParameters,
  readSort,
  sortParameter,
  textParameter,
} from '#lib/http/api/lists.ts'
import { jsonResponse, type Operation } from '#lib/http/api/operation.ts'
import { readText } from '#lib/http/api/parameters.ts'
import { tokenPosition } from '#lib/http/api/positions.ts'
import { listSchema } from '#lib/http/api/response-schemas.ts'
import { readIdempotency } from '#lib/http/api/writes.ts'
import { newTokenOutput, tokenInput, tokenOutput } from '#lib/schemas/token.ts'
import {
  listTokensUseCase,
  TOKEN_SORTS,
  type TokenCursor,
  type TokenRow,
} from '#lib/usecases/tokens/list.ts'
import { makeTokenUseCase } from '#lib/usecases/tokens/make.ts'
import { tokenJson } from '#lib/usecases/tokens/represent.ts'
import { revokeTokenUseCase } from '#lib/usecases/tokens/revoke.ts'

const JSON_TYPES = ['application/json']

export const listTokens: Operation = {
  id: 'listTokens',
  method: 'GET',
  path: '/tokens',
  tag: 'tokens',
  summary: 'List API tokens, newest first unless sorted; what ended is shown for 90 days',
  query: [
    // Tokens are listed as they are now.
    ...listParameters.filter(({ name }) => name !== 'at'),
    sortParameter(TOKEN_SORTS),
    {
      ...textParameter,
      description: "Part of the name, of the team or cluster, or of the maker's.",
    },
  ],
  headers: [],
  body: null,
  responses: { 200: listSchema(tokenOutput) },
  useCase: listTokensUseCase.name,
  handle: (received) =>
    answerList<TokenRow, TokenCursor>(received, {
      load: ({ after, limit }) =>
        listTokensUseCase.invoke(received.process, received.session, {
          after,
          limit,
          filter: {
            text: readText(received.query, 'q'),
            sort: readSort(received, TOKEN_SORTS, '-created'),
          },
        }),
      ...tokenPosition,
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
    }),
}

export const createToken: Operation = {
  id: 'createToken',
  method: 'POST',
  path: '/tokens',
  tag: 'tokens',
  summary: 'Make an API token; it is answered this once',
  query: [],
  headers: ['Idempotency-Key'],
  body: { schema: tokenInput, types: JSON_TYPES, writes: ['token'] },
  responses: { 201: newTokenOutput },
  useCase: makeTokenUseCase.name,
  handle: async (received) => {
    const { bodyHash, value } = await readJsonBody(received, JSON_TYPES)
    const { row, token } = await makeTokenUseCase.invoke(received.process, received.session, {
      body: value,
      idempotency: readIdempotency(received.request, bodyHash),
    })
    return jsonResponse({ ...tokenJson(row), token }, { status: 201 })
  },
}

export const revokeToken: Operation = {
  id: 'revokeToken',
  method: 'DELETE',
  path: '/tokens/{id}',
  tag: 'tokens',
  summary: 'Revoke an API token, and those that were made with it; again changes nothing',
  query: [],
  headers: [],
  body: null,
  responses: { 204: null },
  useCase: revokeTokenUseCase.name,
  handle: async ({ process, session, path }) => {
    await revokeTokenUseCase.invoke(process, session, { id: path['id'] ?? '' })
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'private, no-store' } })
  },
}
