'use client'

import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useMemo, useSyncExternalStore } from 'react'
import { Link } from '#components/ui/link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { keptList, type Neighbours, neighboursIn } from './opened-list.ts'

const ARROW = 'inline-flex size-6 items-center justify-center rounded'

/** The way to the rows beside an object's, in the list from which it was opened; nothing for one that the list hasn't. */
export function ListNeighbours({ visitor, path }: { visitor: string; path: string }) {
  const kept = useSyncExternalStore(
    () => () => {},
    () => keptList(visitor, sessionStorage),
    () => null,
  )
  const beside = useMemo(() => neighboursIn(kept, path), [kept, path])
  return beside && <Beside path={path} {...beside} />
}

function Beside({ path, list, place, previous, next }: Neighbours & { path: string }) {
  const arrows = { path, tab: useSearchParams().get('tab') }
  return (
    <span className="inline-flex items-center gap-1 text-muted">
      <Arrow {...arrows} rel="prev" label="Previous" icon={ChevronLeft} href={previous} />
      <TextLink href={list}>{place}</TextLink>
      <Arrow {...arrows} rel="next" label="Next" icon={ChevronRight} href={next} />
    </span>
  )
}

function Arrow({
  rel,
  label,
  icon: Icon,
  href,
  path,
  tab,
}: {
  rel: 'prev' | 'next'
  label: string
  icon: LucideIcon
  /** Null: there is none. */
  href: string | null
  path: string
  tab: string | null
}) {
  if (href === null) {
    return (
      <span className={`${ARROW} opacity-40`}>
        <Icon aria-hidden className="size-3.5" />
      </span>
    )
  }
  return (
    <Link
      rel={rel}
      aria-label={label}
      title={label}
      href={isList(href, path) ? href : withTab(href, tab)}
      className={`${ARROW} hover:bg-sunken hover:text-ink`}
    >
      <Icon aria-hidden className="size-3.5" />
    </Link>
  )
}

/** Whether it leads to another page of the list, whose path is where an object's begins. */
function isList(href: string, path: string): boolean {
  return path.startsWith(`${href.split('?')[0]!}/`)
}

/** The same part of the next object's page. */
function withTab(href: string, tab: string | null): string {
  if (tab === null) return href
  return `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ tab }).toString()}`
}
