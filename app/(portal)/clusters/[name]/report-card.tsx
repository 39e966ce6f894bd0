import { CircleQuestionMark, ClockAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FreshnessText } from '#components/observed/freshness.tsx'
import { plannedUntilOf } from '#components/observed/last-seen.ts'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { StateCountsBar } from '#components/observed/state-counts.tsx'
import { ProofBadge } from '#components/objects/confinement.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { Card } from '#components/ui/card.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Exact } from '#components/ui/time.tsx'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { mayRead } from '#lib/http/portal/form-pages.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { RECONCILERS } from '#lib/domain/reconcilers/registered.ts'
import type { ClusterReportBody } from '#lib/schemas/report.ts'

/** What a cluster says of itself, and what that is worth by now. */
export function ReportCard({
  cluster: { name: cluster, confinement },
  report,
  actions,
}: {
  cluster: Cluster
  report: ClusterReportBody
  actions: ReactNode
}) {
  const { freshness, observed_at } = report
  const seenAt = observed_at === null ? null : new Date(observed_at)
  const seen = seenAt && { at: seenAt, intervalS: report.interval_s }
  return (
    <Card
      title="Reported"
      actions={actions}
      note={
        seen !== null && (
          <FreshnessText freshness={freshness} seen={seen} plannedUntil={plannedUntilOf(report)} />
        )
      }
    >
      <KeepCurrent seen={[seen]} cluster={cluster} />
      {seenAt === null ? (
        <NeverReported cluster={cluster} />
      ) : (
        <div className="space-y-4">
          <StateCountsBar
            counts={report.counts}
            nothing="Nothing is placed here."
            hrefOf={(state) => withQuery(pagePaths.placements, { cluster, state })}
          />
          <ReportFacts
            cluster={cluster}
            isPromised={confinement !== 'project'}
            report={report}
            seen={seenAt}
          />
        </div>
      )}
    </Card>
  )
}

function ReportFacts({
  cluster,
  isPromised,
  report,
  seen,
}: {
  cluster: string
  /** Whether its isolation is more than what its project says. */
  isPromised: boolean
  report: ClusterReportBody
  seen: Date
}) {
  return (
    <div className="grid items-start gap-x-8 gap-y-3 xl:grid-cols-2">
      <Facts
        facts={[
          ['Last seen', <Seen key="seen" at={seen} />],
          ['Reports', `every ${spanText(report.interval_s)}`],
          ...clockFact(report.clock_offset_s),
          ['Reconciler', reconcilerText(report.reconciler)],
        ]}
      />
      <Facts
        facts={[
          ['Pulled', <Pulled key="pulled" pulled={report.pulled} />],
          ...(isPromised
            ? [['Isolation', <ProofBadge key="proof" proof={report.confinement} />] as const]
            : []),
          ['Not made by Berth', <Foreign key="foreign" cluster={cluster} count={report.foreign} />],
          ...metricFacts(report.metrics),
        ]}
      />
    </div>
  )
}

function NeverReported({ cluster }: { cluster: string }) {
  const onboarding = withQuery(pagePaths.cluster(cluster), { tab: 'onboarding' })
  return (
    <p className="flex items-start gap-2">
      <CircleQuestionMark aria-hidden className="mt-0.5 size-4 shrink-0 text-unknown" />
      <span>
        This cluster has never reported, so nobody knows what runs there.{' '}
        <TextLink href={onboarding}>See how it is made to report</TextLink>.
      </span>
    </p>
  )
}

function Seen({ at }: { at: Date }) {
  return (
    <>
      <Ago at={at} /> <span className="text-muted">(</span>
      <Exact at={at} />
      <span className="text-muted">)</span>
    </>
  )
}

/** Reports take as long to come. */
const CLOCK_RIGHT_WITHIN_S = 30

/** Nothing of a clock that is right. */
function clockFact(offsetS: number | null): readonly (readonly [string, ReactNode])[] {
  if (offsetS === null || Math.abs(offsetS) <= CLOCK_RIGHT_WITHIN_S) return []
  const text = `${spanText(Math.abs(offsetS))} ${offsetS > 0 ? 'ahead' : 'behind'}`
  return [
    [
      'Its clock',
      <span key="clock" className="inline-flex items-center gap-1.5 text-warn">
        <ClockAlert aria-hidden className="size-3.5 shrink-0" />
        {text}
      </span>,
    ],
  ]
}

function spanText(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

function reconcilerText(reconciler: ClusterReportBody['reconciler']): ReactNode {
  if (reconciler === null) return <None>Its reports don’t say</None>
  const { kind } = reconciler
  const name = RECONCILERS.find((registered) => registered.name === kind)?.title ?? kind
  return reconciler.version === null ? name : `${name} ${reconciler.version}`
}

function Pulled({ pulled }: Pick<ClusterReportBody, 'pulled'>) {
  if (pulled === null) return <None>Nothing of Berth’s yet</None>
  const { branch, commit, change, at, behind } = pulled
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <CommitChip commit={commit} />
      {change === null ? (
        'no commit of Berth’s'
      ) : (
        <span>
          of change <TextLink href={pagePaths.change(change)}>#{change}</TextLink>
        </span>
      )}
      <span>
        <Ago at={new Date(at)} /> from <code className="font-mono text-xs">{branch}</code>
      </span>
      <Behind behind={behind} />
    </span>
  )
}

function Behind({ behind }: { behind: number | null }) {
  if (behind === null) return null
  if (behind === 0) return <span className="text-muted">has every published change</span>
  return <span className="text-warn">{`${counted(behind, 'published change')} behind`}</span>
}

/** Nothing of a cluster that sends none, and of its connection only that it is lost. */
function metricFacts(
  metrics: ClusterReportBody['metrics'],
): readonly (readonly [string, ReactNode])[] {
  if (metrics === null) return []
  const waiting = Object.values(metrics.queues).reduce((sum, count) => sum + count, 0)
  const text = waiting === 0 ? 'nothing' : waiting.toLocaleString('en')
  return [
    [
      'Metrics',
      <span key="metrics">
        last came <Ago at={new Date(metrics.received_at)} />
        {metrics.connected === false && (
          <span className="text-bad"> (its reconciler doesn’t reach the cluster)</span>
        )}
      </span>,
    ],
    ['Waits in its queues', text],
  ]
}

async function Foreign({ cluster, count }: { cluster: string; count: number }) {
  if (count === 0) return <None>Nothing</None>
  const text = counted(count, 'application')
  if (!(await mayRead({ kind: 'foreign-application' }))) return text
  return <TextLink href={pagePaths.foreignApplications(cluster)}>{text}</TextLink>
}
