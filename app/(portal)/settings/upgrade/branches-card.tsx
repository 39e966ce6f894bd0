import {
  CircleAlert,
  CircleCheck,
  Clock,
  GitPullRequest,
  Hourglass,
  type LucideIcon,
} from 'lucide-react'
import { PlacementCounts } from '#components/changes/placement-counts.tsx'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { PullRequestWait } from '#components/pull-requests/pull-request-wait.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'
import type { Upgrade } from '#lib/usecases/upgrade/read.ts'

type Branch = Upgrade['branches'][number]

const STATES: Readonly<Record<Branch['state'], readonly [string, Tone, LucideIcon]>> = {
  unread: ['Being worked out', 'neutral', Hourglass],
  waiting: ['Waits', 'warn', Hourglass],
  pending: ['On its way', 'warn', Clock],
  proposed: ['In a pull request', 'warn', GitPullRequest],
  failed: ['Failed', 'bad', CircleAlert],
  published: ['Upgraded', 'good', CircleCheck],
}

const SHOWN_MAX = 50

/** The state of each branch, upgraded ones last. */
export function BranchesCard({
  branches,
  pulls,
}: {
  branches: readonly Branch[]
  /** By the branch into which they are merged. */
  pulls: ReadonlyMap<string, PullRequestJson>
}) {
  const rank = ({ state }: Branch) => Object.keys(STATES).indexOf(state)
  const shown = branches.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN_MAX)
  const note = branches.length > SHOWN_MAX ? `${SHOWN_MAX} of ${branches.length}` : undefined
  return (
    <Card title="Branches" note={note} flush>
      <ColumnTable
        label="Branches"
        columns={columnsWith(pulls)}
        items={shown}
        keyOf={({ branch }) => branch}
      />
    </Card>
  )
}

const columnsWith = (pulls: ReadonlyMap<string, PullRequestJson>): readonly Column<Branch>[] => [
  { heading: 'Branch', cell: ({ branch }) => <Chip>{branch}</Chip> },
  { heading: 'State', cell: (branch) => <State branch={branch} pull={pulls.get(branch.branch)} /> },
  {
    heading: 'Files',
    from: 'sm',
    cell: ({ plan }) =>
      plan && <PlacementCounts counts={{ ...plan.files, changed: plan.files.modified }} />,
  },
  {
    heading: 'Bootstraps',
    from: 'sm',
    className: 'tabular-nums',
    cell: ({ plan }) => plan?.clusters.toLocaleString('en'),
  },
  {
    heading: 'Changes that wait',
    from: 'md',
    className: 'tabular-nums',
    cell: ({ waiting }) => waiting.toLocaleString('en'),
  },
]

function State({
  branch: { state, error },
  pull,
}: {
  branch: Branch
  pull: PullRequestJson | undefined
}) {
  const [label, tone, icon] = STATES[state]
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      {state === 'proposed' && pull !== undefined && (
        <p className="mt-1 text-xs text-muted">
          <PullRequestWait pull={pull} what="the upgrade" />
        </p>
      )}
      {error !== null && state !== 'published' && (
        <p className="mt-1 text-xs break-words text-bad">{error}</p>
      )}
    </>
  )
}
