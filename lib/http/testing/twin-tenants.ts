// Two tenants with objects of the same names, and two processes: one connects as the application's role, the other as the
// tables' owner, for whom row-level security doesn't hold. Only its queries keep the tenants of the second one apart.
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, inject } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { answer } from '#lib/http/api/answer.ts'
import { matchPath } from '#lib/http/operations/routes.ts'
import type { Operation } from '#lib/http/api/operation.ts'
import { createServices } from '#lib/start/boot.ts'
import { installServices, type Services } from '#lib/usecases/services.ts'
import { hashToken } from '#lib/usecases/tokens/authenticate.ts'
import { answerText } from './answer-text.ts'
import { createTestApi, type TestApi } from './api.ts'
import {
  alertRule,
  application,
  cluster,
  documentOf,
  environment,
  config,
  configSchema,
  freeze,
  clusterType,
  guardRule,
  metricSource,
  policy,
  registrationToken,
  savedReport,
  silence,
  scheduler,
  subscription,
  team,
} from './bodies.ts'
import { insertTeamRequest } from './team-requests.ts'

/** Contained in every text of the other tenant, and in none of ours. */
export const MARKER = 'alien'

/** A write that both tenants send with this key, each with a body of its own. */
export const SHARED_KEY = 'one-key'

/** Requests for teams: two of ours, and one of theirs. */
export const requestIds = ['a', 'b', 'c'].map(
  (digit) => `00000000-0000-4000-8000-00000000000${digit}`,
)

export const ownPolicy = { ...policy, name: 'own', namespace: 'ieb' }

export type TwinTenants = Awaited<ReturnType<typeof createTwinTenants>>

/** Call it in `beforeAll`. Names overlap, and so do the ids of objects, changes and principals, and the times of changes. */
export async function createTwinTenants(settings: Record<string, string> = {}) {
  const owner = openDatabase(inject('ownerUrl'), { max: 4 })
  afterAll(() => closeDatabase(owner))
  // Created first, so that an index by tenant reaches its rows first.
  const theirs = await createTestApi(settings)
  const ours = await createTestApi(settings)
  const { environment } = ours.services
  const asOwner = <Row extends Record<string, unknown>>(query: SQL) =>
    inTenant(owner, ours.tenant.id, (tx) => tx.execute<Row>(query))
  const token = await ours.token('admin')
  const theirToken = await theirs.token('admin')
  await asOwner(sql`
    update tokens set name = ${`${MARKER} admin`},
      id = (select id from tokens where hash = ${Buffer.from(hashToken(token))})
    where hash = ${Buffer.from(hashToken(theirToken))}`)
  await fill(savingAs(ours, token), savingAs(theirs, theirToken))
  await theirs.call('/teams', { body: { name: 'by-somebody-else', description: MARKER } })
  const [first = '', second = '', foreign = ''] = requestIds
  await insertTeamRequest(ours, first)
  await insertTeamRequest(ours, second)
  await insertTeamRequest(theirs, foreign, MARKER)
  await asOwner(sql`
    insert into branches (tenant, name, error, error_at)
    select ${theirs.tenant.id}, name, ${MARKER}, now()
    from unnest(array['main/deeper', 'prod/deeper', 'non-prod/deeper']) as names (name)`)

  /** A hash and the number of the other tenant's rows, by table. */
  async function theirRows(): Promise<Record<string, unknown>> {
    // The last use of a token is stored a moment later.
    await theirs.services.tokenUse.settle()
    const tables = await asOwner<{ name: string }>(sql`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'tenant')`)
    const counted = tables.map(
      ({ name }) => sql`
        select ${name}::text as name, count(*)::int as number,
          md5(string_agg(t::text, chr(10) order by t::text)) as hash
        from ${sql.identifier(name)} t where tenant = ${theirs.tenant.id}`,
    )
    const rows = await asOwner<{ name: string }>(sql.join(counted, sql` union all `))
    return Object.fromEntries(rows.map(({ name, ...found }) => [name, found]))
  }

  const walled = restful(ours.services)
  const unwalled = restful(createServices(environment, owner, ours.services))
  return { ours, theirs, token, walled, unwalled, owner, theirRows }
}

/** Stores no use of a token, so that both processes list the same tokens. */
function restful(services: Services): Services {
  return { ...services, tokenUse: { note: () => undefined, settle: async () => undefined } }
}

export type Asked = {
  readonly status: number
  readonly text: string
  readonly headers: string[][]
}

/** What an operation of the process answers to the token's holder. */
export async function ask(
  services: Services,
  operation: Operation,
  address: string,
  { body, as, key }: { body?: unknown; as: string; key?: string | undefined },
): Promise<Asked> {
  installServices(services)
  const url = new URL(`https://berth.example.com/api/v1${address}`)
  const isFile = body instanceof Uint8Array
  const request = new Request(url, {
    method: operation.method,
    body: body === undefined ? undefined : isFile ? new Uint8Array(body) : JSON.stringify(body),
    headers: {
      authorization: `Bearer ${as}`,
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
      'if-match': '*',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  })
  const match = matchPath(url.pathname).find((each) => each.operation === operation)!
  const response = await answer(operation, request, match.parameters)
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return { status: response.status, headers, text: await answerText(response) }
}

type Save = (method: string, path: string, body?: unknown, key?: string) => Promise<void>

function savingAs({ call }: TestApi, token: string): Save {
  return async (method, path, body, key) => {
    const headers = { 'If-Match': '*', ...(key !== undefined && { 'Idempotency-Key': key }) }
    const answer = await call(path, { method, body, headers, token })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  }
}

/** Theirs is created in another order, so that an id means another object there, and in the middle of ours. */
async function fill(ours: Save, theirs: Save): Promise<void> {
  await beginTheirs(theirs)

  await ours('POST', '/teams', team)
  await ours('POST', '/teams', { name: 'other' })
  await ours('POST', '/clusters', cluster)
  await ours('POST', '/clusters', { ...cluster, name: 'second' })
  await ours('POST', '/applications', application)
  await ours('POST', '/target-policies', policy)
  await ours('POST', '/target-policies', ownPolicy)
  await ours('POST', '/silences', silence)
  await ours('POST', '/environments', { ...environment, protected: false })
  await ours('POST', '/freezes', freeze)
  await ours('POST', '/cluster-types', clusterType)
  await ours('POST', '/configs', config)
  await ours('POST', '/config-schemas', configSchema)
  await ours('POST', '/guard-rules', guardRule)
  await ours('POST', '/subscriptions', subscription)
  await ours('POST', '/alert-rules', alertRule)
  await ours('POST', '/saved-reports', savedReport)
  await ours('POST', '/saved-reports', { ...savedReport, name: 'made' })
  await ours('POST', '/saved-reports/made/runs', undefined)
  await ours('POST', `/subscriptions/${subscription.name}/test`)
  await ours('POST', '/metric-sources', metricSource)
  await saveDecided(ours, [scheduler])

  await fillTheirs(theirs)

  await ours('PATCH', '/applications/ieb/app1', { repo_branch: 'v2' })
  await ours('PATCH', '/clusters/second', { metadata: { region: 'west' } })
  await ours('POST', '/applications/ieb/app1/versions', {
    commit: 'a'.repeat(40),
    source_commit: 'b'.repeat(40),
  })
  // Not visible to the team ieb, with the id of an application that it has in the other tenant.
  await ours('POST', '/applications', {
    ...application,
    namespace: 'other',
    name: 'hidden',
    metadata: { hidden: 'true' },
  })
  await ours('POST', '/registration-tokens', registrationToken)
  await ours('POST', '/applications', { ...application, name: 'rolling', follow: 'versions' })
  await ours('POST', '/applications/ieb/rolling/versions', { commit: 'c'.repeat(40) })
  await ours('POST', '/rollouts', rollingTo(cluster.environment))
}

const rollingTo = (environment: string) => ({
  namespace: 'ieb',
  application: 'rolling',
  environment,
  version: 1,
})

const described = { description: MARKER }
const metadata = { region: 'east', common: 'true', [MARKER]: MARKER }
const place = { ...cluster, ...described, metadata, shortName: MARKER, environment: MARKER }
const program = {
  ...application,
  ...described,
  repo_url: `https://git.example.com/${MARKER}.git`,
  repo_branch: MARKER,
  metadata,
}

async function saveSchedulers(save: Save): Promise<void> {
  const theirs = [MARKER, scheduler.name].map((name) => ({ ...scheduler, ...described, name }))
  await saveDecided(save, theirs)
}

/** With a policy that the last one decides, and a score of a cluster. */
async function saveDecided(save: Save, schedulers: readonly { name: string }[]): Promise<void> {
  for (const each of schedulers) await save('POST', '/schedulers', each)
  const { name, ...said } = schedulers.at(-1)!
  const description = 'description' in said ? String(said.description) : ''
  const packed = { ...policy, description, name: 'packed', scheduler: name, cluster_selector: '*' }
  await save('POST', '/target-policies', packed)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const score = description === '' ? 'load' : 'foreign'
  await save('PUT', '/clusters/second/scores', { [score]: { value: 7, until } })
}

/** As many changes as ours has when its first application is created, with a placement in the last. */
async function beginTheirs(save: Save): Promise<void> {
  await save('PUT', '/repository-settings', {
    repo_url: `https://git.example.com/ieb/${MARKER}.git`,
    username: MARKER,
    token: MARKER,
    pull_requests: { host: 'gitea', api_url: `https://${MARKER}.example.com`, token: MARKER },
  })
  await save('POST', '/teams', { name: MARKER, ...described }, SHARED_KEY)
  await save('POST', '/teams', { ...team, ...described })
  await save('POST', '/clusters', { ...place, name: MARKER })
  await save('POST', '/applications', { ...program, name: MARKER })
  await save('POST', '/target-policies', { ...policy, ...described, name: MARKER })
}

/** Of each, there are two. */
const DESCRIBED = [
  ['/silences', silence],
  ['/environments', { ...environment, protected: false }],
  ['/freezes', freeze],
  ['/cluster-types', clusterType],
  ['/configs', config],
  ['/config-schemas', configSchema],
  ['/guard-rules', guardRule],
  ['/alert-rules', alertRule],
] as const

async function fillTheirs(save: Save): Promise<void> {
  for (const name of ['second', cluster.name, 'third', 'fourth']) {
    await save('POST', '/clusters', { ...place, name })
  }
  for (const environment of [cluster.environment, 'prod']) {
    await save('PATCH', '/clusters/second', { environment })
  }
  for (const name of [application.name, 'app2']) {
    await save('POST', '/applications', { ...program, name })
  }
  await save('POST', '/applications', { ...program, namespace: MARKER })
  await save('POST', '/target-policies', { ...policy, ...described })
  for (const name of [MARKER, metricSource.name]) {
    await save('POST', '/metric-sources', { ...metricSource, ...described, name })
  }
  await saveSchedulers(save)
  for (const [path, body] of DESCRIBED) {
    for (const name of [MARKER, body.name])
      await save('POST', path, { ...body, ...described, name })
  }
  await save('POST', '/registration-tokens', { ...registrationToken, ...described, name: MARKER })
  for (const name of [MARKER, savedReport.name, 'made']) {
    await save('POST', '/saved-reports', { ...savedReport, ...described, name })
    await save('POST', `/saved-reports/${name}/runs`, undefined)
  }
  await save('POST', '/target-policies', { ...ownPolicy, ...described })
  for (const name of [MARKER, subscription.name]) {
    await save('POST', '/subscriptions', { ...subscription, ...described, name })
    await save('POST', `/subscriptions/${name}/test`)
  }
  // Five removals that nobody confirmed: for one more by the same principal, the guard asks.
  await save('POST', '/target-policies', {
    ...ownPolicy,
    ...described,
    name: 'without',
    effect: 'exclude',
    app_selector: { name: MARKER },
  })
  await save('DELETE', '/target-policies/without')
  await save('PATCH', '/applications/ieb/app2', { repo_path: MARKER })
  for (const commit of ['1', 'a']) {
    await save('POST', '/applications/ieb/app1/versions', {
      commit: commit.repeat(40),
      name: `${MARKER}-${commit}`,
      source_commit: 'b'.repeat(40),
    })
  }
  await save('POST', '/teams', { name: 'other', ...described })
  await save('POST', '/teams', { name: 'fresh', ...described })
  await save('POST', '/apply', documentOf('cluster', { ...place, name: 'fifth' }))
  await save('POST', '/applications', { ...program, name: 'rolling', follow: 'versions' })
  const announced = { commit: 'c'.repeat(40), name: MARKER }
  await save('POST', '/applications/ieb/rolling/versions', announced)
  for (let started = 0; started < 3; started++) {
    await save('POST', '/rollouts?supersede=true', rollingTo('prod'))
  }
  await save('PUT', '/application-kinds?confirmClusters=6', {
    application_kinds: [{ group: `${MARKER}.example.com`, resources: [MARKER] }],
  })
}
