import {
  CircleHelp,
  CircleSlash,
  EyeOff,
  HeartCrack,
  History,
  Hourglass,
  type LucideIcon,
  Unlink,
} from 'lucide-react'
import type { BlockedCode } from '#lib/domain/objects/blocked-by.ts'

type Look = { readonly icon: LucideIcon; readonly tone: 'text-warn' | 'text-bad' | 'text-unknown' }

const LOOKS: Readonly<Record<BlockedCode, Look>> = {
  not_placed: { icon: CircleSlash, tone: 'text-bad' },
  not_released: { icon: Hourglass, tone: 'text-warn' },
  older: { icon: History, tone: 'text-warn' },
  not_healthy: { icon: HeartCrack, tone: 'text-bad' },
  unknown_since: { icon: CircleHelp, tone: 'text-unknown' },
  missing: { icon: Unlink, tone: 'text-bad' },
}

/** Null: what is wrong with it isn't told. */
export function blockedLook(code: BlockedCode | null): Look {
  return code === null ? { icon: EyeOff, tone: 'text-unknown' } : LOOKS[code]
}
