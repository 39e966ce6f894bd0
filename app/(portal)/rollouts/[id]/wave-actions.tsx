import { Check, OctagonX, ShieldAlert } from 'lucide-react'
import type { WaveJson } from '#components/rollouts/rollout-badges.tsx'
import { haveWords, versionWords } from '#components/rollouts/version-words.ts'
import { Guarded } from '#components/ui/guarded.tsx'
import { OVERRIDABLE_GATES } from '#lib/domain/rollouts/rollout.ts'
import type { RolloutJson } from '#lib/schemas/rollout.ts'
import type { GateRights } from '#lib/usecases/rollouts/gate-rights.ts'
import type { WaveClusters } from '#lib/schemas/wave-clusters.ts'
import { OverrideButton } from './override-button.tsx'
import { AnswerButton } from './wave-buttons.tsx'

/** What may be said about a wave that waits, for those who may. */
export function WaveActions({
  rollout: { id, state, holding, version, waves },
  wave,
  clusters,
  number,
  rights: { approvals, mayOverride, overriders },
}: {
  rollout: RolloutJson
  wave: WaveJson
  clusters: WaveClusters
  number: number
  rights: GateRights
}) {
  if (state !== 'running' && state !== 'paused') return null
  const gates = OVERRIDABLE_GATES.filter((gate) =>
    wave.waiting_for.some(({ code }) => code === gate),
  )
  const waits = wave.waiting_for.flatMap(({ code, text }) =>
    gates.some((gate) => gate === code) ? [text] : [],
  )
  // What is in Git and of which no cluster says how it is goes on when somebody says so, too.
  const asksPeople = gates.includes('approval') || gates.includes('health')
  const asksApproval = asksPeople && wave.digest !== null
  if (gates.length === 0) return null
  const refusal = approvals[number - 1]?.refusal ?? null
  const isOut = wave.state !== 'pending'
  const { names, total, from } = clusters
  const of = { id, wave: number, name: wave.name, isOut }
  const does = { names, total, from: haveWords([{ from }]), to: versionWords(version) }
  return (
    <div className="flex flex-wrap gap-2">
      {asksApproval && (
        <>
          <Guarded icon={Check} label="Approve" refusal={refusal}>
            <AnswerButton {...of} does={does} decision="approve" digest={wave.digest!} />
          </Guarded>
          <Guarded icon={OctagonX} label="Refuse" refusal={refusal}>
            <AnswerButton {...of} does={does} decision="refuse" digest={wave.digest!} />
          </Guarded>
        </>
      )}
      <Guarded
        icon={ShieldAlert}
        label="Override"
        refusal={mayOverride ? null : `${overriders} may have it go on all the same.`}
      >
        <OverrideButton
          {...of}
          gates={gates}
          waits={waits}
          holding={holding ?? 0}
          isLast={number === waves.length}
        />
      </Guarded>
    </div>
  )
}
