import { MessageSquarePlus } from 'lucide-react'
import { GuardedLink } from '#components/ui/guarded.tsx'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { WishedFor } from '#lib/domain/objects/team-request.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'

/** Leads to asking for other limits of a team or for a cluster. Whoever may edit the team needs to ask nobody. */
export async function AskForMore({
  team,
  clusters = null,
  label = 'Ask for more',
  asksFor = null,
}: {
  team: string
  /** The clusters that the form is to begin with, as a selector. */
  clusters?: string | null
  label?: string
  /** What the form is to begin with; null: with what the team has limits of. */
  asksFor?: WishedFor | null
}) {
  if ((await whyNotWrite({ kind: 'team', team })) === null) return null
  return (
    <GuardedLink
      href={withQuery(pagePaths.askForMore(team), { clusters, for: asksFor })}
      icon={MessageSquarePlus}
      refusal={await whyNotWrite({ kind: 'team-wish', team })}
    >
      {label}
    </GuardedLink>
  )
}
