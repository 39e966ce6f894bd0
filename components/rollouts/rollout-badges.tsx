import {
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CirclePause,
  CircleSlash,
  CircleX,
  CloudUpload,
  Layers,
  Rocket,
  SkipForward,
  Undo2,
} from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import type { RolloutJson, RolloutRowJson } from '#lib/schemas/rollout.ts'
import { isUnobserved } from './wave-health.tsx'

export type WaveJson = RolloutJson['waves'][number]

type RolloutState = RolloutRowJson['state']

const STATES = {
  running: { tone: 'progress', icon: Rocket, word: 'Running' },
  paused: { tone: 'warn', icon: CirclePause, word: 'Paused' },
  completed: { tone: 'good', icon: CircleCheck, word: 'Completed' },
  rolled_back: { tone: 'neutral', icon: Undo2, word: 'Rolled back' },
  aborted: { tone: 'neutral', icon: CircleSlash, word: 'Aborted' },
  superseded: { tone: 'neutral', icon: Layers, word: 'Superseded' },
} as const

export const rolloutStateWord = (state: RolloutState): string => STATES[state].word

export function RolloutBadge({ state }: { state: RolloutState }) {
  const { tone, icon, word } = STATES[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

const WAVES = {
  pending: { tone: 'neutral', icon: CircleDashed, word: 'Not yet' },
  released: { tone: 'progress', icon: CloudUpload, word: 'On its way to Git' },
  published: { tone: 'progress', icon: Rocket, word: 'In Git' },
  passed: { tone: 'good', icon: CircleCheck, word: 'Passed' },
  failed: { tone: 'bad', icon: CircleX, word: 'Failed' },
  skipped: { tone: 'neutral', icon: SkipForward, word: 'Skipped' },
} as const

/** What is known where no wave asks how its clusters are. */
export const HEALTH_UNASKED = 'health not looked at'
const IN_GIT_ALONE = `In Git, ${HEALTH_UNASKED}`

const UNOBSERVED = {
  tone: 'unknown',
  icon: CircleQuestionMark,
  word: 'Passed, nobody reports',
} as const

const UNASKED = { tone: 'neutral', icon: CircleCheck, word: IN_GIT_ALONE } as const

/**
 * `Passed` alone says that what was asked of its clusters held: not of one of which nothing was asked, nor of one whose clusters are
 * all silent.
 */
export function waveLook({ state, health, after }: Pick<WaveJson, 'state' | 'health' | 'after'>) {
  if (state !== 'passed') return WAVES[state]
  if (after === null) return UNASKED
  return isUnobserved(health) ? UNOBSERVED : WAVES[state]
}

export function WaveBadge({ wave }: { wave: WaveJson }) {
  const { tone, icon, word } = waveLook(wave)
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
