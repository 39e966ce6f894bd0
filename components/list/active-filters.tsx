import { X } from 'lucide-react'
import { formatSelector, formatTerm } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'
import type { FilterField } from './filter-form.tsx'
import { facetTitle } from './facet-title.ts'
import { choiceText } from './question.ts'

/** What narrows a list, each part with the way to take it away. */
export function ActiveFilters({
  address,
  fields,
}: {
  address: ListAddress
  fields: readonly FilterField[]
}) {
  const active = [...grouping(address), ...activeFilters(address, fields)]
  if (active.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-1.5">
      {active.map(({ label, text, href }) => (
        <li key={`${label} ${text}`}>
          <Link
            href={href}
            className="inline-flex min-h-6 items-center gap-1 rounded border bg-sunken px-1.5 text-xs hover:border-edge"
          >
            <span className="sr-only">Remove </span>
            <span className="text-muted">{label}</span>
            <code>{text}</code>
            <X aria-hidden className="size-3 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function grouping(address: ListAddress): readonly ActiveFilter[] {
  const { group } = address.query
  if (group === undefined) return []
  const href = listHref(address, { group: null, open: null })
  return [{ label: 'Grouped by', text: facetTitle(group), href }]
}

type ActiveFilter = { readonly label: string; readonly text: string; readonly href: string }

/** One for each filter, and of a selector one for each of its terms. */
function activeFilters(
  address: ListAddress,
  fields: readonly FilterField[],
): readonly ActiveFilter[] {
  return address.filters.flatMap((name): ActiveFilter[] => {
    const value = address.query[name]
    if (value === undefined) return []
    const field = fields.find((each) => each.name === name)
    const label = field?.label ?? name
    const terms = name.endsWith('elector') ? termsOf(value) : null
    if (terms === null) {
      const text = field?.choices ? choiceText(field.choices, value) : value
      return [{ label, text, href: listHref(address, { [name]: null }) }]
    }
    return terms.map((term) => {
      const others = terms.filter((each) => each !== term)
      const rest = others.length === 0 ? null : formatSelector({ kind: 'terms', terms: others })
      return { label, text: formatTerm(term), href: listHref(address, { [name]: rest }) }
    })
  })
}

/** Null: it has no terms, or can't be read. */
function termsOf(text: string) {
  const read = parseSelector(text, [])
  return read.ok && read.value.kind === 'terms' ? read.value.terms : null
}
