import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { totalText } from './total-text.ts'

const text = (value: number) => value.toLocaleString('en')

export function Pagination({
  firstRow,
  count,
  total,
  totalIsExact,
  previousHref,
  nextHref,
}: {
  firstRow: number
  count: number
  total: number
  totalIsExact: boolean
  previousHref: string | null
  nextHref: string | null
}) {
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 border-t px-4 py-2">
      <p className="text-xs text-muted tabular-nums">
        {text(firstRow)}–{text(firstRow + count - 1)} of {totalText({ total, totalIsExact })}
      </p>
      <div className="flex gap-2">
        <PageLink rel="prev" href={previousHref}>
          <ChevronLeft aria-hidden className="size-4" />
          Previous
        </PageLink>
        <PageLink rel="next" href={nextHref}>
          Next
          <ChevronRight aria-hidden className="size-4" />
        </PageLink>
      </div>
    </nav>
  )
}

/** Nothing where there is no such page: a dead button helps nobody. */
function PageLink({
  rel,
  href,
  children,
}: {
  rel: 'prev' | 'next'
  href: string | null
  children: ReactNode
}) {
  return href === null ? null : (
    <Link rel={rel} href={href} className={buttonClass()}>
      {children}
    </Link>
  )
}
