import { ArrowLeftRight } from 'lucide-react'
import { RangeLinks } from '#components/time/range-links.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '../ui/link.tsx'
import { OwnRange } from './own-range.tsx'
import { type View, viewHref } from './view.ts'
import { GroupSelect, ZoneSelect } from './view-select.tsx'

/** What all charts of the page show: which time, in which groups, compared with what. Of one environment there are no groups. */
export function Toolbar({ view, labels }: { view: View; labels: readonly string[] }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <RangeLinks
        current={typeof view.range === 'string' ? view.range : null}
        hrefOf={(range) => viewHref(view, { range })}
      />
      <OwnRange key={JSON.stringify(view)} view={view} />
      {view.environment === null && <GroupSelect view={view} labels={labels} />}
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
