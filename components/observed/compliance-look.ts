// How each part of the way of a change or a commit is shown: always as an icon, a word and a colour.
import { CircleCheck, CircleQuestionMark, CircleX, type LucideIcon, RefreshCw } from 'lucide-react'
import type { Compliance } from '#lib/domain/observed/compliance.ts'
import type { Tone } from '#lib/domain/observed/states.ts'

export type Look = { readonly icon: LucideIcon; readonly word: string; readonly tone: Tone }

export const COMPLIANCE_LOOKS: Readonly<Record<Compliance, Look>> = {
  succeeded: { icon: CircleCheck, word: 'Arrived', tone: 'good' },
  failed: { icon: CircleX, word: 'Failed', tone: 'bad' },
  unknown: { icon: CircleQuestionMark, word: 'Unknown', tone: 'unknown' },
  in_progress: { icon: RefreshCw, word: 'On its way', tone: 'progress' },
}
