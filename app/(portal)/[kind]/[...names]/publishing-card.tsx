import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { Environment } from '#lib/domain/objects/objects.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { PullRequests } from '../../pull-requests/pull-requests.tsx'
import { readPullRequestsOf } from '../../pull-requests-of.ts'

/** How its changes get into Git, and the pull requests that they wait in. */
export async function PublishingCard({
  environment: { name, publish },
}: {
  environment: Environment
}) {
  const pulls = await readPullRequestsOf({ environment: name })
  // One may still be open from before it was published directly.
  if (publish === 'direct' && pulls.length === 0) return null
  return (
    <Card
      flush
      title="Pull requests"
      note={NOTES[publish]}
      actions={
        pulls.length > 0 && (
          <TextLink href={withQuery(pagePaths.pullRequests, { environment: name })}>
            Open as a list
          </TextLink>
        )
      }
    >
      <KeepCurrent seen={[]} />
      {pulls.length === 0 ? (
        <p className="p-4 text-muted">
          None waits: every change is merged. The next one opens a pull request by itself.
        </p>
      ) : (
        <PullRequests pulls={pulls} />
      )}
    </Card>
  )
}

const NOTES: Readonly<Record<Environment['publish'], string>> = {
  'pull-request': 'a change is in Git once somebody merges it',
  direct: 'from before changes were pushed directly',
}
