import { KeyRound, Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { searchField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { type Actor, principalOf } from '#lib/domain/access/actor.ts'
import { can, readableOwner } from '#lib/domain/access/permissions.ts'
import { mayGrant } from '#lib/domain/access/token-grant.ts'
import { tokenList } from '#lib/http/operations/token-operations.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { requireSession } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { NewToken } from './new-token.tsx'
import { tokenColumns, TokenTable } from './token-table.tsx'

export const metadata: Metadata = { title: 'API tokens' }

export default async function TokensPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const { actor } = await requireSession()
  const tokens = await readPageList(pagePaths.tokens, tokenList, await searchParams)
  const refusal = await whyNotWrite({ kind: 'token', owner: principalOf(actor) })
  return (
    <ListView
      title="API tokens"
      description={describe(actor)}
      list={tokens}
      api={apiPaths.tokens}
      columns={tokenColumns}
      isOfNow
      fields={[{ ...searchField, placeholder: 'Name, team, cluster or who made it' }]}
      actions={
        <Guarded icon={Plus} label="New token" refusal={refusal}>
          <NewToken {...choicesOf(actor)} url={currentServices().environment.url} />
        </Guarded>
      }
      nothing={{
        icon: KeyRound,
        title: 'There is no token yet',
        text: <p>A token lets a script or a CI job call the API, for as long as you say.</p>,
      }}
    >
      {(rows) => (
        <TokenTable
          tokens={rows}
          address={tokens.address}
          revocable={rows
            .filter(({ createdBy }) => can(actor, 'write', { kind: 'token', owner: createdBy }))
            .map(({ id }) => id)}
        />
      )}
    </ListView>
  )
}

function describe(actor: Actor): string {
  const whose =
    readableOwner(actor, 'token') === null ? 'All tokens of the tenant.' : 'The tokens you made.'
  return `${whose} A person’s token never does more than that person may by then. What has ended is shown for 90 days.`
}

function choicesOf(actor: Actor) {
  const roles = (['admin', 'contributor', 'reader'] as const).filter((role) =>
    mayGrant(actor, { role, team: null, cluster: null, scheduler: null }),
  )
  const isAdmin = actor.role === 'admin'
  return {
    roles,
    teams: actor.role === null ? [...actor.teams.keys()] : ('every' as const),
    isAdmin,
  }
}
