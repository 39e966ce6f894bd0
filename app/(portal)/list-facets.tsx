import { Suspense } from 'react'
import { FacetBar } from '#components/list/facet-bar.tsx'
import { GroupMenu } from '#components/list/group-menu.tsx'
import { Link } from '#components/ui/link.tsx'
import { readGroupings, readPageFacets } from '#lib/http/portal/page-lists.ts'
import type { List, ListParameters } from '#lib/lists/list.ts'
import type { PageList } from '#lib/schemas/page-list.ts'
import { listHref } from '#lib/schemas/paths.ts'

type Shown<Parameters extends ListParameters, Raw, Item, Position> = {
  readonly list: List<Parameters, Raw, Item, Position>
  readonly page: PageList<Item>
}

/** The counts of a list, which come after its rows. */
export function ListFacets<Parameters extends ListParameters, Raw, Item, Position>({
  list,
  page,
}: Shown<Parameters, Raw, Item, Position>) {
  if (page.outcome.kind !== 'rows' || !list.facets) return null
  return (
    <Suspense
      key={JSON.stringify(page.address.query)}
      fallback={<p className="text-xs text-muted">Counting…</p>}
    >
      <Facets list={list} page={page} />
    </Suspense>
  )
}

async function Facets<Parameters extends ListParameters, Raw, Item, Position>({
  list,
  page,
}: Shown<Parameters, Raw, Item, Position>) {
  const { address } = page
  const facets = await readPageFacets(list, page)
  if (facets === null) {
    return (
      <p className="text-xs text-muted">
        The rows could not be counted.{' '}
        <Link href={listHref(address, {})} className="underline underline-offset-2">
          Try again
        </Link>
      </p>
    )
  }
  return (
    <>
      <GroupMenu address={address} names={await readGroupings(list)} />
      <FacetBar address={address} facets={facets} />
    </>
  )
}
