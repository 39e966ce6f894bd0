import { Check, OctagonX } from 'lucide-react'
import type { WaveJson } from '#components/rollouts/rollout-badges.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { OVERRIDABLE_GATES } from '#lib/domain/rollouts/rollout.ts'
import type { RolloutJson } from '#lib/schemas/rollout.ts'
import type { GateRights } from '#lib/usecases/rollouts/gate-rights.ts'
import { AnswerButton, OverrideButton } from './wave-buttons.tsx'

/** What may be said about a wave that waits, for those who may. */
export function WaveActions({
  rollout: { id, state, holding },
  wave,
  number,
  rights: { approvals, mayOverride },
}: {
  rollout: RolloutJson
  wave: WaveJson
  number: number
  rights: GateRights
}) {
  if (state !== 'running' && state !== 'paused') return null
  const gates = OVERRIDABLE_GATES.filter((gate) =>
    wave.waiting_for.some(({ code }) => code === gate),
  )
  // What is in Git and of which no cluster says how it is goes on when somebody says so, too.
  const asksPeople = gates.includes('approval') || gates.includes('health')
  const asksApproval = asksPeople && wave.digest !== null
  if (gates.length === 0) return null
  const refusal = approvals[number - 1]?.refusal ?? null
  const isOut = wave.state !== 'pending'
  const of = { id, wave: number, name: wave.name, isOut }
  return (
    <div className="flex flex-wrap gap-2">
      {asksApproval && (
        <>
          <Guarded icon={Check} label="Approve" refusal={refusal}>
            <AnswerButton {...of} decision="approve" digest={wave.digest!} />
          </Guarded>
          <Guarded icon={OctagonX} label="Refuse" refusal={refusal}>
            <AnswerButton {...of} decision="refuse" digest={wave.digest!} />
          </Guarded>
        </>
      )}
      {mayOverride && <OverrideButton {...of} gates={gates} holding={holding ?? 0} />}
    </div>
  )
}
