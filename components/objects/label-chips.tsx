import { Chip, ChipLink } from '#components/ui/chip.tsx'
import type { Labels } from '#lib/domain/labels/labels.ts'
import { withQuery } from '#lib/schemas/paths.ts'

const sorted = (labels: Labels) => [...labels].sort(([a], [b]) => (a < b ? -1 : 1))

/** The first few labels, and how many more there are. */
export function LabelChips({ labels, max = 4 }: { labels: Labels; max?: number }) {
  const all = sorted(labels)
  if (all.length === 0) return <None />
  return (
    <span className="flex flex-wrap gap-1">
      {all.slice(0, max).map(([key, value]) => (
        <Chip key={key}>{`${key}=${value}`}</Chip>
      ))}
      {all.length > max && <span className="text-xs text-muted">+{all.length - max}</span>}
    </span>
  )
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
