import { Suspense } from 'react'
import { FacetBar } from '#components/list/facet-bar.tsx'
import { Link } from '#components/ui/link.tsx'
import type { PageList, ShownFacet } from '#lib/schemas/page-list.ts'
import { listHref } from '#lib/schemas/paths.ts'

type Shown = {
  readonly page: PageList<unknown>
  /** Null: the rows could not be counted. */
  readonly read: () => Promise<readonly ShownFacet[] | null>
}

/** The counts of a list, which come after its rows. */
export function ListFacets({ page, read }: Shown) {
  if (page.outcome.kind !== 'rows') return null
  return (
    <Suspense
      key={JSON.stringify(page.address.query)}
      fallback={<p className="text-xs text-muted">Counting…</p>}
    >
      <Facets page={page} read={read} />
    </Suspense>
  )
}

async function Facets({ page: { address }, read }: Shown) {
  const facets = await read()
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
  return <FacetBar address={address} facets={facets} />
}
