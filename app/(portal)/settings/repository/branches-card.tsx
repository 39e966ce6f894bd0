import { CircleAlert, CircleCheck, Clock, GitPullRequest, type LucideIcon } from 'lucide-react'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { RepositorySettingsJson } from '#lib/schemas/repository-settings.ts'

type Branch = RepositorySettingsJson['status']['branches'][number]

const STATES: Readonly<Record<Branch['state'], readonly [string, Tone, LucideIcon]>> = {
  published: ['Published', 'good', CircleCheck],
  pending: ['Waiting for Git', 'warn', Clock],
  proposed: ['In a pull request', 'warn', GitPullRequest],
  failing: ['Not published', 'bad', CircleAlert],
}

const SHOWN_MAX = 50

/** The state of each branch, failing ones first. */
export function BranchesCard({ branches }: { branches: readonly Branch[] }) {
  const rank = ({ state }: Branch) => ['failing', 'pending', 'proposed', 'published'].indexOf(state)
  const shown = branches.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN_MAX)
  const note = branches.length > SHOWN_MAX ? `${SHOWN_MAX} of ${branches.length}` : undefined
  return (
    <Card title="Branches" note={note} flush>
      {shown.length === 0 ? (
        <p className="p-4 text-muted">
          No branch holds anything yet: the first cluster makes the first one.
        </p>
      ) : (
        <ul className="divide-y">
          {shown.map((branch) => (
            <BranchRow key={branch.branch} branch={branch} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function BranchRow({ branch: { branch, clusters, state, commit, error } }: { branch: Branch }) {
  const [label, tone, icon] = STATES[state]
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="min-w-0 font-mono text-xs break-all">{branch}</code>
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
        <span className="text-xs text-muted">
          {counted(clusters, 'cluster')}
          {commit !== null && (
            <>
              {' at '}
              <code className="font-mono">{commit.slice(0, 8)}</code>
            </>
          )}
        </span>
      </div>
      {error !== null && <p className="mt-1 text-xs break-words text-bad">{error}</p>}
    </li>
  )
}
