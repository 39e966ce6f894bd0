import { CircleHelp, ShieldCheck, ShieldHalf, ShieldOff } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import { CONFINEMENT_WORDS } from '#lib/domain/objects/cluster/confinement.ts'
import type { Confinement } from '#lib/domain/objects/objects.ts'
import type { ConfinementProof } from '#lib/domain/reconcilers/interface/reports.ts'

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

/** The confinement that a cluster is declared to have, and whether what it reports shows that it has it. */
export function ConfinementFact({
  confinement,
  proof,
}: {
  confinement: Confinement
  /** Null: the page shows the past, of which nothing is known. */
  proof: ConfinementProof | null
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {CONFINEMENT_WORDS[confinement].title}
      <ConfinementBadge confinement={confinement} />
      {confinement !== 'project' && proof !== null && <ProofBadge proof={proof} />}
    </span>
  )
}

const PROOFS = {
  proven: { tone: 'good', icon: ShieldCheck, text: 'Proven by what it reports' },
  unproven: { tone: 'neutral', icon: CircleHelp, text: 'Unproven: no report shows it' },
  disproved: { tone: 'bad', icon: ShieldOff, text: 'Disproved by what it reports' },
} as const

/** Whether a cluster confines teams as it is declared to. */
export function ProofBadge({ proof }: { proof: ConfinementProof }) {
  const { tone, icon, text } = PROOFS[proof]
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  )
}
