import { MessageSquarePlus } from 'lucide-react'
import { GuardedLink } from '#components/ui/guarded.tsx'
import type { WishedFor } from '#lib/domain/objects/team-request.ts'
import { askingForMore } from '#lib/http/portal/team-request-pages.ts'
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
  const asking = await askingForMore(team)
  if (asking === null) return null
  return (
    <GuardedLink
      href={withQuery(pagePaths.askForMore(team), { clusters, for: asksFor })}
      icon={MessageSquarePlus}
      refusal={asking.refusal}
    >
      {label}
    </GuardedLink>
  )
}
