import { EyeOff, type LucideIcon, Unlink } from 'lucide-react'
import { KIND_ICONS } from '#components/objects/kinds.ts'
import type { NeededApplication } from './dependency-words.ts'

/** Whether it isn't wherever it should be, or nowhere. */
export function isTroubled({ missing, behind, clusters }: NeededApplication): boolean {
  return missing || (behind ?? 0) > 0 || clusters === 0
}

export function applicationIcon({ namespace, missing }: NeededApplication): LucideIcon {
  if (missing) return Unlink
  return namespace === null ? EyeOff : KIND_ICONS.application
}
