import { GitMerge, GitPullRequest, Layers } from 'lucide-react'
import type { Metadata } from 'next'
import type { FilterField } from '#components/list/filter-form.tsx'
import { ListView } from '#components/list/list-view.tsx'
import type { Nothing } from '#components/list/no-rows.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { pullRequestStateWord } from '#components/pull-requests/pull-request-badge.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PULL_REQUEST_STATES } from '#lib/domain/git/pull-request.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { pullRequestList } from '#lib/lists/pull-requests.ts'
import { apiPaths, listPath, pagePaths } from '#lib/schemas/paths.ts'
import { ENVIRONMENTS_NAMED, readReviewed } from '../reviewed-environments.ts'
import { PullRequests } from './pull-requests.tsx'

export const metadata: Metadata = { title: 'Pull requests' }

const fields: readonly FilterField[] = [
  { name: 'environment', label: 'Environment' },
  {
    name: 'state',
    label: 'State',
    choices: PULL_REQUEST_STATES.map((state) => [state, pullRequestStateWord(state)] as const),
  },
  { name: 'branch', label: 'Branch', isMore: true, mono: true },
  { name: 'change', label: 'Change', placeholder: 'Its number', isMore: true },
]

export default async function PullRequestsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const list = await readPageList(pagePaths.pullRequests, pullRequestList, await searchParams)
  return (
    <>
      <KeepCurrent seen={[]} />
      <ListView
        title="Pull requests"
        description="Changes that wait until somebody merges them at the Git host: a pull request for each branch."
        list={list}
        api={apiPaths.pullRequests}
        fields={fields}
        isOfNow
        nothing={nothingOf(list.outcome.kind === 'rows' ? await readReviewed() : [])}
      >
        {(pulls) => <PullRequests pulls={pulls} />}
      </ListView>
    </>
  )
}

/** `reviewed`: the environments that are published by pull request. */
function nothingOf(reviewed: readonly string[]): Nothing {
  if (reviewed.length > 0) {
    return {
      icon: GitMerge,
      title: 'Nothing waits to be merged',
      text: (
        <p>
          Every change of {fewNamed(reviewed, ENVIRONMENTS_NAMED)} is in the branches that clusters
          pull.
        </p>
      ),
    }
  }
  return {
    icon: GitPullRequest,
    title: 'No environment is published by pull request',
    text: (
      <p>
        Berth pushes each change as soon as it is saved. To have the changes of an environment
        reviewed in Git first, edit it and choose “By pull request” under Publishing. Its clusters
        need a branch that no environment of the other kind shares, and the repository a Git host
        that has pull requests.
      </p>
    ),
    actions: (
      <Link href={listPath('environment')} className={buttonClass()}>
        <Layers aria-hidden className="size-4" />
        Environments
      </Link>
    ),
  }
}
