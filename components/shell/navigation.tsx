'use client'

import {
  Anchor,
  GitCommitHorizontal,
  History,
  LayoutDashboard,
  type LucideIcon,
  MapPin,
  ScrollText,
  MessageSquarePlus,
  Settings,
  Siren,
} from 'lucide-react'
import { usePathname } from 'next/navigation'
import { byHeading, KIND_ICONS, kindHeading } from '#components/objects/kinds.ts'
import { classNames } from '#components/ui/class-names.ts'
import type { Area } from '#lib/domain/objects/kind.ts'
import { KINDS, kinds } from '#lib/domain/objects/kinds.ts'
import { listPath, pagePaths } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'

type Place = { readonly href: string; readonly label: string; readonly icon: LucideIcon }

const GROUPS: readonly (readonly [string | null, readonly Place[]])[] = [
  [null, [{ href: pagePaths.overview, label: 'Overview', icon: LayoutDashboard }]],
  ['Fleet', placesOf('fleet')],
  [
    'Outcome',
    [
      { href: pagePaths.placements, label: 'Placements', icon: MapPin },
      { href: pagePaths.changes, label: 'Changes', icon: GitCommitHorizontal },
      { href: pagePaths.history, label: 'History', icon: History },
    ],
  ],
  [
    'Reporting',
    [{ href: pagePaths.alerts, label: 'Alerts', icon: Siren }, ...placesOf('reporting')],
  ],
  [
    'Administration',
    [
      { href: pagePaths.teamRequests, label: 'Team requests', icon: MessageSquarePlus },
      ...placesOf('administration'),
      { href: pagePaths.audit, label: 'Audit', icon: ScrollText },
      { href: pagePaths.settings, label: 'Settings', icon: Settings },
    ],
  ],
]

function placesOf(area: Area): readonly Place[] {
  return byHeading(KINDS.filter((kind) => kinds[kind].area === area)).map((kind) => ({
    href: listPath(kind),
    label: kindHeading(kind),
    icon: KIND_ICONS[kind],
  }))
}

/** Links to the parts of the portal, the current one marked. */
export function Navigation({
  openRequests,
  hidden,
  onNavigate,
}: {
  /** How many requests wait for the visitor's decision. */
  openRequests: number
  hidden: readonly string[]
  onNavigate?: () => void
}) {
  const pathname = usePathname()
  return (
    <nav aria-label="Main">
      {reachable(hidden).map(([heading, places]) => (
        <div key={heading} className="mb-3">
          {heading !== null && (
            <p className="px-2.5 pb-1 text-xs font-medium text-muted">{heading}</p>
          )}
          <ul className="space-y-0.5">
            {places.map((place) => (
              <li key={place.href}>
                <NavigationLink
                  place={place}
                  waiting={place.href === pagePaths.teamRequests ? openRequests : 0}
                  current={isWithin(pathname, place.href)}
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

function reachable(hidden: readonly string[]): typeof GROUPS {
  return GROUPS.map(
    ([heading, places]) => [heading, places.filter(({ href }) => !hidden.includes(href))] as const,
  ).filter(([, places]) => places.length > 0)
}

function isWithin(pathname: string, href: string): boolean {
  return pathname === href || (href !== '/' && pathname.startsWith(`${href}/`))
}

function NavigationLink({
  place: { href, label, icon: Icon },
  waiting,
  current,
  onNavigate,
}: {
  place: Place
  waiting: number
  current: boolean
  onNavigate?: () => void
}) {
  return (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      onClick={onNavigate}
      className={classNames(
        'flex h-8 items-center gap-2.5 rounded-md px-2.5',
        current ? 'bg-accent-soft font-medium text-accent-strong' : 'text-ink hover:bg-sunken',
      )}
    >
      <Icon aria-hidden className={classNames('size-4', !current && 'text-muted')} />
      {label}
      {waiting > 0 && (
        <span className="ml-auto rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums">
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
