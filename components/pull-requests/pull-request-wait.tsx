import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'
import { PullRequestLink, type PullRequestRef } from './pull-request-link.tsx'

/** Only its number and address: how it stands isn’t known here. */
export type WaitedFor = PullRequestRef & Partial<Pick<PullRequestJson, 'next' | 'closed_by'>>

/** Why something isn’t in Git yet: somebody has to merge a pull request, or closed it. */
export function PullRequestWait({
  pull,
  what = 'this change',
}: {
  pull: WaitedFor
  /** What waits, within a sentence. */
  what?: string
}) {
  const { next, closed_by: by } = pull
  if (next === 'reopening') {
    return (
      <>
        <PullRequestLink pull={pull} isFirst /> is being opened again.
      </>
    )
  }
  if (next !== 'decision') {
    return (
      <>
        Waits in <PullRequestLink pull={pull} />
      </>
    )
  }
  return (
    <>
      <PullRequestLink pull={pull} isFirst /> was closed{by ? ` by ${by}` : ''}; {what} waits.{' '}
      <TextLink href={pagePaths.pullRequests}>What can be done</TextLink>
    </>
  )
}

/** A sentence that names a pull request by its number, which then leads there. */
export function WithPullRequestLink({
  text,
  pull,
}: {
  text: string
  pull: PullRequestRef | undefined
}) {
  if (pull === undefined) return text
  const named = `pull request ${pull.number}`
  const [before = '', ...after] = text.split(new RegExp(`${named}(?!\\d)`))
  if (after.length === 0) {
    return (
      <>
        {text} <PullRequestLink pull={pull} isFirst />
      </>
    )
  }
  return (
    <>
      {before}
      <PullRequestLink pull={pull} />
      {after.join(named)}
    </>
  )
}
