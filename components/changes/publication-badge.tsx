import { CircleAlert, CircleCheck, CircleDashed, Clock, GitPullRequest } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import type { PublicationState } from '#lib/domain/git/publication-state.ts'

const STATES = {
  pending: { tone: 'warn', icon: Clock, word: 'Pending' },
  proposed: { tone: 'warn', icon: GitPullRequest, word: 'In a pull request' },
  published: { tone: 'good', icon: CircleCheck, word: 'Published' },
  unchanged: { tone: 'neutral', icon: CircleDashed, word: 'Nothing to publish' },
  failed: { tone: 'bad', icon: CircleAlert, word: 'Failed' },
} as const

export function PublicationBadge({ state }: { state: PublicationState | 'unchanged' }) {
  const { tone, icon, word } = STATES[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
