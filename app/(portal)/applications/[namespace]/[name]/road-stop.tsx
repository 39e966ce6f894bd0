// An environment on the road of an application's versions: what it has, and what comes next.
import { CircleCheck, CircleDot, CirclePause, type LucideIcon, Rocket } from 'lucide-react'
import { nextVersion, type NextVersion } from '#components/rollouts/next-version.ts'
import { WithPullRequestLink } from '#components/pull-requests/pull-request-wait.tsx'
import { RolloutBadge } from '#components/rollouts/rollout-badges.tsx'
import { isToCome } from '#components/rollouts/to-come.ts'
import { versionWords } from '#components/rollouts/version-words.ts'
import { waitsOf } from '#components/rollouts/waits.ts'
import { Badge } from '#components/ui/badge.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { GuardedLink } from '#components/ui/guarded.tsx'
import { RailStop } from '#components/ui/rail.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Clock } from '#components/ui/time.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { ApplicationEnvironments } from '#lib/schemas/delivered.ts'
import { objectPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { RolloutJson } from '#lib/schemas/rollout.ts'

type Item = ApplicationEnvironments['items'][number]

export type Stop = {
  readonly application: { readonly namespace: string; readonly name: string }
  readonly item: Item
  /** The version that was announced last; null: none was. */
  readonly newest: ApplicationEnvironments['newest']
  /** The rollout that is under way there; null: none is. */
  readonly rollout: RolloutJson | null
  /** Why the visitor may not roll out; null: they may. */
  readonly refusal: string | null
  /** Whether the next version goes there. */
  readonly isNextStep: boolean
}

export function RoadStop(stop: Stop) {
  const { item, rollout } = stop
  return (
    <RailStop
      {...markOf(stop)}
      className="grid gap-x-6 gap-y-2 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,8fr)]"
    >
      <Name item={item} />
      <Has {...stop} />
      <div className="min-w-0">
        {rollout === null ? <Next {...stop} /> : <UnderWay rollout={rollout} />}
      </div>
    </RailStop>
  )
}

function markOf({ item, rollout, newest }: Stop): { icon: LucideIcon; tone: string } {
  if (rollout?.state === 'paused') return { icon: CirclePause, tone: 'text-warn' }
  if (rollout !== null) return { icon: Rocket, tone: 'text-progress' }
  const hasNewest = newest !== null && item.base?.version?.number === newest.number
  if (hasNewest && item.ahead.length === 0) return { icon: CircleCheck, tone: 'text-muted' }
  return { icon: CircleDot, tone: 'text-muted' }
}

function Name({ item: { environment: name, implicit, after, auto } }: { item: Item }) {
  return (
    <div className="min-w-0">
      <h3 className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
        {implicit ? (
          name || 'none'
        ) : (
          <TextLink strong href={objectPath({ kind: 'environment', team: null, name })}>
            {name}
          </TextLink>
        )}
        {auto === 'newest' && <Badge>takes the newest</Badge>}
      </h3>
      {after.length > 0 && <p className="text-xs text-muted">after {after.join(', ')}</p>}
    </div>
  )
}

function Has({ application: { namespace, name }, item }: Stop) {
  const { environment, base, ahead, clusters, unreleased } = item
  const placements = withQuery(pagePaths.placements, {
    namespace,
    application: name,
    clusterSelector: `environment=${environment}`,
  })
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {base === null ? (
          <span className="text-muted">nothing yet</span>
        ) : (
          <>
            <span className="font-medium wrap-anywhere">{versionWords(base.version)}</span>
            {base.version !== null && <CommitChip commit={base.revision} />}
          </>
        )}
      </p>
      <p className="mt-0.5 text-xs text-muted">
        <TextLink href={placements}>{counted(clusters, 'cluster')}</TextLink>
        {ahead
          .filter(({ hold }) => hold === null)
          .map(({ version, revision, clusters: some }) => (
            <span key={revision}>
              , {versionWords(version)} on {some.toLocaleString('en')}
            </span>
          ))}
        {heldIn(item).map(({ words, count }) => (
          <span key={words}>
            ,{' '}
            <TextLink href={pagePaths.holds(namespace, name)}>
              {count.toLocaleString('en')} {count === 1 ? 'holds' : 'hold'} {words}
            </TextLink>
          </span>
        ))}
        {unreleased > 0 && <>, {unreleased.toLocaleString('en')} waiting for a version</>}
      </p>
    </div>
  )
}

/** How many clusters hold each version. */
function heldIn({ ahead }: Item) {
  const held = ahead.filter(({ hold }) => hold !== null)
  const byWords = Map.groupBy(held, ({ version }) => versionWords(version))
  return [...byWords].map(([words, parts]) => ({
    words,
    count: parts.reduce((sum, { clusters }) => sum + clusters, 0),
  }))
}

/** As many reasons are enough here: the page of the rollout has all. */
const WAITS_SHOWN = 2

function UnderWay({ rollout }: { rollout: RolloutJson }) {
  const { id, version, state, wave, waves } = rollout
  const waits = waitsOf(rollout)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <TextLink href={pagePaths.rollout(id)}>
          {versionWords(version)} <span className="sr-only">by rollout {id}</span>
        </TextLink>
        <RolloutBadge state={state} />
        <span className="text-xs text-muted tabular-nums">
          wave {wave} of {waves.length}, {waves[wave - 1]?.name}
        </span>
      </p>
      <ul className="mt-0.5 text-xs text-muted">
        {waits.slice(0, WAITS_SHOWN).map(({ code, text, until, pull_request: pull }) => (
          <li key={`${code} ${text}`}>
            <WithPullRequestLink text={text} pull={pull} />{' '}
            {until !== null && <>Until {<Clock at={new Date(until)} />}.</>}
          </li>
        ))}
        {waits.length > WAITS_SHOWN && <li>And {waits.length - WAITS_SHOWN} more.</li>}
      </ul>
    </>
  )
}

function Next(stop: Stop) {
  const { application, item, refusal, isNextStep } = stop
  const next = nextVersion(item)
  if (item.next !== null) return <StartsByItself next={item.next} />
  if (next === null) return <p className="text-muted">{whyNothing(stop)}</p>
  const version = versionWords(next)
  if (next.waitingFor !== null) {
    return (
      <p className="text-muted">
        {version} may come <Until waiting={next.waitingFor} />
      </p>
    )
  }
  const href = withQuery(pagePaths.newRollout, {
    namespace: application.namespace,
    application: application.name,
    environment: item.environment,
    version: String(next.number),
  })
  if (isNextStep) {
    return (
      <>
        <p className="mb-1.5 wrap-anywhere">
          <span className="font-medium">{version}</span> comes next
        </p>
        <GuardedLink refusal={refusal} icon={Rocket} href={href} look="primary">
          Roll out here
        </GuardedLink>
      </>
    )
  }
  return (
    <p className="text-muted">
      {version} may come
      {refusal === null && (
        <>
          : <TextLink href={href}>Roll out…</TextLink>
        </>
      )}
    </p>
  )
}

function StartsByItself({ next: { version, at } }: { next: NonNullable<Item['next']> }) {
  return (
    <p className="text-muted">
      {versionWords(version)} starts by itself {isToCome(at) && <Clock at={new Date(at)} />}
    </p>
  )
}

function Until({ waiting: { until, text } }: { waiting: NonNullable<NextVersion['waitingFor']> }) {
  return until === null ? (
    <>later: {text}</>
  ) : (
    <>
      from <Clock at={new Date(until)} />
    </>
  )
}

function whyNothing({ item, newest }: Stop): string {
  const { environment, versions, auto_after: wentBackAt } = item
  if (environment === '') return 'Versions come to environments alone.'
  if (newest === null) return 'No version is announced yet.'
  const [first] = versions
  if (first === undefined) return 'Has the newest version.'
  const later = versions.find(({ number }) => number > (wentBackAt ?? 0))
  if (later === undefined) {
    return 'A version was taken back here: only later ones are offered. Roll out still brings any.'
  }
  return `${versionWords(later)}: ${later.waiting_for?.text ?? ''}`
}
