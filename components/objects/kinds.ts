import { Boxes, type LucideIcon, Server, Target, Users } from 'lucide-react'
import { type Kind, KINDS, kinds } from '#lib/domain/objects/kinds.ts'

export const KIND_ICONS: Readonly<Record<Kind, LucideIcon>> = {
  team: Users,
  cluster: Server,
  application: Boxes,
  'target-policy': Target,
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

export const KINDS_BY_HEADING = KINDS.toSorted((a, b) => (kindHeading(a) < kindHeading(b) ? -1 : 1))
