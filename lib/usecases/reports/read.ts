// What is known of a cluster by its reports, and how fresh that is.
import { typedAfter } from '../clusters/typed.ts'
import {
  type ClusterReport,
  countPublishedAfter,
  readClusterReport,
} from '#db/queries/cluster-reports.ts'
import { readLacking } from '#db/queries/lacking.ts'
import { readObservedSettings } from '#db/queries/observed-settings.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { freshnessOf } from '#lib/domain/observed/freshness.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { reconcilerOf } from '#lib/domain/reconcilers/reconcilers.ts'
import type { ClusterReportBody } from '#lib/schemas/report.ts'
import { type Context, defineRead, type Loaded } from '../define.ts'
import { plannedJson, plannedAt } from '../observed/planned.ts'
import { metricsOf } from '../metrics/readings.ts'
import { countStates } from '../observed/state-counts.ts'
import type { ClusterName } from './own-report.ts'

type Found = { readonly id: number; readonly object: Cluster }

export const readReportUseCase = defineRead<ClusterName, ClusterReportBody, ClusterName, Found>({
  name: 'reports.get',
  load: findCluster,
  run: readReport,
})

async function findCluster(
  context: Context,
  { cluster }: ClusterName,
): Promise<Loaded<Found> | null> {
  const found = findByName((await context.fleet()).clusters, cluster)
  return found && { resource: { kind: 'report', cluster }, found }
}

async function readReport(
  context: Context,
  { cluster }: ClusterName,
  { id, object }: Found,
): Promise<ClusterReportBody> {
  const { scope, services, actor } = context
  const now = services.clock()
  const report = await readClusterReport(scope, cluster)
  // A cluster that asks is the one that it asks about.
  const teams = actor.cluster === null ? readableTeams(actor) : null
  const query = { change: null, observedAt: now, isPast: false, teams, namespace: null }
  return {
    ...(report ? seenOf(report) : NEVER_SEEN),
    freshness: freshnessOf(report && { at: report.seenAt, intervalS: report.intervalS }, now),
    planned_silence: plannedJson(await plannedAt(context, query), id),
    interval_s: report?.intervalS ?? (await readObservedSettings(scope)).reportIntervalS,
    confinement: confinementOf(await typedAfter(scope, object, null), report),
    pulled: report && (await pulledOf(scope, report)),
    counts: (await countStates(context, query, 'cluster', [id], [id])).get(id) ?? {},
    lacks: report && (await lackingOf(scope, id, report, teams)),
    foreign: report?.foreignCount ?? 0,
    metrics: teams === null ? await metricsOf(scope, id) : null,
  }
}

async function lackingOf(
  scope: Context['scope'],
  id: number,
  { pulledChange }: ClusterReport,
  teams: readonly string[] | null,
): Promise<ClusterReportBody['lacks']> {
  if (pulledChange === null) return null
  const { total, items, proposed } = await readLacking(scope, id, pulledChange, teams)
  return {
    total,
    items: items.map(({ id, at, actor, reason, isPublished: published }) => {
      return { id, at: new Date(at).toISOString(), actor, reason, published }
    }),
    ...(proposed && {
      proposed: {
        total: proposed.total,
        pull_request: { number: proposed.number, url: proposed.url },
      },
    }),
  }
}

const NEVER_SEEN = {
  observed_at: null,
  received_at: null,
  clock_offset_s: null,
  reconciler: null,
} as const

function seenOf({ seenAt, receivedAt, clockOffsetMs, reconciler }: ClusterReport) {
  return {
    observed_at: seenAt.toISOString(),
    received_at: receivedAt.toISOString(),
    clock_offset_s: clockOffsetMs === null ? null : Math.round(clockOffsetMs / 1000),
    reconciler: reconciler && { kind: reconciler.kind, version: reconciler.version },
  }
}

function confinementOf(cluster: TypedCluster, report: ClusterReport | null) {
  const { reports } = reconcilerOf(cluster)
  return reports.confinementProof(cluster, report?.reconciler?.confinement ?? null)
}

async function pulledOf(
  scope: Context['scope'],
  {
    pulledBranch: branch,
    pulledCommit: commit,
    pulledChange,
    pulledAt,
    changeOfCommit,
  }: ClusterReport,
): Promise<ClusterReportBody['pulled']> {
  if (branch === null || commit === null || pulledAt === null) return null
  const behind = pulledChange && (await countPublishedAfter(scope, branch, pulledChange))
  return { branch, commit, change: changeOfCommit, at: pulledAt.toISOString(), behind }
}
