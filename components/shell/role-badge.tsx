import { Eye, PencilLine, ShieldCheck } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import type { Actor } from '#lib/domain/actor.ts'

/** What whoever is signed in may do, in a word and, on asking, in a sentence. */
export function RoleBadge({ actor }: { actor: Pick<Actor, 'role' | 'teams'> }) {
  const { word, sentence, canEdit } = describe(actor)
  const Icon = !canEdit ? Eye : actor.role === 'admin' ? ShieldCheck : PencilLine
  return (
    <Tooltip text={sentence}>
      <button type="button" className="min-w-0 cursor-help rounded-full">
        <Badge tone={canEdit ? 'accent' : 'warn'} icon={Icon}>
          {word}
        </Badge>
      </button>
    </Tooltip>
  )
}

function describe({ role, teams }: Pick<Actor, 'role' | 'teams'>) {
  switch (role) {
    case 'admin':
      return { word: 'Admin', sentence: 'You may change everything in this tenant.', canEdit: true }
    case 'contributor':
      return {
        word: 'Contributor',
        sentence: 'You may change the applications and policies of every team.',
        canEdit: true,
      }
    case 'reader':
      return {
        word: 'Read-only',
        sentence: 'You may read everything in this tenant and change nothing.',
        canEdit: false,
      }
    case null:
      return describeTeams(teams)
  }
}

function describeTeams(teams: Actor['teams']) {
  if (teams.size === 0) {
    return { word: 'No role', sentence: 'You may ask for a team, and no more.', canEdit: false }
  }
  const edited = [...teams].flatMap(([team, role]) => (role === 'contributor' ? [team] : []))
  const canEdit = edited.length > 0
  const named = canEdit ? edited : [...teams.keys()]
  return {
    word: `${canEdit ? 'Contributor' : 'Read-only'}: ${named.length === 1 ? named[0] : `${named.length} teams`}`,
    sentence: canEdit
      ? `You may change the applications and policies of ${edited.join(', ')}.`
      : 'You may read what your teams own and change nothing.',
    canEdit,
  }
}
