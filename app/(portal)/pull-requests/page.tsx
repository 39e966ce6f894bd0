import { GitMerge, GitPullRequest, Layers } from 'lucide-react'
import type { Metadata } from 'next'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { PullRequestList } from '#components/pull-requests/pull-request-list.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { listPath } from '#lib/schemas/paths.ts'
import { ReopenAction } from './reopen-action.tsx'
import { readWaiting } from './waiting.ts'

export const metadata: Metadata = { title: 'Pull requests' }

export default async function PullRequestsPage() {
  const { pulls, reviewed } = await readWaiting()
  const held = pulls.filter(({ state }) => state === 'closed')
  const open = pulls.filter(({ state }) => state !== 'closed')
  return (
    <>
      <PageHeader
        title="Pull requests"
        description="Changes that wait in Git until somebody merges them, a pull request for each branch."
      />
      <KeepCurrent seen={[]} />
      {pulls.length === 0 ? (
        <div className="rounded-lg border bg-surface">
          {reviewed.length === 0 ? <NotReviewed /> : <AllMerged environments={reviewed} />}
        </div>
      ) : (
        <div className="max-w-5xl space-y-4">
          {held.length > 0 && (
            <Card
              flush
              title="Held"
              note={`${counted(held.length, 'branch', 'branches')} wait for a decision`}
            >
              <PullRequestList
                label="Held"
                pulls={held}
                actionOf={(pull) => <ReopenAction pull={pull} />}
              />
            </Card>
          )}
          {open.length > 0 && (
            <Card flush title="To be merged" note="at the Git host">
              <PullRequestList label="To be merged" pulls={open} actionOf={() => null} />
            </Card>
          )}
        </div>
      )}
    </>
  )
}

function NotReviewed() {
  return (
    <EmptyState
      icon={GitPullRequest}
      title="No environment is published by pull request"
      actions={
        <Link href={listPath('environment')} className={buttonClass()}>
          <Layers aria-hidden className="size-4" />
          Environments
        </Link>
      }
    >
      <p>
        Berth pushes each change as soon as it is saved. To have changes of an environment reviewed
        in Git first, edit it and choose “By pull request” under Publishing. Its clusters need a
        branch of their own, and the repository a Git host that has pull requests.
      </p>
    </EmptyState>
  )
}

function AllMerged({ environments }: { environments: readonly string[] }) {
  return (
    <EmptyState icon={GitMerge} title="Nothing waits to be merged">
      <p>Every change of {environments.join(', ')} is in the branches that clusters pull.</p>
    </EmptyState>
  )
}
