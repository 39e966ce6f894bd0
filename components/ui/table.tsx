import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A table that scrolls inside the page if it is too wide, also by keyboard. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Relative, so that what only screen readers see scrolls with the table, and doesn't widen the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="relative overflow-x-auto" aria-label={label} tabIndex={0}>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </section>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="border-b bg-sunken/60">
      <tr>{children}</tr>
    </thead>
  )
}

/** The width below which a column is hidden. */
export type From = 'sm' | 'md' | 'lg' | 'xl'

const FROM: Readonly<Record<From, string>> = {
  sm: 'max-sm:hidden',
  md: 'max-md:hidden',
  lg: 'max-lg:hidden',
  xl: 'max-xl:hidden',
}

/** On narrow screens smaller between columns, but not at the table's edges. */
const ROOM = 'px-2 first:pl-4 last:pr-4 sm:px-4'

export function ColumnHeading({
  sorted,
  from,
  children,
}: {
  sorted?: 'ascending' | 'descending' | 'none'
  from?: From
  children: ReactNode
}) {
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={classNames(
        ROOM,
        'h-9 text-xs font-medium whitespace-nowrap text-muted',
        from && FROM[from],
      )}
    >
      {children}
    </th>
  )
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="divide-y">{children}</tbody>
}

export function Row({ children }: { children: ReactNode }) {
  return <tr className="hover:bg-sunken/50">{children}</tr>
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
  return (
    <td className={classNames(ROOM, 'py-2 align-middle', from && FROM[from], className)}>
      {children}
    </td>
  )
}

export function NameCell({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className={classNames(ROOM, 'py-2 text-left align-middle font-normal')}>
      {children}
    </th>
  )
}
