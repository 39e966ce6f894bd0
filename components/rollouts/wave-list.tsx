import { Clock as ClockIcon } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { rowOfAfter } from '#components/object-form/wave-rows.ts'
import { afterSentences } from '#components/object-form/wave-words.ts'
import { WithPullRequestLink } from '#components/pull-requests/pull-request-wait.tsx'
import { RailStop } from '#components/ui/rail.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Clock } from '#components/ui/time.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { RolloutJson } from '#lib/schemas/rollout.ts'
import type { WaveClusters } from '#lib/schemas/wave-clusters.ts'
import { ClusterNames } from './cluster-names.tsx'
import { gateWords } from './gate-words.ts'
import { haveWords, versionWords } from './version-words.ts'
import { WaveBadge, type WaveJson, waveLook } from './rollout-badges.tsx'
import { WaveChecks } from './wave-checks.tsx'
import { WaveHealth } from './wave-health.tsx'

const TONES = {
  neutral: 'text-muted',
  progress: 'text-progress',
  good: 'text-good',
  bad: 'text-bad',
  unknown: 'text-unknown',
} as const

/** The waves of a rollout on their way from the first to the last: how far each is, how its clusters are, and what it waits for. */
export function WaveList({
  rollout,
  approvers,
  clusters,
  actions,
}: {
  rollout: RolloutJson
  /** The groups that each wave asks. */
  approvers: readonly (readonly string[])[]
  /** Those of each wave. */
  clusters: readonly WaveClusters[]
  /** What people may do with each wave. */
  actions: readonly ReactNode[]
}) {
  return (
    <ol>
      {rollout.waves.map((wave, index) => {
        const { icon, tone } = waveLook(wave)
        return (
          <RailStop key={wave.name} icon={icon} tone={TONES[tone]}>
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className="font-medium wrap-anywhere">
                  <span className="mr-1.5 text-muted tabular-nums">{index + 1}</span>
                  {wave.name}
                </h3>
                <WaveBadge wave={wave} />
                <span className="text-muted">{clustersText(wave)}</span>
              </div>
              {actions[index]}
            </div>
            <div className="mt-2 space-y-2 empty:hidden">
              <Members clusters={clusters[index]!} version={rollout.version} />
              {wave.health && <WaveHealth health={wave.health} />}
              <Unwell unwell={clusters[index]!.unwell} />
              <WaveChecks wave={wave} />
              <Waiting wave={wave} approvers={approvers[index] ?? []} />
              <Steps wave={wave} />
              <Rule wave={wave} isRest={index === rollout.waves.length - 1} />
            </div>
          </RailStop>
        )
      })}
    </ol>
  )
}

/** Which clusters it is for and, while it is still to come, what they have. */
function Members({
  clusters: { names, total, from },
  version,
}: {
  clusters: WaveClusters
  version: RolloutJson['version']
}) {
  if (names.length === 0) return null
  return (
    <div className="text-xs text-muted">
      {from.length > 0 && `${haveWords([{ from }])} → ${versionWords(version)} on `}
      <ClusterNames names={names} total={total} />
    </div>
  )
}

const UNWELL = { failing: 'Failing', silent: 'Silent', progressing: 'Progressing' } as const
const UNWELL_KINDS = ['failing', 'silent', 'progressing'] as const

/** Which of its clusters keep it from going on. */
function Unwell({ unwell }: Pick<WaveClusters, 'unwell'>) {
  if (unwell === null) return null
  return UNWELL_KINDS.filter((kind) => unwell[kind].total > 0).map((kind) => (
    <div key={kind} className="text-xs text-muted">
      {UNWELL[kind]}: <ClusterNames {...unwell[kind]} />
    </div>
  ))
}

function clustersText({ clusters, target, state }: WaveJson): string {
  if (clusters === null) return 'all other clusters'
  const having = target === null ? '' : ` with target ${target}`
  const planned = state === 'pending' ? ' planned' : ''
  return `${counted(clusters, 'cluster')}${having}${planned}`
}

type Of = { readonly wave: WaveJson }

/** What happened to it, and when. */
function Steps({ wave }: Of) {
  const { change, published_at: published, quorum_at: quorum, passed_at: passed } = wave
  const { deadline, overridden, freed } = wave
  const steps: readonly (readonly [string, ReactNode])[] = [
    ...(change === null
      ? []
      : [
          [
            'Released by',
            <TextLink key="change" href={pagePaths.change(change)}>
              change #{change}
            </TextLink>,
          ] as const,
        ]),
    ...sinceSteps('in Git', published),
    ...sinceSteps('enough are healthy since', quorum),
    ...sinceSteps('passed', passed),
    ...(deadline === null
      ? []
      : [['must pass by', <Clock key="deadline" at={new Date(deadline)} />] as const]),
  ]
  if (steps.length === 0 && overridden.length === 0 && freed === 0) return null
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted">
      {steps.map(([word, value]) => (
        <span key={word}>
          {word} {value}
        </span>
      ))}
      {overridden.length > 0 && (
        <span className="text-bad">Overridden: {gateWords(overridden)}</span>
      )}
      {freed > 0 && !overridden.includes('depends') && (
        <span className="text-bad">
          Overridden for {counted(freed, 'cluster')}: {gateWords(['depends'])}
        </span>
      )}
    </p>
  )
}

function sinceSteps(word: string, at: string | null): readonly (readonly [string, ReactNode])[] {
  return at === null ? [] : [[word, <Ago key={word} at={new Date(at)} />]]
}

function Waiting({ wave, approvers }: Of & { approvers: readonly string[] }) {
  if (wave.waiting_for.length === 0) return null
  return (
    <ul className="space-y-1">
      {wave.waiting_for.map(({ code, text, until, pull_request: pull }) => (
        <li key={`${code} ${text}`} className="flex items-start gap-2 text-sm">
          <ClockIcon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warn" />
          <span>
            <WithPullRequestLink text={text} pull={pull} />
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

const OVER: readonly WaveJson['state'][] = ['passed', 'failed', 'skipped']

/** What must hold after it, as long as it may still matter. */
function Rule({ wave: { after, state }, isRest }: Of & { isRest: boolean }) {
  if (after === null || OVER.includes(state)) return null
  return (
    <p className="max-w-prose text-xs text-muted">
      {afterSentences(rowOfAfter(after), isRest).map((sentence) => (
        <Fragment key={sentence}>{sentence} </Fragment>
      ))}
    </p>
  )
}
