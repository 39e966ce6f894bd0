import { PublicationBadge } from '#components/changes/publication-badge.tsx'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { PullRequestWait, type WaitedFor } from '#components/pull-requests/pull-request-wait.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { WAITS_FOR_UPGRADE } from '#lib/domain/reconcilers/interface/upgrade.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'
import type { Change } from '#lib/usecases/changes/read.ts'

type Publication = Change['publications'][number]

export function PublicationsCard({
  publications,
  pulls,
}: Pick<Change, 'publications'> & {
  /** Those that it waits in or behind, by branch. */
  pulls: ReadonlyMap<string, PullRequestJson>
}) {
  return (
    <Card flush title="Publications" note="its way into each branch of Git">
      <ColumnTable
        label="Publications"
        columns={columnsWith(pulls)}
        items={publications}
        keyOf={({ branch }) => branch}
      />
    </Card>
  )
}

const columnsWith = (
  pulls: ReadonlyMap<string, PullRequestJson>,
): readonly Column<Publication>[] => [
  { heading: 'Branch', cell: ({ branch }) => <Chip>{branch}</Chip> },
  {
    heading: 'State',
    cell: ({ branch, state, error, pullRequest }) => (
      <>
        <PublicationBadge state={state} />
        <Waiting pull={pulls.get(branch) ?? pullRequest} isIn={state === 'proposed'} />
        {error !== null && <Trouble error={error} />}
      </>
    ),
  },
  {
    heading: 'Commit',
    cell: ({ commit }) => (commit === null ? <None>not yet</None> : <Commit id={commit} />),
  },
]

function Waiting({ pull, isIn }: { pull: WaitedFor | null; isIn: boolean }) {
  if (pull === null) return null
  return (
    <p className="mt-1 text-xs text-muted">
      <PullRequestWait pull={pull} isIn={isIn} />
    </p>
  )
}

/** Waiting for an upgrade is not an error, so it isn't shown as one. */
function Trouble({ error }: { error: string }) {
  if (error !== WAITS_FOR_UPGRADE) return <p className="mt-1 text-xs text-bad">{error}</p>
  return (
    <p className="mt-1 text-xs text-muted">
      Waits for <TextLink href={pagePaths.upgrade}>the upgrade</TextLink> of the branch, which an
      admin confirms.
    </p>
  )
}

function Commit({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <Chip>{id.slice(0, 12)}</Chip>
      <CopyButton text={id} label={`the commit ${id.slice(0, 12)}`} />
    </span>
  )
}
