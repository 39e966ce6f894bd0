import {
  ArrowRight,
  Clock,
  GitPullRequest,
  Hand,
  type LucideIcon,
  Rocket,
  ShieldCheck,
  Zap,
} from 'lucide-react'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { objectPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { Chain, ChainStop } from '#lib/schemas/chain.ts'

/** The way of a version through the environments, from left to right; on phones from top to bottom. */
export function ChainPicture({ chain: { stages, more } }: { chain: Chain }) {
  return (
    <section aria-label="Chain" className="border-b bg-canvas p-4">
      <ol className="flex flex-col gap-2 lg:flex-row lg:overflow-x-auto">
        {stages.map((stage, index) => (
          <li
            key={stage[0]!.name}
            className="flex min-w-0 flex-col gap-2 lg:flex-row lg:items-center"
          >
            {index > 0 && (
              <ArrowRight
                aria-hidden
                className="size-5 shrink-0 rotate-90 self-center text-muted lg:rotate-0"
              />
            )}
            <ul className="flex min-w-0 flex-col gap-2 lg:w-56">
              {stage.map((stop) => (
                <Stop key={stop.name} stop={stop} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {more > 0 && (
        <p className="mt-3 text-xs text-muted">
          Without {counted(more, 'environment')} more, which the table has.
        </p>
      )}
    </section>
  )
}

function Stop({ stop }: { stop: ChainStop }) {
  const { name, after, clusters, soak } = stop
  const ofClusters = withQuery(pagePaths.clusters, { labelSelector: `environment=${name}` })
  return (
    <li className="min-w-0 rounded-md border bg-surface px-3 py-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 wrap-anywhere">
        <TextLink strong href={objectPath({ kind: 'environment', team: null, name })}>
          {name}
        </TextLink>
        <span className="text-xs tabular-nums">
          <TextLink href={ofClusters}>{counted(clusters, 'cluster')}</TextLink>
        </span>
      </p>
      {after.length > 0 && (
        <p className="text-xs text-muted wrap-anywhere">
          {soak === null ? 'After' : `${soak} after`} {after.join(' and ')}
        </p>
      )}
      <ul className="mt-1.5 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted">
        {factsOf(stop).map(({ icon: Icon, text }) => (
          <li key={text} className="inline-flex items-center gap-1">
            <Icon aria-hidden className="size-3 shrink-0" />
            {text}
          </li>
        ))}
      </ul>
      <UnderWay stop={stop} />
    </li>
  )
}

type Fact = { readonly icon: LucideIcon; readonly text: string }

function factsOf(stop: ChainStop): readonly Fact[] {
  const { waves, approvals } = stop
  return [
    { icon: Rocket, text: counted(waves, 'wave') },
    ...(approvals > 0 ? [{ icon: Hand, text: counted(approvals, 'approval') }] : []),
    ...(stop.isProtected ? [{ icon: ShieldCheck, text: 'deployers only' }] : []),
    ...(stop.hasHours ? [{ icon: Clock, text: 'in its hours' }] : []),
    ...(stop.takesNewest ? [{ icon: Zap, text: 'takes the newest' }] : []),
    ...(stop.isByPullRequest ? [{ icon: GitPullRequest, text: 'pull requests' }] : []),
  ]
}

function UnderWay({ stop: { name, rollouts } }: { stop: ChainStop }) {
  const { running, paused } = rollouts
  if (running + paused === 0) return null
  const href = (state: string) => withQuery(pagePaths.rollouts, { environment: name, state })
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-3 text-xs">
      {running > 0 && (
        <TextLink href={href('running')}>{counted(running, 'rollout')} under way</TextLink>
      )}
      {paused > 0 && <TextLink href={href('paused')}>{counted(paused, 'rollout')} paused</TextLink>}
    </p>
  )
}
