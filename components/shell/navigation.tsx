'use client'

import { Anchor } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { classNames } from '#components/ui/class-names.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'
import { usePlaceAddress } from './place-addresses.tsx'
import { type Place, placesFor } from './places.ts'

/** What the navigation shows a visitor. */
export type VisitorPlaces = {
  /** How many requests wait for the visitor's decision. */
  readonly openRequests: number
  readonly hidden: readonly string[]
}

/** Links to the parts of the portal, the current one marked. */
export function Navigation({
  openRequests,
  hidden,
  isFolded = false,
  onNavigate,
}: VisitorPlaces & {
  /** Whether only icons are in sight, and the word of the one that is pointed at or has the focus. */
  isFolded?: boolean
  onNavigate?: () => void
}) {
  const pathname = usePathname()
  const addressOf = usePlaceAddress()
  return (
    <nav aria-label="Main">
      {placesFor(hidden).map(({ heading, places }) => (
        <div key={heading} className="mb-3">
          {heading !== null && <Heading isFolded={isFolded}>{heading}</Heading>}
          <ul className="space-y-0.5">
            {places.map((place) => (
              <li key={place.href}>
                <NavigationLink
                  place={place}
                  href={addressOf(place.href)}
                  waiting={place.href === pagePaths.teamRequests ? openRequests : 0}
                  current={isWithin(pathname, place.href)}
                  isFolded={isFolded}
                  onNavigate={onNavigate}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Heading({ isFolded, children }: { isFolded: boolean; children: string }) {
  if (isFolded) return <div className="mx-2 mb-3 border-t" />
  return <p className="px-2.5 pb-1 text-xs font-medium text-muted">{children}</p>
}

function isWithin(pathname: string, href: string): boolean {
  return pathname === href || (href !== '/' && pathname.startsWith(`${href}/`))
}

/** Beside a folded sidebar, over the page. Fixed, because the sidebar cuts off what sticks out of it. */
const FOLDED_LABEL =
  'pointer-events-none fixed left-14 z-40 rounded-md border bg-surface px-2 py-1 text-ink opacity-0 shadow-lg group-hover:opacity-100 group-focus-visible:opacity-100'

function NavigationLink({
  place: { label, icon: Icon },
  href,
  waiting,
  current,
  isFolded,
  onNavigate,
}: {
  place: Place
  href: string
  waiting: number
  current: boolean
  isFolded: boolean
  onNavigate?: () => void
}) {
  return (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      onClick={onNavigate}
      className={classNames(
        'group flex h-8 items-center gap-2.5 rounded-md px-2.5 lg:h-7',
        current ? 'bg-accent-soft font-medium text-accent-strong' : 'text-ink hover:bg-sunken',
      )}
    >
      <Icon aria-hidden className={classNames('size-4 shrink-0', !current && 'text-muted')} />
      <span className={isFolded ? FOLDED_LABEL : 'truncate'}>{label}</span>
      {waiting > 0 && (
        <span
          className={classNames(
            'rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums',
            isFolded ? '-ml-4 self-start' : 'ml-auto',
          )}
        >
          {waiting.toLocaleString('en')}
          <span className="sr-only"> open</span>
        </span>
      )}
    </Link>
  )
}

export function Brand() {
  return (
    <Link href={pagePaths.overview} className="flex items-center gap-2 rounded-md font-semibold">
      <span className="inline-flex size-7 items-center justify-center rounded-md bg-accent text-on-accent">
        <Anchor aria-hidden className="size-4" />
      </span>
      <span className="max-sm:sr-only">Berth</span>
    </Link>
  )
}
