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
  const { words } = kinds[kind]
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** The kinds in the alphabetical order of their headings. */
export const KINDS_BY_HEADING = KINDS.toSorted((a, b) => (kindHeading(a) < kindHeading(b) ? -1 : 1))
