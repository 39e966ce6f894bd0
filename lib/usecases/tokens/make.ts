// Tokens that people and tokens make through the API: they never allow more than their maker may do, and end with the
// maker, but for those of clusters.
import { readToken, type TokenLimit, type TokenRow } from '#db/queries/token-lists.ts'
import { countLivingTokens, readTokenBounds } from '#db/queries/tokens.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import { can } from '#lib/domain/access/permissions.ts'
import { mayGrant } from '#lib/domain/access/token-grant.ts'
import { type NewTokenRequest, readNewToken } from '#lib/schemas/token.ts'
import { auditName } from '../audit/subject.ts'
import { keepFor } from '../changes/idempotency.ts'
import type { IdempotencyClaim } from '../changes/write-options.ts'
import { asked, type Context, defineEdit } from '../define.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { findLimit, keepToken } from './create.ts'
import { tokenJson, tokenSubject } from './represent.ts'
import { refuseShownBefore } from './shown-once.ts'

const LIVING_MAX = 1000

export type MakeTokenInput = {
  readonly body: unknown
  readonly idempotency: IdempotencyClaim | null
}

/** The token itself is stored nowhere, and in no later answer. */
export type MadeToken = { readonly row: TokenRow; readonly token: string }

type Asked = { readonly request: NewTokenRequest; readonly idempotency: IdempotencyClaim | null }

export const makeTokenUseCase = defineEdit<MakeTokenInput, MadeToken, Asked>({
  name: 'tokens.create',
  subject: tokenSubject,
  parse: ({ body, idempotency }) => {
    const request = readNewToken(body)
    return request.ok ? { ok: true, value: { request: request.value, idempotency } } : request
  },
  load: ({ actor }) => asked({ kind: 'token', owner: principalOf(actor) }),
  recall: (context, { idempotency }) => refuseShownBefore(context, idempotency),
  run: async (context, { request, idempotency }) => {
    const { scope, actor, payer, audit } = context
    const limits = await findLimits(context, request)
    if (!mayGrant(actor, request)) {
      throw new Refusal('forbidden', 'Nobody makes a token that may do more than they may.', {
        code: 'token_exceeds',
      })
    }
    const createdBy = principalOf(actor)
    if ((await countLivingTokens(scope, payer)) >= LIVING_MAX) {
      throw new Refusal(
        'conflict',
        `You have ${LIVING_MAX} tokens that live. Revoke those that nobody needs.`,
        { code: 'token_limit' },
      )
    }
    const bounds = await boundsOf(context, request)
    const { id, token } = await keepToken(scope, { ...request, ...limits, ...bounds, createdBy })
    if (idempotency) await keepFor(context, idempotency, { id })
    const row = (await readToken(scope, id))!
    audit({ object: auditName(tokenSubject, id), before: null, after: tokenJson(row) })
    return { row, token }
  },
})

/** The ids of what it is limited to. A team that the maker can't see counts as missing. */
async function findLimits(
  { scope, actor }: Context,
  { team, cluster, scheduler }: NewTokenRequest,
) {
  const mayRead = team === null || can(actor, 'read', { kind: 'team', team })
  const teamId = mayRead ? await findLimit(scope, 'team', team) : undefined
  const mayReadClusters = cluster === null || can(actor, 'read', { kind: 'cluster' })
  const clusterId = mayReadClusters ? await findLimit(scope, 'cluster', cluster) : undefined
  if (teamId === undefined) throw unknownLimit('team')
  if (clusterId === undefined) throw unknownLimit('cluster')
  const mayReadSchedulers = scheduler === null || can(actor, 'read', { kind: 'scheduler' })
  const schedulerId = mayReadSchedulers ? await findLimit(scope, 'scheduler', scheduler) : undefined
  if (schedulerId === undefined) throw unknownLimit('scheduler')
  return { team: teamId, cluster: clusterId, scheduler: schedulerId }
}

function unknownLimit(kind: TokenLimit): Refusal {
  const reason = `There is no such ${kind}.`
  const code = kind === 'scheduler' ? 'unknown_scheduler' : `${kind}_unknown`
  return refusalOf('invalid', [{ path: [kind], code, reason }])
}

/**
 * A person's token follows their rights, but a cluster's is its own: a site doesn't fall silent because somebody left. A token
 * that a token makes follows the same person, and ends with it: somebody who steals a token for a day has access for a day.
 */
async function boundsOf({ scope, actor, payer }: Context, { cluster }: NewTokenRequest) {
  if (actor.kind === 'person') {
    return cluster === null
      ? { person: actor.id, payer: null, endsBy: null }
      : { person: null, payer, endsBy: null }
  }
  const maker = await readTokenBounds(scope, actor.id)
  if (maker) {
    const { person, expiresAt } = maker
    return { person, payer: person === null ? payer : null, endsBy: expiresAt }
  }
  throw new Refusal(
    'forbidden',
    'A program of the identity provider uses access tokens of its own: no token would follow its app roles.',
    { code: 'token_of_program' },
  )
}
