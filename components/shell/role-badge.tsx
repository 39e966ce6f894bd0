import { Eye, PencilLine, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Reasons } from '#components/access/reasons.tsx'
import { SOURCE_WORDS } from '#components/access/role-words.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { Popover } from '#components/ui/popover.tsx'
import type { Rights } from '#lib/domain/access/access.ts'
import type { StrongerRole } from '#lib/domain/access/stronger-roles.ts'

/** The visitor's rights in a word; opens what they mean, where they come from, and what would give more. */
export function RoleBadge({
  role,
  teams,
  because,
  more,
}: Rights & { more: readonly StrongerRole[] }) {
  const { word, sentence, canEdit } = describe({ role, teams })
  const Icon = !canEdit ? Eye : role === 'admin' ? ShieldCheck : PencilLine
  return (
    <Popover
      label="What you may do"
      triggerClass="inline-flex min-h-6 min-w-0 items-center rounded-full"
      trigger={
        <Badge tone={canEdit ? 'accent' : 'warn'} icon={Icon}>
          <span className="max-sm:sr-only">{word}</span>
        </Badge>
      }
    >
      <p className="font-semibold">{word}</p>
      <p className="mt-1 text-muted">{sentence}</p>
      {because.length > 0 && (
        <Part heading="Because">
          <Reasons because={because} />
        </Part>
      )}
      {more.length > 0 && (
        <Part heading="What would allow more">
          <ul className="space-y-2">
            {more.map((stronger) => (
              <MoreRights key={`${stronger.team} ${stronger.role}`} {...stronger} />
            ))}
          </ul>
        </Part>
      )}
    </Popover>
  )
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="mt-3 border-t pt-3">
      <p className="mb-1.5 text-xs font-medium text-muted">{heading}</p>
      {children}
    </div>
  )
}

/** A few are enough: any of them gives the role, and the person who assigns them knows the rest. */
const GRANTS_SHOWN = 5

function MoreRights({ role, team, grants }: StrongerRole) {
  const more = grants.length - GRANTS_SHOWN
  return (
    <li>
      <p>
        <span className="font-medium">{MORE[role]}</span>
        {team !== null && ` in team ${team}`}
      </p>
      {grants.length === 0 && <p className="text-muted">No group gives this yet.</p>}
      {grants.slice(0, GRANTS_SHOWN).map(({ source, value, description }) => (
        <p key={`${source} ${value}`} className="text-muted">
          {SOURCE_WORDS[source]} {description} <Chip>{value}</Chip>
        </p>
      ))}
      {more > 0 && <p className="text-muted">or one of {more.toLocaleString('en')} more</p>}
    </li>
  )
}

const MORE: Readonly<Record<StrongerRole['role'], string>> = {
  reader: 'Reader',
  contributor: 'Contributor',
  admin: 'Admin',
}

function describe({ role, teams }: Pick<Rights, 'role' | 'teams'>) {
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
      return describeReader(teams)
    case null:
      return describeTeams(teams)
  }
}

function describeReader(teams: Rights['teams']) {
  const edited = editedOf(teams)
  if (edited.length > 0) {
    return {
      word: contributorWord(edited),
      sentence: `You may read everything in this tenant, and change the applications and policies of ${edited.join(', ')}.`,
      canEdit: true,
    }
  }
  return {
    word: 'Read-only',
    sentence:
      'You may read everything in this tenant and change nothing. You may make API tokens that read, and ask for a team.',
    canEdit: false,
  }
}

function describeTeams(teams: Rights['teams']) {
  if (teams.size === 0) {
    return { word: 'No role', sentence: 'You may ask for a team, and no more.', canEdit: false }
  }
  const edited = editedOf(teams)
  if (edited.length > 0) {
    return {
      word: contributorWord(edited),
      sentence: `You may change the applications and policies of ${edited.join(', ')}.`,
      canEdit: true,
    }
  }
  return {
    word: `Read-only: ${inShort([...teams.keys()])}`,
    sentence: 'You may read what your teams own and change nothing.',
    canEdit: false,
  }
}

function editedOf(teams: Rights['teams']): readonly string[] {
  return [...teams].flatMap(([team, role]) => (role === 'contributor' ? [team] : []))
}

function contributorWord(teams: readonly string[]): string {
  return `Contributor: ${inShort(teams)}`
}

function inShort(teams: readonly string[]): string {
  return teams.length === 1 ? teams[0]! : `${teams.length} teams`
}
