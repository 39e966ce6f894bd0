// The places of the navigation, which the palette leads to, too.
import {
  ArrowUpDown,
  GitCommitHorizontal,
  GitPullRequest,
  Grid3x3,
  History,
  LayoutDashboard,
  type LucideIcon,
  MapPin,
  MessageSquarePlus,
  Rocket,
  ScrollText,
  Settings,
  Siren,
} from 'lucide-react'
import { byHeading, KIND_ICONS, kindHeading } from '#components/objects/kinds.ts'
import { type Kind, KINDS, kinds } from '#lib/domain/objects/kinds.ts'
import { listPath, pagePaths } from '#lib/schemas/paths.ts'

export type Place = { readonly href: string; readonly label: string; readonly icon: LucideIcon }

type PlaceGroup = { readonly heading: string | null; readonly places: readonly Place[] }

/** The kinds that people come for, in the order of a decision: what runs where, why, and what it is told there. */
const FIRST: readonly Kind[] = [
  'application',
  'cluster',
  'target-policy',
  'config',
  'config-schema',
]

const others = byHeading(KINDS.filter((kind) => kind !== 'team' && !FIRST.includes(kind)))

const GROUPS: readonly PlaceGroup[] = [
  {
    heading: null,
    places: [
      { href: pagePaths.overview, label: 'Overview', icon: LayoutDashboard },
      { href: pagePaths.matrix, label: 'Matrix', icon: Grid3x3 },
      ...FIRST.map(placeOf),
      { href: pagePaths.placements, label: 'Placements', icon: MapPin },
      { href: pagePaths.rollouts, label: 'Rollouts', icon: Rocket },
      { href: pagePaths.changes, label: 'Changes', icon: GitCommitHorizontal },
      { href: pagePaths.pullRequests, label: 'Pull requests', icon: GitPullRequest },
      { href: pagePaths.history, label: 'History', icon: History },
      placeOf('team'),
    ],
  },
  {
    heading: 'Reporting',
    places: [
      { href: pagePaths.alerts, label: 'Alerts', icon: Siren },
      ...others.filter((kind) => kinds[kind].area === 'reporting').map(placeOf),
    ],
  },
  {
    heading: 'Administration',
    places: [
      { href: pagePaths.teamRequests, label: 'Team requests', icon: MessageSquarePlus },
      ...others.filter((kind) => kinds[kind].area !== 'reporting').map(placeOf),
      { href: pagePaths.import, label: 'Import and export', icon: ArrowUpDown },
      { href: pagePaths.audit, label: 'Audit', icon: ScrollText },
      { href: pagePaths.settings, label: 'Settings', icon: Settings },
    ],
  },
]

function placeOf(kind: Kind): Place {
  return { href: listPath(kind), label: kindHeading(kind), icon: KIND_ICONS[kind] }
}

/** The places that hold something for a visitor. */
export function placesFor(hidden: readonly string[]): readonly PlaceGroup[] {
  const groups = GROUPS.map(({ heading, places }) => ({
    heading,
    places: places.filter(({ href }) => !hidden.includes(href)),
  })).filter(({ places }) => places.length > 0)
  // One group alone is all there is, whatever it is part of for others.
  return groups.length === 1 ? groups.map(({ places }) => ({ heading: null, places })) : groups
}
