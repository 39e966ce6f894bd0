import { Chip } from '#components/ui/chip.tsx'
import type { Because } from '#lib/domain/access/access.ts'
import { SOURCE_WORDS } from './role-words.tsx'

export function Reasons({ because }: { because: readonly Because[] }) {
  return (
    <ul className="space-y-1">
      {because.map((reason) =>
        reason.kind === 'team' ? (
          <li key={`${reason.team} ${reason.group} ${reason.role}`}>
            Group <Chip>{reason.group}</Chip>{' '}
            <span className="text-muted">
              makes a {reason.role} of team {reason.team}
            </span>
          </li>
        ) : (
          <li key={`${reason.grant.source} ${reason.grant.value} ${reason.grant.role}`}>
            {SOURCE_WORDS[reason.grant.source]} <Chip>{reason.grant.value}</Chip>{' '}
            <span className="text-muted">
              {reason.grant.description !== '' && `(${reason.grant.description}) `}
              makes {reason.grant.role === 'admin' ? 'an' : 'a'} {reason.grant.role}
            </span>
          </li>
        ),
      )}
    </ul>
  )
}
