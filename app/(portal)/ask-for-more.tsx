import { MessageSquarePlus } from 'lucide-react'
import { GuardedLink } from '#components/ui/guarded.tsx'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'

/** Leads to asking for other limits of a team or for a cluster. Whoever may edit the team needs to ask nobody. */
export async function AskForMore({
  team,
  clusters = null,
}: {
  team: string
  /** The clusters that the form is to begin with, as a selector. */
  clusters?: string | null
}) {
  if ((await whyNotWrite({ kind: 'team', team })) === null) return null
  return (
    <GuardedLink
      href={withQuery(pagePaths.askForMore(team), { clusters })}
      icon={MessageSquarePlus}
      refusal={await whyNotWrite({ kind: 'team-wish', team })}
    >
      Ask for more
    </GuardedLink>
  )
}
