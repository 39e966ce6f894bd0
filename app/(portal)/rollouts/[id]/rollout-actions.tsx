import { CirclePause, CirclePlay, CircleSlash, Undo2 } from 'lucide-react'
import { haveWords, versionWords } from '#components/rollouts/version-words.ts'
import { Guarded } from '#components/ui/guarded.tsx'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { RolloutJson } from '#lib/schemas/rollout.ts'
import type { GateRights } from '#lib/usecases/rollouts/gate-rights.ts'
import {
  AbortButton,
  BackButton,
  PauseButton,
  ResumeButton,
  RollBackButton,
} from './rollout-buttons.tsx'

/** What may be done with a rollout in its state, for those who may. */
export async function RolloutActions({
  rollout,
  etag,
  rights,
}: {
  rollout: RolloutJson
  etag: string
  rights: Pick<GateRights, 'refusal' | 'notBack'>
}) {
  const { id, state, namespace: team, origin, application, environment, version, from } = rollout
  const of = `${application} in ${environment}`
  const mayNot = await whyNotWrite({ kind: 'rollout', team })
  const guarded = { refusal: mayNot ?? rights.refusal }
  if (state === 'completed' && origin !== 'rollback') {
    return (
      <Guarded refusal={rights.notBack ?? guarded.refusal} icon={Undo2} label="Roll back">
        <BackButton id={id} etag={etag} of={of} />
      </Guarded>
    )
  }
  if (state !== 'running' && state !== 'paused') return null
  return (
    <>
      {state === 'running' ? (
        <Guarded refusal={mayNot} icon={CirclePause} label="Pause">
          <PauseButton id={id} etag={etag} />
        </Guarded>
      ) : (
        <Guarded {...guarded} icon={CirclePlay} label="Resume">
          <ResumeButton id={id} etag={etag} />
        </Guarded>
      )}
      <Guarded {...guarded} icon={CircleSlash} label="Abort">
        <AbortButton id={id} etag={etag} />
      </Guarded>
      <Guarded {...guarded} icon={Undo2} label="Roll back">
        <RollBackButton
          id={id}
          etag={etag}
          of={of}
          from={versionWords(version)}
          to={from.length === 0 ? null : haveWords([{ from }])}
        />
      </Guarded>
    </>
  )
}
