// A small fleet of which edits, publications and reports happen at given times, and the hours of it.
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { connect } from '#db/connection.ts'
import { readCounts, readSums } from '#db/queries/observed-counts.ts'
import { addedCounts, type Sum } from '#lib/domain/observed/counted.ts'
import { bucketOf } from '#lib/domain/observed/durations.ts'
import { NOTHING_KNOWN, type ReportedItem } from '#lib/domain/observed/reported.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'
import { receiveReportUseCase } from '#lib/usecases/reports/receive.ts'
import { ownSession } from '#lib/usecases/session.ts'
import { createTestPublisher } from './publisher.ts'

export const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

type GivenItem = {
  readonly health: string
  readonly phase: string
  readonly sync: string
  readonly isThere: boolean
  readonly syncedAgoS: number | null
  readonly tookS: number | null
}

export type Step =
  | {
      readonly kind: 'report'
      readonly cluster: number
      readonly published: number
      readonly items: readonly GivenItem[]
    }
  | { readonly kind: 'edit'; readonly edit: number }
  | { readonly kind: 'publish' }

export type CountedFleet = Awaited<ReturnType<typeof createCountedFleet>>

const CLUSTERS = ['c0', 'c1', 'c2']
const APPLICATIONS = ['blue/a0', 'blue/a1', 'green/a0', 'green/a2']
/** Long enough ago that all that happens is over. */
const AGO_MS = 4 * 24 * HOUR_MS

export async function createCountedFleet() {
  const publisher = await createTestPublisher()
  const { tenant, inScope, call } = publisher
  const owner = await connect(inject('ownerUrl'))
  const start = Math.floor((Date.now() - AGO_MS) / HOUR_MS) * HOUR_MS
  let clock = new Date(start)
  const services = { ...publisher.services, clock: () => clock }
  let last = 0
  let commits = 0

  /** An edit, as if it had been accepted at the time that it is. */
  async function edit(method: string, path: string, body?: unknown): Promise<void> {
    const headers = { 'If-Match': '*' }
    const first = await call(path, { method, body, headers })
    const confirm = first.status === 409 && /\?(confirm\w+=\d+)/.exec(first.text)?.[1]
    const answer = confirm ? await call(`${path}?${confirm}`, { method, body, headers }) : first
    if (answer.status >= 300) throw new Error(answer.text)
    last += 1
    await owner.client`update changes set at = ${clock} where tenant = ${tenant.id} and id = ${last}`
  }

  async function publish(): Promise<void> {
    commits += 1
    await inScope(({ tx }) =>
      tx.execute(sql`update publications set state = 'published', commit = ${commitOf(commits)},
        published_at = ${clock.toISOString()}::timestamptz where state = 'pending'`),
    )
  }

  /** `observedAt`: it was under way since then. */
  async function report(
    name: string,
    published: number,
    items: readonly GivenItem[],
    observedAt = clock,
  ) {
    const session = ownSession(tenant, actorOf({ cluster: name }))
    const revision = commitOf(Math.max(1, commits - published))
    const told = items.flatMap((given, index) =>
      given.isThere ? [itemOf(APPLICATIONS[index]!, given, clock)] : [],
    )
    const root = { ...FIELDS, name: 'berth', targetRevision: 'main', revision }
    await receiveReportUseCase.invoke(services, session, {
      cluster: name,
      report: {
        observedAt,
        sentAt: null,
        sequence: null,
        isComplete: true,
        reportDigest: null,
        reconciler: null,
        items: [root, ...told],
      },
    })
  }

  const edits: readonly (() => Promise<void>)[] = [
    () => edit('PATCH', '/applications/blue/a0', { metadata: { on: 'no' } }),
    () => edit('PATCH', '/applications/blue/a0', { metadata: { on: 'yes' } }),
    () => edit('PATCH', '/applications/blue/a1', { repo_branch: `v${last}` }),
    () => edit('PATCH', '/applications/green/a2', { repo_branch: `v${last}` }),
    () => edit('PATCH', '/clusters/c0', { metadata: { region: `r${last % 3}` } }),
    () => edit('PATCH', '/clusters/c1', { environment: last % 2 === 0 ? 'prod' : 'test' }),
    () => edit('PATCH', '/target-policies/all', { suspended: last % 2 === 0 }),
    () => edit('PATCH', '/teams/blue', { description: `${last}` }),
    () => edit('PATCH', '/clusters/c2', { metadata: {} }),
  ]

  await edit('POST', '/apply', documents())
  await publish()

  const happened = async <Row extends Record<string, unknown>>(
    statement: ReturnType<typeof sql>,
  ) => [...(await inScope(({ tx }) => tx.execute<Row>(statement)))]

  return {
    tenant,
    start: new Date(start),
    services,
    inScope,
    call,
    edit,
    publish,
    report,
    world: publisher.world,
    newWorld: publisher.newWorld,
    close: async () => {
      await owner.close()
      await publisher.close()
    },
    setClock: (at: Date) => (clock = at),
    now: () => clock,
    async play(steps: readonly (readonly [minutes: number, step: Step])[]): Promise<void> {
      for (const [minutes, step] of steps) {
        clock = new Date(clock.getTime() + minutes * MINUTE_MS)
        if (step.kind === 'publish') await publish()
        else if (step.kind === 'edit') await edits[step.edit]!()
        else await report(CLUSTERS[step.cluster]!, step.published, step.items)
      }
      clock = new Date(Math.floor(clock.getTime() / HOUR_MS + 2) * HOUR_MS + 10 * MINUTE_MS)
    },
    /** All hours that are over, by their ends. */
    hours(): Date[] {
      const first = new Date(start)
      first.setUTCHours(1, 0, 0, 0)
      const hours: Date[] = []
      for (let at = first.getTime(); at <= clock.getTime(); at += HOUR_MS) hours.push(new Date(at))
      return hours
    },
    syncEvents: async () => {
      const rows = await happened<{
        metric: Sum
        at: Date
        application: string
        cluster: string
        took: number | null
      }>(sql`
        select 'sync_outcomes' as metric, e.at, e.name, e.took::float8 as took, a.team || '/' || a.name as application, c.name as cluster
        from (
          select deployed_at as at, 'succeeded' as name, extract(epoch from deployed_at - started_at) as took, application_id, cluster_id from observed_syncs
          union all select at, 'failed', null, application_id, cluster_id from observed_turns where state = 'failed'
        ) e
        join (select distinct on (object) * from revisions where kind = 'application' order by object, began) a on a.object = e.application_id
        join (select distinct on (object) * from revisions where kind = 'cluster' order by object, began) c on c.object = e.cluster_id`)
      return rows.flatMap((row) => {
        const { took, ...event } = row as typeof row & { name: string }
        return took === null
          ? [event]
          : [event, { ...event, metric: 'sync_duration' as const, name: bucketOf(took) }]
      })
    },
    /** As it was counted of an instant, then or last before; null: it wasn't. */
    countsAt: async (query: Omit<Parameters<typeof readCounts>[1], 'instants'>, at: Date) =>
      (await inScope((scope) => readCounts(scope, { ...query, instants: [at] })))![0] ?? null,
    sumsOver: async (query: Parameters<typeof readSums>[1]) =>
      (await inScope((scope) => readSums(scope, query)))!.map(({ counts, ...piece }) => ({
        ...piece,
        groups: addedCounts([counts]),
      })),
    changeTimes: async () =>
      (await happened<{ at: Date }>(sql`select at from changes`)).map(({ at }) => at),
    /** The label of a cluster as of an instant. */
    async labelsAt() {
      const rows = await happened<{
        name: string
        key: string
        value: string
        from: Date
        to: Date | null
      }>(sql`
        select n.name, l.key, l.value, b.at as "from", e.at as "to" from labels l
        join (select distinct on (object) * from revisions where kind = 'cluster' order by object, began) n on n.object = l.object
        join changes b on b.id = l.began left join changes e on e.id = l.ended where l.kind = 'cluster'`)
      return (cluster: string, key: string, at: Date): string | null =>
        rows.find(
          (row) =>
            row.name === cluster &&
            row.key === key &&
            row.from <= at &&
            (row.to === null || row.to > at),
        )?.value ?? null
    },
  }
}

const commitOf = (count: number) => String(count).padStart(40, '0')

const FIELDS: Omit<ReportedItem, 'name'> = {
  ...NOTHING_KNOWN,
  namespace: 'argocd',
  isTracked: true,
  sync: 'Synced',
  health: 'Healthy',
  phase: 'Succeeded',
}

function itemOf(application: string, given: GivenItem, now: Date): ReportedItem {
  const { health, phase, sync, syncedAgoS, tookS } = given
  const revision = 'a'.repeat(40)
  const deployedAt = syncedAgoS === null ? null : new Date(now.getTime() - syncedAgoS * 1000)
  const began = deployedAt && tookS !== null ? new Date(deployedAt.getTime() - tookS * 1000) : null
  const history =
    deployedAt === null
      ? []
      : [{ id: 1, revision, deployedAt, deployStartedAt: began, initiatedBy: null }]
  return {
    ...FIELDS,
    name: application.replace('/', '--'),
    targetRevision: null,
    revision,
    health: health as ReportedItem['health'],
    phase: phase as ReportedItem['phase'],
    sync: sync as ReportedItem['sync'],
    history,
  }
}

function documents() {
  return [
    documentOf('team', { name: 'blue' }),
    documentOf('team', { name: 'green' }),
    ...CLUSTERS.map((name, index) =>
      documentOf('cluster', {
        name,
        environment: 'test',
        metadata: index === 2 ? {} : { region: 'r0' },
      }),
    ),
    ...APPLICATIONS.map(application),
    documentOf('target-policy', { name: 'all', app_selector: 'on=yes', cluster_selector: '*' }),
    documentOf('target-policy', {
      name: 'some',
      app_selector: 'name=a2',
      cluster_selector: 'region',
    }),
  ]
}

function application(path: string) {
  const [namespace, name] = path.split('/')
  return documentOf('application', {
    name,
    namespace,
    repo_url: 'https://git.example.com/apps.git',
    repo_branch: 'main',
    repo_path: 'deploy',
    metadata: { on: 'yes' },
  })
}
