'use client'

import type { ReactNode } from 'react'
import { useNavigate } from '#components/navigation/navigation.ts'
import { Link } from '../ui/link.tsx'

/** Sorts a list; with Shift, by mouse or by key, to another address. */
export function SortLink({
  href,
  thenHref,
  children,
}: {
  href: string
  /** Where Shift leads; null: nowhere else. */
  thenHref: string | null
  children: ReactNode
}) {
  const navigate = useNavigate()
  return (
    <Link
      href={href}
      title={thenHref === null ? undefined : 'With Shift: sort by this column, too'}
      onClick={(event) => {
        if (thenHref === null || !event.shiftKey) return
        event.preventDefault()
        navigate(thenHref)
      }}
      className="inline-flex items-center gap-1 rounded hover:text-ink"
    >
      {children}
    </Link>
  )
}
