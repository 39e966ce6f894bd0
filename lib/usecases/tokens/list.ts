import {
  countTokens,
  listTokens,
  type TokenPosition,
  type TokenQuery,
  type TokenRow,
} from '#db/queries/token-lists.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import { readableOwner } from '#lib/domain/access/permissions.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { asked, defineRead } from '../define.ts'

export { TOKEN_SORTS, type TokenRow } from '#db/queries/token-lists.ts'

export type ListTokensInput = {
  readonly filter: Omit<TokenQuery, 'owner'>
  readonly after: TokenPosition | null
  readonly limit: number
}

export type TokenList = Total & {
  readonly items: readonly TokenRow[]
  readonly next: TokenPosition | null
  /** Tokens have no history: every page shows the present. */
  readonly asOf: 0
}

export const listTokensUseCase = defineRead<ListTokensInput, TokenList>({
  name: 'tokens.list',
  load: ({ actor }) => asked({ kind: 'token', owner: principalOf(actor) }),
  run: async ({ scope, actor }, { filter, after, limit }) => {
    const query = { ...filter, owner: readableOwner(actor, 'token') }
    const rows = await listTokens(scope, query, { after, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    return {
      items: shown.map(({ row }) => row),
      next: rows.length > limit ? shown.at(-1)!.position : null,
      ...(await countTokens(scope, query)),
      asOf: 0,
    }
  },
})
