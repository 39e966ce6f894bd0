import { Check, OctagonX, ShieldAlert } from 'lucide-react'
import type { WaveJson } from '#components/rollouts/rollout-badges.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { OVERRIDABLE_GATES } from '#lib/domain/rollouts/rollout.ts'
import type { RolloutJson } from '#lib/schemas/rollout.ts'
import { AnswerButton, OverrideButton } from './wave-buttons.tsx'

/** What may be said about a wave that waits, for those who may. */
export async function WaveActions({
  rollout: { id, namespace: team, state },
  wave,
  number,
}: {
  rollout: RolloutJson
  wave: WaveJson
  number: number
}) {
  if (state !== 'running' && state !== 'paused') return null
  const gates = OVERRIDABLE_GATES.filter((gate) =>
    wave.waiting_for.some(({ code }) => code === gate),
  )
  const asksApproval = gates.includes('approval') && wave.digest !== null
  if (gates.length === 0) return null
  const mayAnswer = await whyNotWrite({ kind: 'approval', team })
  const mayOverride = await whyNotWrite({ kind: 'override', team })
  const of = { id, wave: number, name: wave.name }
  return (
    <div className="flex flex-wrap gap-2">
      {asksApproval && (
        <>
          <Guarded icon={Check} label="Approve" refusal={mayAnswer}>
            <AnswerButton {...of} decision="approve" digest={wave.digest!} />
          </Guarded>
          <Guarded icon={OctagonX} label="Refuse" refusal={mayAnswer}>
            <AnswerButton {...of} decision="refuse" digest={wave.digest!} />
          </Guarded>
        </>
      )}
      {mayOverride === null && (
        <Guarded icon={ShieldAlert} label="Override" refusal={null}>
          <OverrideButton {...of} gates={gates} clusters={wave.clusters} />
        </Guarded>
      )}
    </div>
  )
}
