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
  isIn = true,
}: {
  pull: WaitedFor
  /** What waits, within a sentence. */
  what?: string
  /** Whether it is in the pull request, or behind it. */
  isIn?: boolean
}) {
  switch (pull.next) {
    case 'decision':
      return <Held pull={pull} what={what} />
    case 'reopening':
      return (
        <>
          <PullRequestLink pull={pull} isFirst /> is being opened again.
        </>
      )
    case 'settling':
      return (
        <>
          <PullRequestLink pull={pull} isFirst /> was merged: Berth is about to see that in Git.
        </>
      )
    default:
      return (
        <>
          {isIn ? 'Waits in' : 'Not yet in'} <PullRequestLink pull={pull} />
        </>
      )
  }
}

function Held({ pull, what }: { pull: WaitedFor; what: string }) {
  const { closed_by: by } = pull
  return (
    <>
      <PullRequestLink pull={pull} isFirst /> was closed{by ? ` by ${by}` : ''}; {what} waits.{' '}
      <TextLink href={pagePaths.pullRequests}>Open it again, or undo</TextLink>
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
