import {
  BellOff,
  BellRing,
  Boxes,
  ChartSpline,
  FileClock,
  KeyRound,
  type LucideIcon,
  Send,
  Server,
  Target,
  Users,
} from 'lucide-react'
import type { Area } from '#lib/domain/objects/kind.ts'
import { isIn, type Kind, type KindIn, KINDS, kinds } from '#lib/domain/objects/kinds.ts'

export const KIND_ICONS: Readonly<Record<Kind, LucideIcon>> = {
  team: Users,
  cluster: Server,
  'registration-token': KeyRound,
  application: Boxes,
  'target-policy': Target,
  'alert-rule': BellRing,
  silence: BellOff,
  subscription: Send,
  'saved-report': FileClock,
  'metric-source': ChartSpline,
}

/** The plural of a kind, as a heading. */
export function kindHeading(kind: Kind): string {
  return capitalised(kinds[kind].words)
}

/** The singular of a kind, as a heading. */
export function kindTitle(kind: Kind): string {
  return capitalised(kinds[kind].word)
}

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

/** The kinds of an area, in the order of their headings. */
export function kindsOf<A extends Area>(area: A): readonly KindIn<A>[] {
  return KINDS.filter((kind): kind is KindIn<A> => isIn(kind, area)).sort((a, b) =>
    kindHeading(a) < kindHeading(b) ? -1 : 1,
  )
}
