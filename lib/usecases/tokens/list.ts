import {
  countTokens,
  listTokens,
  type TokenPosition,
  type TokenQuery,
  type TokenRow,
} from '#db/queries/token-lists.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import { readableOwner } from '#lib/domain/access/permissions.ts'
import { asked, defineRead } from '../define.ts'
import { type PresentList, presentPage } from '../present-list.ts'

export { TOKEN_SORTS, type TokenRow } from '#db/queries/token-lists.ts'

export type ListTokensInput = {
  readonly filter: Omit<TokenQuery, 'owner'>
  readonly after: TokenPosition | null
  readonly limit: number
}

export type TokenList = PresentList<TokenRow, TokenPosition>

export const listTokensUseCase = defineRead<ListTokensInput, TokenList>({
  name: 'tokens.list',
  load: ({ actor }) => asked({ kind: 'token', owner: principalOf(actor) }),
  run: async ({ scope, actor }, { filter, after, limit }) => {
    const query = { ...filter, owner: readableOwner(actor, 'token') }
    const page = await presentPage(
      limit,
      (limit) => listTokens(scope, query, { after, limit }),
      ({ position }) => position,
    )
    const items = page.items.map(({ row }) => row)
    return { ...page, items, ...(await countTokens(scope, query)) }
  },
})
