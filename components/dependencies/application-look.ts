import { EyeOff, type LucideIcon, Unlink } from 'lucide-react'
import { KIND_ICONS } from '#components/objects/kinds.ts'
import type { NeededApplication } from './dependency-words.ts'

type Look = {
  readonly icon: LucideIcon
  /** Whether it isn't everywhere where it should be, or nowhere. */
  readonly isTroubled: boolean
}

export function applicationLook({ namespace, missing, behind, clusters }: NeededApplication): Look {
  const icon = namespace === null ? EyeOff : KIND_ICONS.application
  return {
    icon: missing ? Unlink : icon,
    isTroubled: missing || (behind ?? 0) > 0 || clusters === 0,
  }
}
