import { CirclePause, HeartCrack, Layers, Undo2 } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { BlockedClustersCard } from '#components/dependencies/blocked-clusters.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { RolloutBadge } from '#components/rollouts/rollout-badges.tsx'
import { versionWords } from '#components/rollouts/version-words.ts'
import { WaveList } from '#components/rollouts/wave-list.tsx'
import { Banner } from '#components/ui/banner.tsx'
import { Card } from '#components/ui/card.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Clock, Exact } from '#components/ui/time.tsx'
import { read } from '#lib/http/portal/page.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { RolloutJson } from '#lib/schemas/rollout.ts'
import { readGateRightsUseCase } from '#lib/usecases/rollouts/gate-rights.ts'
import { getRolloutUseCase } from '#lib/usecases/rollouts/read.ts'
import { readWaveClustersUseCase } from '#lib/usecases/rollouts/wave-clusters.ts'
import { EventsCard } from './events-card.tsx'
import { NextEnvironments } from './next-environments.tsx'
import { RolloutActions } from './rollout-actions.tsx'
import { WaveActions } from './wave-actions.tsx'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Rollout #${(await params).id}` }
}

export default async function RolloutPage({ params }: Props) {
  const { id } = await params
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  const { json: rollout, etag } = await read(getRolloutUseCase, { id: Number(id) })
  const { namespace, application, environment, version, state } = rollout
  const rights = await read(readGateRightsUseCase, { id: rollout.id })
  const clusters = await read(readWaveClustersUseCase, { id: rollout.id })
  return (
    <>
      <PageHeader
        title={`${application} ${versionWords(version)} to ${environment}`}
        crumbs={[
          { href: pagePaths.rollouts, label: 'Rollouts' },
          {
            href: pagePaths.application(namespace, application),
            label: `${namespace} / ${application}`,
          },
        ]}
        badges={<RolloutBadge state={state} />}
        actions={[
          <NextEnvironments key="next" rollout={rollout} />,
          <RolloutActions key="actions" rollout={rollout} etag={etag} rights={rights} />,
        ]}
      />
      <KeepCurrent seen={[]} />
      <SucceededBanner rollout={rollout} />
      <StandingBanner rollout={rollout} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_280px]">
        <div className="min-w-0 space-y-4">
          <Card flush title="Waves" note={progressText(rollout)}>
            <Holding rollout={rollout} />
            <WaveList
              rollout={rollout}
              approvers={rights.approvals.map((asked) => asked?.groups ?? [])}
              clusters={clusters}
              actions={rollout.waves.map((wave, index) => (
                <WaveActions
                  key={wave.name}
                  rollout={rollout}
                  wave={wave}
                  number={index + 1}
                  clusters={clusters[index]!}
                  rights={rights}
                />
              ))}
            />
          </Card>
          {rollout.blocked && (
            <BlockedClustersCard
              application={{ namespace, name: application }}
              blocked={rollout.blocked}
            />
          )}
          <EventsCard rollout={rollout} />
        </div>
        <RolloutFacts rollout={rollout} />
      </div>
    </>
  )
}

/** The clusters that no wave reaches, because they hold what they have. */
function Holding({ rollout: { namespace, application, holding } }: { rollout: RolloutJson }) {
  if (!holding) return null
  return (
    <p className="border-b px-4 py-2 text-muted">
      <TextLink href={pagePaths.holds(namespace, application)}>
        {counted(holding, 'cluster')} {holding === 1 ? 'holds its version' : 'hold their version'}
      </TextLink>
      : no wave reaches {holding === 1 ? 'it' : 'them'}.
    </p>
  )
}

function progressText({ waves, earliest, state }: RolloutJson) {
  const done = waves.filter(({ state }) => state === 'passed' || state === 'skipped').length
  const text = `${done} of ${counted(waves.length, 'wave')} done`
  if (state !== 'running' || earliest === null) return text
  return (
    <>
      {text}, goes on <Clock at={new Date(earliest)} /> at the earliest
    </>
  )
}

const CAUSES = {
  person: 'Somebody paused it. No further wave is released until it is resumed.',
  refused: 'Somebody refused the next wave. Resume it to ask again, abort it, or roll it back.',
  outgrown:
    'More clusters came than were confirmed. Resume it with the new number, abort it, or roll it back.',
  failing:
    'More clusters are failing than the wave allows. Look at them, then resume it, abort it, or roll it back.',
  check: 'A check of the wave failed. Once it passed, resume it; or abort it, or roll it back.',
  deadline:
    'The wave didn’t pass by its deadline. Resume it for as long again, abort it, or roll it back.',
  pull_request_closed:
    'A wave waits in a pull request that was closed. Open that again and resume the rollout, or roll it back.',
} as const

/** Which rollout came in its place. */
function SucceededBanner({
  rollout: { rolled_back_by: back, superseded_by: next },
}: {
  rollout: RolloutJson
}) {
  const by = back ?? next
  if (by === null) return null
  return (
    <Banner tone="accent" icon={back === null ? Layers : Undo2}>
      {back === null ? 'It ended as it was, when rollout ' : 'It is taken back by rollout '}
      <TextLink href={pagePaths.rollout(by)}>#{by}</TextLink>
      {back === null ? ' started.' : '.'}
    </Banner>
  )
}

/** What somebody should look at: why it doesn’t go on, or what became of it. */
function StandingBanner({ rollout: { state, cause, waves, watched } }: { rollout: RolloutJson }) {
  if (watched !== null && watched.failing.length > 0) {
    return (
      <Banner tone="bad" icon={HeartCrack}>
        It was completed, and clusters are failing since:{' '}
        {watched.failing.map(({ text }) => text).join(' ')} Nothing moves by itself.
      </Banner>
    )
  }
  if (state === 'paused' && cause !== null) {
    return (
      <Banner tone="warn" icon={CirclePause}>
        {CAUSES[cause]}
      </Banner>
    )
  }
  const failed = waves.find((wave) => wave.state === 'failed')
  if (state !== 'rolled_back' || failed === undefined) return null
  return (
    <Banner tone="bad" icon={Undo2}>
      Wave {failed.name} failed, so Berth rolled the rollout back: its clusters get what they had
      before. What happened is below.
    </Banner>
  )
}

function RolloutFacts({ rollout }: { rollout: RolloutJson }) {
  const { namespace, application, environment, version, rolls_back: back } = rollout
  const { started_at: started, started_by: by, ended_at: ended, confirmed } = rollout
  return (
    <Card title="Rollout">
      <Facts
        facts={[
          [
            'Application',
            <TextLink key="application" href={pagePaths.application(namespace, application)}>
              {namespace} / {application}
            </TextLink>,
          ],
          ['Environment', environment],
          [
            'Version',
            <span key="version" className="flex flex-wrap items-center gap-1.5">
              {versionWords(version)}
              {version && <CommitChip commit={version.commit} />}
            </span>,
          ],
          ...(back === null
            ? []
            : [
                [
                  'Takes back',
                  <TextLink key="back" href={pagePaths.rollout(back)}>
                    #{back}
                  </TextLink>,
                ] as const,
              ]),
          ['Confirmed for', `${counted(confirmed, 'cluster')} at most`],
          ['Started by', by.name],
          ['Started', <Exact key="started" at={new Date(started)} />],
          ...(ended === null ? [] : [['Ended', <Ago key="ended" at={new Date(ended)} />] as const]),
        ]}
      />
    </Card>
  )
}
