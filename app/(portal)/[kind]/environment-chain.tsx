// Environments in the order in which versions come to them: as a picture, and in their list.
import { ChainPicture } from '#components/environments/chain-picture.tsx'
import { inChainOrder } from '#lib/domain/fleet/environments.ts'
import { read } from '#lib/http/portal/page.ts'
import type { PageList } from '#lib/schemas/page-list.ts'
import { environmentChainUseCase } from '#lib/usecases/environments/chain.ts'
import type { Representation } from '#lib/usecases/objects/represent.ts'

/** Of now, and of all: nothing where the list is narrowed, or of another time. */
export async function EnvironmentChain({ list }: { list: PageList<Representation> }) {
  const isNarrowed = list.address.filters.some((name) => list.address.query[name] !== undefined)
  if (list.at !== null || isNarrowed) return null
  const chain = await read(environmentChainUseCase, null)
  // A chain of one says no more than its row.
  return chain.stages.flat().length > 1 && <ChainPicture chain={chain} />
}

/** The rows in that order, unless somebody asks for another or they go on on further pages. */
export function inChain(list: PageList<Representation>): PageList<Representation> {
  const { address, outcome } = list
  if (outcome.kind !== 'rows' || address.query['sort'] !== undefined) return list
  if (outcome.previousHref !== null || outcome.nextHref !== null) return list
  const described = outcome.items.flatMap((item) =>
    item.object.kind === 'environment' && !item.json.status.implicit
      ? [{ name: item.object.name, after: item.object.after, item }]
      : [],
  )
  const others = outcome.items.filter(({ json }) => json.status.implicit)
  const items = [...inChainOrder(described).map(({ item }) => item), ...others]
  return { ...list, outcome: { ...outcome, items } }
}
