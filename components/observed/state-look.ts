// How each state is shown: always as an icon, a word and a colour.
import {
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CirclePause,
  CircleX,
  Clock,
  HeartCrack,
  History,
  LogOut,
  type LucideIcon,
  PencilLine,
  RefreshCw,
  Unlink,
} from 'lucide-react'
import type { Freshness } from '#lib/domain/observed/freshness.ts'
import { type State, STATES, type Tone, TONES } from '#lib/domain/observed/states.ts'

type Look = { readonly icon: LucideIcon; readonly word: string; readonly meaning: string }

const LOOKS: Readonly<Record<State, Look>> = {
  failed: {
    icon: CircleX,
    word: 'Failed',
    meaning: 'The cluster could not apply, compare or remove it.',
  },
  degraded: { icon: HeartCrack, word: 'Degraded', meaning: 'It is applied, and isn’t healthy.' },
  missing: {
    icon: CircleDashed,
    word: 'Missing',
    meaning: 'The cluster has pulled that it should be there, and it isn’t.',
  },
  drifted: {
    icon: PencilLine,
    word: 'Drifted',
    meaning: 'It was applied, and something on the cluster differs from it by now.',
  },
  orphaned: {
    icon: Unlink,
    word: 'Orphaned',
    meaning: 'It isn’t placed any more, is still there, and nothing removes it.',
  },
  behind: {
    icon: History,
    word: 'Behind',
    meaning: 'The cluster still runs an older revision than the wanted one.',
  },
  unknown: {
    icon: CircleQuestionMark,
    word: 'Unknown',
    meaning: 'The cluster doesn’t say how it is.',
  },
  waiting: { icon: Clock, word: 'Waiting', meaning: 'The cluster hasn’t pulled it yet.' },
  progressing: {
    icon: RefreshCw,
    word: 'Progressing',
    meaning: 'It is being applied, or isn’t ready yet.',
  },
  leaving: {
    icon: LogOut,
    word: 'Leaving',
    meaning: 'It isn’t placed any more, and is being removed.',
  },
  suspended: { icon: CirclePause, word: 'Suspended', meaning: 'It is paused on the cluster.' },
  healthy: {
    icon: CircleCheck,
    word: 'Healthy',
    meaning: 'What is wanted runs there, and is healthy.',
  },
}

export function lookOf(state: State): Look & { readonly tone: Tone } {
  return { ...LOOKS[state], tone: TONES[state] }
}

/** What a state says of a placement whose cluster is so fresh; null: that isn't known. */
export function meaningOf(state: State, freshness: Freshness | null): string {
  if (state !== 'unknown') return LOOKS[state].meaning
  if (freshness === 'none') return 'The cluster has never reported.'
  return freshness === 'stale' ? 'The cluster is silent, so nobody knows.' : LOOKS.unknown.meaning
}

/** The colour of a tone in text. */
export const TEXT_OF: Readonly<Record<Tone, string>> = {
  good: 'text-good',
  progress: 'text-progress',
  warn: 'text-warn',
  bad: 'text-bad',
  unknown: 'text-unknown',
}

/** A tone as an area. */
export const AREA_OF: Readonly<Record<Tone, string>> = {
  good: 'bg-good-solid',
  progress: 'bg-progress-solid',
  warn: 'bg-warn-solid',
  bad: 'bg-bad-solid',
  unknown: 'hatched',
}

/** The words for each state, as a choice. */
export const STATE_CHOICES = STATES.map((state) => [state, LOOKS[state].word] as const)
