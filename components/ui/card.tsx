import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A section with a heading; `flush` if its content, such as a table, has its own padding. */
export function Card({
  title,
  note,
  actions,
  flush = false,
  className,
  children,
}: {
  title: string
  note?: ReactNode
  actions?: ReactNode
  flush?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      className={classNames('min-w-0 overflow-hidden rounded-lg border bg-surface', className)}
    >
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2">
        {/* The actions stand below it only where they leave no room for its longest word. */}
        <div className="flex min-w-min flex-1 flex-wrap items-baseline gap-x-3">
          <h2 className="text-base font-semibold">{title}</h2>
          {note !== undefined && <p className="text-xs text-muted">{note}</p>}
        </div>
        {actions && <div className="ml-auto flex shrink-0 items-center gap-2">{actions}</div>}
      </header>
      <div className={flush ? '' : 'p-4'}>{children}</div>
    </section>
  )
}
