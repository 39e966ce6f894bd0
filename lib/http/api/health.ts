// What load balancers and monitoring read. None of it names a tenant.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { readBacklog } from '#lib/usecases/health/backlog.ts'
import { readReadiness } from '#lib/usecases/health/readiness.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { jsonResponse } from './operation.ts'

/** Alive: this process answers. */
export function answerHealth(): Response {
  return jsonResponse({ status: 'ok' })
}

/** Ready: the database is there and at this version. Git's state is included, but saves don't need it, so it fails nothing. */
export async function answerReadiness(): Promise<Response> {
  const readiness = await readReadiness(currentServices())
  return jsonResponse(readiness, { status: readiness.ready ? 200 : 503 })
}

type Metrics = {
  readonly registry: Registry
  readonly requests: Histogram<'operation' | 'status'>
  readonly refused: Counter<'code'>
  readonly pending: Gauge
  readonly lag: Gauge
  readonly stopped: Gauge
  readonly damaged: Gauge
  readonly waitingDeliveries: Gauge
  readonly failedDeliveries: Gauge
  readonly failingSchedulers: Gauge
  readonly waitingDecisions: Gauge
  readonly held: Gauge
  readonly countsAge: Gauge
  readonly databaseAhead: Gauge
}

const place = globalThis as typeof globalThis & { berthMetrics?: Metrics }

/** One set for the process, although Next.js loads this module several times. */
function metrics(): Metrics {
  place.berthMetrics ??= createMetrics()
  return place.berthMetrics
}

function createMetrics(): Metrics {
  const registers = [new Registry()]
  collectDefaultMetrics({ register: registers[0] })
  return {
    registry: registers[0]!,
    requests: new Histogram({
      name: 'berth_http_request_duration_seconds',
      help: 'How long answers took, by operation and status.',
      labelNames: ['operation', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    refused: new Counter({
      name: 'berth_refused_credentials_total',
      help: 'Requests whose Authorization header or token was refused, by the code of the problem.',
      labelNames: ['code'],
      registers,
    }),
    ...createGauges(registers),
  }
}

function createGauges(registers: Registry[]) {
  return {
    pending: new Gauge({
      name: 'berth_publications_pending',
      help: 'Changes that wait for their way into a branch, but for those that people have to merge.',
      registers,
    }),
    lag: new Gauge({
      name: 'berth_publication_oldest_pending_seconds',
      help: 'For how long the oldest of them has waited.',
      registers,
    }),
    stopped: new Gauge({
      name: 'berth_git_stopped_tenants',
      help: 'Tenants that wait for an admin to decide between Git and the database.',
      registers,
    }),
    waitingDeliveries: new Gauge({
      name: 'berth_deliveries_waiting',
      help: 'Events that are on their way to the receivers of subscriptions.',
      registers,
    }),
    failedDeliveries: new Gauge({
      name: 'berth_deliveries_failed',
      help: 'Events that were given up within the last day, because their receivers did not take them.',
      registers,
    }),
    failingSchedulers: new Gauge({
      name: 'berth_schedulers_failing',
      help: 'Policies whose scheduler failed three times or more in a row; what it decided last stays.',
      registers,
    }),
    waitingDecisions: new Gauge({
      name: 'berth_decisions_waiting',
      help: 'Decisions of schedulers that remove so much that a person has to confirm them.',
      registers,
    }),
    damaged: new Gauge({
      name: 'berth_git_damaged_repositories',
      help: 'Repositories on this machine that the daily check found damaged.',
      registers,
    }),
    held: new Gauge({
      name: 'berth_branches_awaiting_upgrade',
      help: 'Branches whose changes wait for an admin to confirm the upgrade of their manifests.',
      registers,
    }),
    countsAge: new Gauge({
      name: 'berth_counts_age_seconds',
      help: 'How long ago the newest hour was that is counted: where charts end.',
      registers,
    }),
    databaseAhead: new Gauge({
      name: 'berth_database_clock_ahead_seconds',
      help: 'How far the clock of the database, by which soak times of rollouts end, is ahead of that of this process.',
      registers,
    }),
  }
}

export function observeRequest(operation: string, status: number, seconds: number): void {
  metrics().requests.observe({ operation, status: String(status) }, seconds)
}

/** `code`: a problem's code, so that there are few different values. */
export function countRefusedCredentials(code: string): void {
  metrics().refused.inc({ code })
}

/** Prometheus text. https://prometheus.io/docs/instrumenting/exposition_formats/ */
export async function answerMetrics(): Promise<Response> {
  const all = metrics()
  const { registry, pending, lag, stopped, damaged, held, countsAge } = all
  const backlog = await readBacklog(currentServices())
  pending.set(backlog.pending)
  lag.set(backlog.oldestSeconds)
  stopped.set(backlog.stops.length)
  damaged.set(backlog.damagedRepositories)
  all.waitingDeliveries.set(backlog.deliveriesWaiting)
  all.failedDeliveries.set(backlog.deliveriesFailed)
  all.failingSchedulers.set(backlog.schedulersFailing)
  all.waitingDecisions.set(backlog.decisionsWaiting)
  held.set(backlog.heldBranches)
  countsAge.set(backlog.countsAgeSeconds)
  all.databaseAhead.set(backlog.databaseAheadSeconds)
  return new Response(await registry.metrics(), {
    headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' },
  })
}
