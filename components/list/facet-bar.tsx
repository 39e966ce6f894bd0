import type { ShownFacet, ShownValue } from '#lib/schemas/page-list.ts'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'
import { countText, facetTitle } from './facet-title.ts'

type Counted = { address: ListAddress; facet: ShownFacet }

/** What rows have in common, in counts: each a way to those rows, and each name one to all of its groups. */
export function FacetBar({
  address,
  facets,
}: {
  address: ListAddress
  facets: readonly ShownFacet[]
}) {
  return facets
    .filter(({ total }) => total > 0)
    .map((facet) => <FacetLine key={facet.name} address={address} facet={facet} />)
}

function FacetLine({ address, facet: { name, values, total } }: Counted) {
  const title = facetTitle(name)
  const groups = listHref(address, { group: name, open: null })
  const more = total - (values?.length ?? 0)
  return (
    <section aria-label={`Counts by ${title}`} className="flex flex-wrap items-center gap-1">
      <Link
        href={groups}
        className="inline-flex min-h-6 items-center rounded px-1 text-xs font-medium text-muted underline-offset-2 hover:text-ink hover:underline"
      >
        <span className="sr-only">Group by </span>
        {title}
      </Link>
      {values === null ? (
        <span className="text-xs text-muted">too many to count</span>
      ) : (
        values.map(({ filter, ...value }) => (
          <ValueChip
            key={value.text}
            {...value}
            href={filter && listHref(address, { ...filter, group: null, open: null })}
          />
        ))
      )}
      {values !== null && more > 0 && (
        <Link
          href={groups}
          className="inline-flex min-h-6 items-center rounded px-1 text-xs text-muted underline-offset-2 hover:underline"
        >
          and {more.toLocaleString('en')} more
        </Link>
      )}
    </section>
  )
}

const CHIP =
  'inline-flex min-h-6 items-center gap-1.5 rounded-full border px-2 text-xs max-w-60 truncate'

function ValueChip({
  text,
  count,
  isExact,
  href,
}: Omit<ShownValue, 'filter'> & { href: string | null }) {
  const inside = (
    <>
      <span className="truncate">{text}</span>
      <span className="text-muted tabular-nums">{countText(count, isExact)}</span>
    </>
  )
  if (href === null) return <span className={CHIP}>{inside}</span>
  return (
    <Link href={href} className={`${CHIP} hover:border-edge hover:bg-sunken`}>
      {inside}
    </Link>
  )
}
