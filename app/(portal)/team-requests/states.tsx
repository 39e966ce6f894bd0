import { CircleCheck, CircleDot, CircleSlash, Undo2 } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import type { TeamRequestAnswer } from '#lib/usecases/team-requests/read.ts'

type State = TeamRequestAnswer['state']

const STATES = {
  open: { word: 'Open', tone: 'accent', icon: CircleDot },
  approved: { word: 'Approved', tone: 'good', icon: CircleCheck },
  declined: { word: 'Declined', tone: 'bad', icon: CircleSlash },
  withdrawn: { word: 'Withdrawn', tone: 'neutral', icon: Undo2 },
} as const satisfies Record<State, object>

export function stateWord(state: State): string {
  return STATES[state].word
}

export function StateBadge({ state }: { state: State }) {
  const { word, tone, icon } = STATES[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
