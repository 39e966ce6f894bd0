import { GitPullRequest } from 'lucide-react'
import type { ListedPullRequest } from '#components/pull-requests/pull-request-list.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { ReopenButton } from './reopen-button.tsx'

/** Opens a closed pull request again, for those who may. */
export async function ReopenAction({ pull: { branch, number } }: { pull: ListedPullRequest }) {
  return (
    <Guarded
      icon={GitPullRequest}
      label="Open again"
      refusal={await whyNotWrite({ kind: 'repository' })}
    >
      <ReopenButton branch={branch} number={number} />
    </Guarded>
  )
}
