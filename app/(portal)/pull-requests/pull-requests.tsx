import { GitPullRequest } from 'lucide-react'
import { PullRequestList } from '#components/pull-requests/pull-request-list.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { read } from '#lib/http/portal/page.ts'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'
import { readReopenRightsUseCase } from '#lib/usecases/pull-requests/reopen-rights.ts'
import { readCarried } from './carried.ts'
import { ReopenButton } from './reopen-button.tsx'

const isHeld = ({ next }: PullRequestJson) => next === 'decision'

/** Those first that wait for a decision, which those who may make it make here. */
export async function PullRequests({ pulls }: { pulls: readonly PullRequestJson[] }) {
  const held = pulls.filter(isHeld)
  const rights = await read(readReopenRightsUseCase, { branches: held.map(({ branch }) => branch) })
  const carried = await readCarried(pulls)
  return (
    <PullRequestList
      pulls={[...held, ...pulls.filter((pull) => !isHeld(pull))].map((pull) => ({
        pull,
        ids: carried.get(pull.branch) ?? [],
        action: isHeld(pull) && (
          <Guarded icon={GitPullRequest} label="Open again" refusal={rights[pull.branch] ?? null}>
            <ReopenButton branch={pull.branch} number={pull.number} />
          </Guarded>
        ),
      }))}
    />
  )
}
