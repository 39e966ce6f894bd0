import { CircleHelp, ShieldHalf, ShieldOff } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import { CONFINEMENT_WORDS } from '#lib/domain/objects/cluster/confinement.ts'
import type { Confinement } from '#lib/domain/objects/objects.ts'

/** A warning badge, unless teams are isolated as well as possible. */
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

/** The declared confinement of a cluster, and that Berth can't check it. */
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
