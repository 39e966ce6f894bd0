// How outcomes of deployments look: an icon and a word each, so that none is told by colour alone.
import {
  CircleCheck,
  CircleQuestionMark,
  CircleX,
  type LucideIcon,
  RefreshCw,
  SkipForward,
} from 'lucide-react'
import { type Outcome, OUTCOMES } from '#lib/domain/observed/outcome.ts'
import type { Tone } from '#lib/domain/observed/states.ts'

type Look = { readonly tone: Tone | 'neutral'; readonly icon: LucideIcon; readonly word: string }

export const OUTCOME_LOOKS: Readonly<Record<Outcome, Look>> = {
  succeeded: { tone: 'good', icon: CircleCheck, word: 'Succeeded' },
  failed: { tone: 'bad', icon: CircleX, word: 'Failed' },
  superseded: { tone: 'neutral', icon: SkipForward, word: 'Superseded' },
  in_progress: { tone: 'progress', icon: RefreshCw, word: 'In progress' },
  unknown: { tone: 'unknown', icon: CircleQuestionMark, word: 'Unknown' },
}

export const OUTCOME_CHOICES = OUTCOMES.map((word) => [word, OUTCOME_LOOKS[word].word] as const)
