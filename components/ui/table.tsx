import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/**
 * A table that scrolls inside the page if it is too wide or higher than the screen, also by keyboard. Its head stays in sight and,
 * but on phones, so does the column that names the rows.
 */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Relative, so that what only screen readers see scrolls with the table, and doesn't widen the page.
    <section
      className="relative isolate scroll-pt-9 overflow-auto sm:max-h-[calc(100dvh-5rem)]"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full border-collapse text-left text-table">
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </section>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="sticky top-0 z-20">
      <tr className="bg-sunken">{children}</tr>
    </thead>
  )
}

/** The width below which a column is hidden. */
export type From = 'sm' | 'md' | 'lg' | 'xl' | '2xl'

const FROM: Readonly<Record<From, string>> = {
  sm: 'max-sm:hidden',
  md: 'max-md:hidden',
  lg: 'max-lg:hidden',
  xl: 'max-xl:hidden',
  '2xl': 'max-2xl:hidden',
}

/** On narrow screens smaller between columns, but not at the table's edges. */
const ROOM = 'px-2 first:pl-4 last:pr-4 sm:px-4'

const STAYS = 'bg-inherit sm:first:sticky sm:first:left-0 sm:first:z-10'

const CELL = 'h-9 py-1.5 align-middle compact:h-7 compact:py-0.5'

export function ColumnHeading({
  sorted,
  from,
  control,
  children,
}: {
  sorted?: 'ascending' | 'descending' | 'none'
  from?: From
  /** What stands before its words. */
  control?: ReactNode
  children: ReactNode
}) {
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={classNames(
        ROOM,
        STAYS,
        'h-9 text-xs font-medium whitespace-nowrap text-muted shadow-[inset_0_-1px_var(--line)] compact:h-7',
        from && FROM[from],
      )}
    >
      {control ? (
        <span className="flex items-center gap-2">
          {control}
          {children}
        </span>
      ) : (
        children
      )}
    </th>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return (
    <tr className="group/row bg-surface hover:bg-sunken has-[th_a]:cursor-pointer has-[th_input:checked]:bg-accent-soft">
      {children}
    </tr>
  )
}

export function Cell({
  from,
  className,
  children,
}: {
  from?: From
  className?: string
  children: ReactNode
}) {
  return <td className={classNames(ROOM, CELL, from && FROM[from], className)}>{children}</td>
}

export function NameCell({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className={classNames(ROOM, CELL, STAYS, 'text-left font-normal')}>
      {children}
    </th>
  )
}
