import { Clock as ClockIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Clock } from '#components/ui/time.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { RolloutJson } from '#lib/schemas/rollout.ts'
import { WaveBadge, type WaveJson } from './rollout-badges.tsx'

/** The waves of a rollout in their order: how far each is, and what it waits for. */
export function WaveList({
  rollout,
  approvers,
  actions,
}: {
  rollout: RolloutJson
  /** The groups that each wave asks. */
  approvers: readonly (readonly string[])[]
  /** What people may do with each wave. */
  actions: readonly ReactNode[]
}) {
  return (
    <ol className="divide-y">
      {rollout.waves.map((wave, index) => (
        <li key={wave.name} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
          <div className="min-w-0 flex-1 basis-72">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="font-medium">
                <span className="mr-1.5 text-muted tabular-nums">{index + 1}</span>
                {wave.name}
              </h3>
              <WaveBadge state={wave.state} />
              <span className="text-muted">{clustersText(wave)}</span>
            </div>
            <Steps wave={wave} />
            <Waiting wave={wave} approvers={approvers[index] ?? []} />
          </div>
          {actions[index]}
        </li>
      ))}
    </ol>
  )
}

function clustersText({ clusters, state }: WaveJson): string {
  if (clusters === null) return 'all other clusters'
  return state === 'pending'
    ? `${counted(clusters, 'cluster')} planned`
    : counted(clusters, 'cluster')
}

function Steps({ wave: { change, published_at: published, passed_at: passed, overridden } }: Of) {
  if (change === null && overridden.length === 0) return null
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
      {change !== null && (
        <span>
          Released by <TextLink href={pagePaths.change(change)}>change #{change}</TextLink>
        </span>
      )}
      {published !== null && (
        <span>
          in Git <Ago at={new Date(published)} />
        </span>
      )}
      {passed !== null && (
        <span>
          passed <Ago at={new Date(passed)} />
        </span>
      )}
      {overridden.length > 0 && (
        <span className="text-bad">Overridden: {overridden.join(', ').replaceAll('_', ' ')}</span>
      )}
    </p>
  )
}

type Of = { readonly wave: WaveJson }

function Waiting({ wave, approvers }: Of & { approvers: readonly string[] }) {
  if (wave.waiting_for.length === 0) return null
  return (
    <ul className="mt-2 space-y-1">
      {wave.waiting_for.map(({ code, text, until }) => (
        <li key={`${code} ${text}`} className="flex items-start gap-2 text-sm">
          <ClockIcon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warn" />
          <span>
            {text}
            {code === 'approval' && approvers.length > 0 && (
              <span className="ml-1.5 text-muted">Asked: {approvers.join(', ')}</span>
            )}
            {until !== null && (
              <span className="ml-1.5 text-muted">
                (until <Clock at={new Date(until)} />)
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
