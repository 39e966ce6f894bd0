import { ArrowLeftRight } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '../ui/link.tsx'
import { OwnRange } from './own-range.tsx'
import { RANGE_NAMES, RANGES, type View, viewHref } from './view.ts'
import { GroupSelect, ZoneSelect } from './view-select.tsx'

/** What all charts of the page show: which time, in which groups, compared with what. */
export function Toolbar({ view, labels }: { view: View; labels: readonly string[] }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Ranges view={view} />
      <OwnRange key={JSON.stringify(view)} view={view} />
      <GroupSelect view={view} labels={labels} />
      <ZoneSelect view={view} />
      <Link
        href={viewHref(view, { isCompared: !view.isCompared })}
        scroll={false}
        aria-current={view.isCompared}
        title={view.isCompared ? 'Without the period before' : 'With the period before'}
        className={classNames(
          'inline-flex h-8 items-center gap-1.5 rounded-md border px-3 text-sm font-medium',
          view.isCompared
            ? 'border-accent bg-accent-soft text-accent-strong'
            : 'bg-surface hover:border-edge hover:bg-sunken',
        )}
      >
        <ArrowLeftRight aria-hidden className="size-4" />
        Compare
      </Link>
    </div>
  )
}

function Ranges({ view }: { view: View }) {
  return (
    <ul aria-label="Range" className="flex overflow-hidden rounded-md border bg-surface">
      {RANGE_NAMES.map((range) => (
        <li key={range} className="not-first:border-l">
          <Link
            href={viewHref(view, { range })}
            scroll={false}
            aria-current={view.range === range}
            className={classNames(
              'flex h-7.5 items-center px-2.5 text-sm -outline-offset-2 tabular-nums',
              view.range === range
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
