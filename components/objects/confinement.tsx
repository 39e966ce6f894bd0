import { CircleHelp, ShieldHalf, ShieldOff } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import type { Confinement } from '#lib/domain/objects/objects.ts'

/** The name of each confinement, and what it means to somebody who chooses it. */
export const CONFINEMENT_WORDS: Readonly<
  Record<Confinement, { readonly title: string; readonly text: string }>
> = {
  account: {
    title: 'Team accounts alone',
    text: 'Argo CD works as each team’s own account and has no rights besides. If that breaks, nothing syncs. For an Argo CD 3.3 or newer that runs Berth’s teams only.',
  },
  impersonation: {
    title: 'Team accounts, strong Argo CD',
    text: 'Argo CD works as each team’s own account, and keeps its rights. Weaker: teams are free of it once somebody switches that off, or runs a project without accounts.',
  },
  project: {
    title: 'No isolation',
    text: 'Argo CD does everything with its own rights. A team can become the cluster’s administrator: only where all teams may be that.',
  },
}

/** A warning badge; nothing where teams are kept apart as well as possible. */
export function ConfinementBadge({ confinement }: { confinement: Confinement }) {
  switch (confinement) {
    case 'account':
      return null
    case 'impersonation':
      return (
        <Badge tone="warn" icon={ShieldHalf}>
          Weaker isolation
        </Badge>
      )
    case 'project':
      return (
        <Badge tone="bad" icon={ShieldOff}>
          Not isolated
        </Badge>
      )
  }
}

/** The confinement that a cluster is declared to have, and that nobody has checked it. */
export function ConfinementFact({ confinement }: { confinement: Confinement }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {CONFINEMENT_WORDS[confinement].title}
      <ConfinementBadge confinement={confinement} />
      {confinement !== 'project' && (
        <Badge icon={CircleHelp}>Not checked: Berth can’t see this on the cluster</Badge>
      )}
    </span>
  )
}
