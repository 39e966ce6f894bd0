import { readToken, type TokenRow } from '#db/queries/token-lists.ts'
import { revokeTokens } from '#db/queries/tokens.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import { auditName } from '../audit/subject.ts'
import { defineEdit } from '../define.ts'

import { tokenJson, tokenSubject } from './represent.ts'

type Input = { readonly id: string }

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Ends a token, and the tokens made with it, from the next request on. Repeating it changes nothing. */
export const revokeTokenUseCase = defineEdit<Input, null, Input, TokenRow>({
  name: 'tokens.revoke',
  subject: tokenSubject,
  load: async ({ scope }, { id }) => {
    const found = ID.test(id) ? await readToken(scope, id) : null
    return found && { resource: { kind: 'token', owner: found.createdBy }, found }
  },
  run: async ({ scope, actor, audit }, { id }, before) => {
    await revokeTokens(scope, id, principalOf(actor))
    const after = (await readToken(scope, id))!
    audit({
      object: auditName(tokenSubject, id),
      before: tokenJson(before),
      after: tokenJson(after),
    })
    return null
  },
})
