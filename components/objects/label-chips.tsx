import { Chip, ChipLink } from '#components/ui/chip.tsx'
import type { Labels } from '#lib/domain/labels/labels.ts'
import { withQuery } from '#lib/schemas/paths.ts'

const sorted = (labels: Labels) => [...labels].sort(([a], [b]) => (a < b ? -1 : 1))

/** The first few labels, and how many more there are, which opens to them. */
export function LabelChips({ labels, max = 3 }: { labels: Labels; max?: number }) {
  const all = sorted(labels)
  if (all.length === 0) return <None />
  const more = all.slice(max)
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Chips labels={all.slice(0, max)} />
      {more.length > 0 && (
        <details className="open:basis-full">
          <summary className="inline-flex min-h-6 list-none items-center rounded px-1 text-xs text-muted hover:text-ink hover:underline">
            <span aria-hidden>+{more.length}</span>
            <span className="sr-only">{more.length} more labels</span>
          </summary>
          <div className="flex flex-wrap gap-1">
            <Chips labels={more} />
          </div>
        </details>
      )}
    </div>
  )
}

function Chips({ labels }: { labels: readonly (readonly [string, string])[] }) {
  return labels.map(([key, value]) => <Chip key={key}>{`${key}=${value}`}</Chip>)
}

/** All labels, each linked to the list of objects that have it. */
export function LabelLinks({ labels, path }: { labels: Labels; path: string }) {
  if (labels.size === 0) return <None />
  return (
    <span className="flex flex-wrap gap-1">
      {sorted(labels).map(([key, value]) => (
        <ChipLink key={key} href={withQuery(path, { labelSelector: `${key}=${value}` })}>
          {`${key}=${value}`}
        </ChipLink>
      ))}
    </span>
  )
}

export function None({ children = '–' }: { children?: string }) {
  return <span className="text-muted">{children}</span>
}
