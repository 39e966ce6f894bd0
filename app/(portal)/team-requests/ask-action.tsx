import { Plus } from 'lucide-react'
import { GuardedLink } from '#components/ui/guarded.tsx'
import { whyNotAsk } from '#lib/http/portal/team-request-pages.ts'
import { pagePaths } from '#lib/schemas/paths.ts'

export async function AskAction() {
  return (
    <GuardedLink
      href={pagePaths.newTeamRequest}
      icon={Plus}
      look="primary"
      refusal={await whyNotAsk()}
    >
      Ask for a team
    </GuardedLink>
  )
}
