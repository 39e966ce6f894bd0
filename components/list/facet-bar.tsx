import type { ShownFacet, ShownValue } from '#lib/schemas/page-list.ts'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'
import { countText, facetTitle } from './facet-title.ts'
import { FacetValue } from './facet-value.tsx'

type Counted = { address: ListAddress; facet: ShownFacet }

/** What rows have in common, in counts: each a way to those rows, and each name one to all of its groups. */
export function FacetBar({
  address,
  facets,
}: {
  address: ListAddress
  facets: readonly ShownFacet[]
}) {
  const counted = facets.filter(({ total }) => total > 0)
  return (
    <>
      {facets.some(({ values }) => values === null) && (
        <p className="text-xs text-muted">
          {counted.length === 0
            ? 'Too many rows to count: filter them to see what they have in common.'
            : 'Some counts are left out: too many rows match.'}
        </p>
      )}
      {counted.map((facet) => (
        <FacetLine key={facet.name} address={address} facet={facet} />
      ))}
    </>
  )
}

function FacetLine({ address, facet: { name, values, total } }: Counted) {
  const title = facetTitle(name)
  const groups = listHref(address, { group: name, open: null })
  const shown = values ?? []
  const more = total - shown.length
  return (
    <section aria-label={`Counts by ${title}`} className="flex flex-wrap items-center gap-1">
      <Link
        href={groups}
        className="inline-flex min-h-6 items-center rounded px-1 text-xs font-medium text-muted underline-offset-2 hover:text-ink hover:underline"
      >
        <span className="sr-only">Group by </span>
        {title}
      </Link>
      {shown.map(({ filter, ...value }) => (
        <ValueChip
          key={value.text}
          name={name}
          {...value}
          href={filter && listHref(address, { ...filter, group: null, open: null })}
        />
      ))}
      {more > 0 && (
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
  name,
  text,
  count,
  isExact,
  href,
}: Omit<ShownValue, 'filter'> & { name: string; href: string | null }) {
  const inside = (
    <>
      <FacetValue name={name} text={text} />
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
