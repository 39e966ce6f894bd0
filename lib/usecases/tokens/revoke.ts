import { readToken } from '#db/queries/token-lists.ts'
import { revokeTokens } from '#db/queries/tokens.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import { defineUseCase } from '../define.ts'
import { asRead } from '../objects/noun.ts'
import { tokenJson } from './represent.ts'

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Ends a token, and what was made with it, from the next request on. To end it again changes nothing. */
export const revokeTokenUseCase = defineUseCase<{ readonly id: string }, null>({
  name: 'tokens.revoke',
  read: asRead,
  permission: 'write',
  resource: async ({ scope }, { id }) => {
    const row = ID.test(id) ? await readToken(scope, id) : null
    return row && { kind: 'token', owner: row.createdBy }
  },
  run: async ({ scope, actor, record }, { id }) => {
    const before = (await readToken(scope, id))!
    await revokeTokens(scope, id, principalOf(actor))
    const after = (await readToken(scope, id))!
    record({ object: `token/${id}`, before: tokenJson(before), after: tokenJson(after) })
    return null
  },
})
