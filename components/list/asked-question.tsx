import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { ReportList } from '#lib/domain/objects/saved-report/report-lists.ts'
import { questionPath } from '#lib/schemas/paths.ts'
import { askedFilters } from './question.ts'

/** What is asked of a list, and the way to what it answers. */
export function AskedQuestion({
  list,
  query,
  at,
}: {
  list: ReportList
  query: string
  /** As a saved report says it. */
  at: string
}) {
  const filters = askedFilters(list, query)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {filters.length === 0 && <span className="text-muted">The whole list</span>}
      {filters.map(({ name, label, text }) => (
        <Chip key={name}>{`${label}: ${text}`}</Chip>
      ))}
      <TextLink href={questionPath({ list, query, at })}>Open the list</TextLink>
    </span>
  )
}
