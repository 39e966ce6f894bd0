import { classNames } from './class-names.ts'
import { Link } from './link.tsx'

export type Tab = {
  readonly href: string
  readonly label: string
  readonly count?: number
  readonly current: boolean
}

/** Parts of one page with an address each, so that they can be linked and work without scripts. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="mb-4 overflow-x-auto overflow-y-hidden border-b">
      <ul className="-mb-px flex gap-1">
        {tabs.map(({ href, label, count, current }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={current ? 'page' : undefined}
              className={classNames(
                'flex h-9 items-center gap-1.5 border-b-2 px-3 whitespace-nowrap -outline-offset-2',
                current
                  ? 'border-accent font-medium text-ink'
                  : 'border-transparent text-muted hover:border-edge hover:text-ink',
              )}
            >
              {label}
              {count !== undefined && (
                <span className="rounded-full bg-sunken px-1.5 text-xs text-muted tabular-nums">
                  {count.toLocaleString('en')}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
