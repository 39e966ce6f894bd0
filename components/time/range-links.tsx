import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { type Range, RANGE_NAMES, RANGES } from './ranges.ts'

/** The usual ranges until now, each as a link. */
export function RangeLinks({
  current,
  hrefOf,
}: {
  /** Null: another range. */
  current: Range | null
  hrefOf: (range: Range) => string
}) {
  return (
    <ul aria-label="Range" className="flex w-fit overflow-hidden rounded-md border bg-surface">
      {RANGE_NAMES.map((range) => (
        <li key={range} className="not-first:border-l">
          <Link
            href={hrefOf(range)}
            scroll={false}
            aria-current={current === range}
            className={classNames(
              'flex h-7.5 items-center px-2.5 text-sm -outline-offset-2 tabular-nums',
              current === range
                ? 'bg-accent-soft font-medium text-accent-strong'
                : 'text-muted hover:bg-sunken hover:text-ink',
            )}
          >
            {RANGES[range].words}
          </Link>
        </li>
      ))}
    </ul>
  )
}
