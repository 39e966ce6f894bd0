import type { FocusEvent, ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'

/** What is around a node of a graph: a link, unless nothing is behind it. */
export function NodeFrame({
  href,
  isCentre,
  onFocus,
  children,
}: {
  href: string | null
  isCentre: boolean
  onFocus: (event: FocusEvent<HTMLElement>) => void
  children: ReactNode
}) {
  const look = classNames(
    'nopan pointer-events-auto flex size-full flex-col justify-center gap-1 rounded-md border bg-surface px-3 text-left',
    isCentre ? 'border-2 border-accent' : 'border-edge',
  )
  if (href === null) return <div className={look}>{children}</div>
  return (
    <Link
      href={href}
      aria-current={isCentre ? 'true' : undefined}
      onFocus={onFocus}
      className={`${look} hover:bg-sunken`}
    >
      {children}
    </Link>
  )
}
