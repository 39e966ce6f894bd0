// For each code of a problem, a request that is answered with it.
import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { type GitStopCode, stopForGit } from '#db/queries/git-state.ts'
import { freePort } from '#db/testing/free-port.ts'
import { LineTooLong } from '#db/waiting-line.ts'
import type { IdentityProvider } from '#lib/adapters/identity/identity-provider.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { METRIC_SERIES_MAX } from '#lib/domain/observed/metric-series.ts'
import { VERSIONS_MAX } from '#lib/domain/objects/version.ts'
import type { PullRequestState } from '#lib/domain/git/pull-request.ts'
import { operations } from '#lib/http/operations/operations.ts'
import { answerApi } from '#lib/http/operations/routes.ts'
import { personToken, wrongTokens } from '#lib/http/testing/access-tokens.ts'
import { type Answer, type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  application,
  cluster,
  documentOf,
  kinds,
  policy,
  registrationToken,
  team,
} from '#lib/http/testing/bodies.ts'
import { createIdentityWorld, type IdentityWorld } from '#lib/http/testing/identity-world.ts'
import { carriedFile, siteKey } from '#lib/http/testing/carried-file.ts'
import { CONTENT_TYPES, message1, snappy } from '#lib/http/testing/remote-write.ts'
import { listOf, reportOf } from '#lib/http/testing/reports.ts'
import { insertOlderBranch } from '#lib/http/testing/older-branch.ts'
import { insertPullRequest, propose } from '#lib/http/testing/pull-requests.ts'
import {
  act,
  announce as announceVersion,
  followVersions,
  MANAGERS,
  personIn,
  rollOut,
  rollout,
  saveEnvironments,
  step,
} from '#lib/http/testing/rollouts.ts'
import { signedInCookie, signInSettings } from '#lib/http/testing/signed-in.ts'
import {
  askForMore,
  askForTeam,
  insertTeamRequest,
  limitsWish,
  wish,
} from '#lib/http/testing/team-requests.ts'
import { createSealing } from '#lib/secrets/sealed.ts'
import { ownSession } from '#lib/usecases/session.ts'
import { installServices, type Services } from '#lib/usecases/services.ts'
import { makeTokenUseCase } from '#lib/usecases/tokens/make.ts'
import { answer } from './answer.ts'
import { codeSentences } from './problem-codes.ts'
import { problemOf } from './problem.ts'

type Answered = { readonly status: number; readonly code: unknown }

/** Node sends a stream only when told that the answer comes after it. */
type StreamedRequest = RequestInit & { readonly duplex: 'half' }

const ANY = { 'if-match': '*' }
const clusterPath = `/clusters/${cluster.name}`
const GUARDED = 120

let api: TestApi
let branched: TestApi
let world: IdentityWorld
let bare: TestApi
let upgraded: TestApi
beforeAll(async () => {
  api = await createTestApi()
  bare = await createTestApi()
  upgraded = await createTestApi()
  world = await createIdentityWorld({ accounts: {}, entra: true })
  branched = await createTestApi({ GITOPS_BRANCH: 'fleet/{ring}' })
  await api.call('/apply', {
    body: [
      documentOf('team', { ...team, source_repos: [application.repo_url] }),
      documentOf('team', { name: 'departed' }),
      documentOf('application', application),
      documentOf('target-policy', policy),
      documentOf('cluster', cluster),
      documentOf('registration-token', registrationToken),
      ...Array.from({ length: GUARDED }, (_, index) =>
        documentOf('cluster', { name: `guarded-${index}`, metadata: { region: 'east' } }),
      ),
    ],
  })
  await api.call('/teams/departed', { method: 'DELETE', headers: ANY })
  const settled = { body: { name: 'settled', metadata: { ring: 'canary' } } }
  expect((await branched.call('/clusters', settled)).status).toBe(201)
})

const OF_CLUSTER = { kind: 'Cluster', objects: [{ name: cluster.name }] }

const settings = { repo_url: 'https://git.example.com/fleet.git' }
const tokenPath = '/registration-tokens/edge-stores'
const registering = (body: object) => async () => {
  const { json } = await api.call(`${tokenPath}/secret`, { method: 'POST' })
  return send('/clusters/register', { body, token: json.secret })
}
const withKeys = (keys: readonly object[]) => () =>
  send(`${clusterPath}/report-key`, { method: 'PUT', body: { keys }, headers: ANY })
const carried = (text: Uint8Array<ArrayBuffer>) => () =>
  send(`${clusterPath}/reports/file`, {
    text,
    headers: { 'content-type': 'application/octet-stream' },
  })

/** An edit of where the manifests go, in a tenant without clusters. */
const setting =
  (fields: object, on = () => bare) =>
  async () =>
    answered(
      await on().call('/repository-settings', {
        method: 'PUT',
        body: { ...settings, ...fields },
        headers: ANY,
      }),
    )

const allowing = (entry: object) => async () =>
  answered(
    await api.call('/application-kinds', {
      method: 'PUT',
      body: { application_kinds: [entry] },
      headers: ANY,
    }),
  )

const report =
  (call: Call = {}) =>
  async () =>
    answered(
      await api.call(`${clusterPath}/report`, { method: 'PUT', body: reportOf([]), ...call }),
    )

const writing = async (text: Uint8Array<ArrayBuffer>) =>
  answered(
    await api.call('/metrics/write', {
      text,
      token: await api.token('contributor', { cluster: cluster.name }),
      headers: { 'content-type': CONTENT_TYPES[1] },
    }),
  )
const written = (message: Uint8Array) => () => writing(snappy(message))

/** One more than one message may hold: nothing but empty series. */
function beyondSeries(): Promise<Answered> {
  const labels = message1([{ labels: { __name__: 'x' } }])
  return written(Buffer.concat(Array.from({ length: METRIC_SERIES_MAX + 1 }, () => labels)))()
}

async function reportedTwice(): Promise<Answered> {
  const turn = api.services.reports.begin(api.tenant.id, cluster.name)
  try {
    return await report()()
  } finally {
    turn.end()
  }
}

/** An upgrade of one file, the bootstrap of one cluster, confirmed with these numbers. */
const confirmed =
  ({ files, clusters }: { files: number; clusters: number }) =>
  async () => {
    await insertOlderBranch(upgraded, 'older', cluster.name)
    const { digest } = (await upgraded.call('/upgrade')).json
    const path = `/upgrade?confirmFiles=${files}&confirmClusters=${clusters}`
    const headers = { 'berth-impact': digest }
    return answered(await upgraded.call(path, { method: 'POST', headers }))
  }

const answered = ({ status, json }: Answer): Answered => ({ status, code: json?.code })
const send = async (path: string, call: Call = {}) => answered(await api.call(path, call))
const get = (path: string) => () => send(path)
const edit = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(path, { method: 'PATCH', body, headers: { ...ANY, ...headers } })

/** Rolls an application back to a change; absent: to what it is. */
async function rollBack(name: string, to?: number): Promise<Answered> {
  const path = `/applications/ieb/${name}`
  const change = to ?? (await api.call(path)).json.status.change
  return send(`${path}/rollback`, { body: { to: { change } }, headers: ANY })
}

const revert = (change: number) => send(`/changes/${change}/revert`, { method: 'POST' })

/** Takes back what somebody edited since. */
async function revertEdited(): Promise<Answered> {
  const headers = { ...ANY }
  const patched = (description: string) =>
    api.call('/teams/ieb', { method: 'PATCH', body: { description }, headers })
  const { headers: told } = await patched('First')
  await patched('Second')
  return revert(Number(told.get('berth-change')))
}

/** Takes back another list of kinds, which is no object. */
async function revertSettings(): Promise<Answered> {
  const { clusters } = (await api.call('/application-kinds')).json.status
  const { headers } = await api.call(`/application-kinds?confirmClusters=${clusters}`, {
    method: 'PUT',
    body: { application_kinds: [{ group: 'example.com', resources: ['things'] }] },
    headers: ANY,
  })
  return revert(Number(headers.get('berth-change')))
}

/** Removes a placement while a freeze holds. */
async function frozen(): Promise<Answered> {
  const stopped = await createTestApi()
  const body = [
    documentOf('team', team),
    documentOf('application', application),
    documentOf('target-policy', policy),
    documentOf('cluster', cluster),
    documentOf('freeze', { name: 'now', environments: '*' }),
  ]
  await stopped.call('/apply', { body })
  return answered(await stopped.call(clusterPath, { method: 'DELETE', headers: ANY }))
}

/** What is done with a rollout to qa, which waits for an approval in its first wave and is still to begin. */
const rolling =
  (act: (on: TestApi, id: number) => Promise<Answer>): (() => Promise<Answered>) =>
  async () => {
    const on = await createTestApi(signInSettings)
    await saveEnvironments(on)
    const approvals = { count: 2, groups: [{ id: MANAGERS }] }
    const waves = [{ name: 'rest', before: { approvals }, after: { checks: ['e2e'] } }]
    await on.call('/environments/qa', { method: 'PATCH', body: { waves }, headers: ANY })
    await followVersions(on)
    await announceVersion(on, '1')
    const { json } = await rollOut(on, 'qa', 'v1', await personIn(on, 'bob', MANAGERS))
    return answered(await act(on, json.id))
  }

/** Has a cluster hold its version for so many days. */
function held(on: TestApi, name: string, days: number): Promise<Answer> {
  const until = new Date(Date.now() + days * 86_400_000).toISOString()
  const body = { until, reason: 'not now' }
  return on.call(`/clusters/${name}/holds/ieb/app1`, { method: 'PUT', body, headers: ANY })
}

/** The same where clusters of qa may hold. */
function allowed(act: (on: TestApi) => Promise<Answer>): typeof act {
  return async (on) => {
    await on.call('/environments/qa', { method: 'PATCH', body: { hold: '30d' }, headers: ANY })
    return act(on)
  }
}

/** Resumes a rollout whose wave waits in a closed pull request. */
async function resumedInClosed(): Promise<Answered> {
  const on = await createTestApi()
  await saveEnvironments(on)
  await followVersions(on)
  await announceVersion(on, '1')
  const { id } = (await rollOut(on, 'qa', 'v1')).json
  await step(on, id)
  await propose(on, 'main', { state: 'closed' })
  await step(on, id)
  return answered(await act(on, id, 'resume'))
}

const approved =
  (name: string, { wave = 1, digest, groups = [MANAGERS] }: Approving = {}) =>
  async (on: TestApi, id: number): Promise<Answer> => {
    const seen = digest ?? (await rollout(on, id)).waves[0].digest
    const person = await personIn(on, name, ...groups)
    const headers = { ...person.headers, 'berth-impact': seen }
    const body = { wave, decision: 'approve', reason: 'It looks good.' }
    return on.call(`/rollouts/${id}/approvals`, { ...person, headers, body })
  }
type Approving = {
  readonly wave?: number
  readonly digest?: string
  readonly groups?: readonly string[]
}

function checked(on: TestApi, id: number, name: string): Promise<Answer> {
  return on.call(`/rollouts/${id}/checks/${name}`, { body: { wave: 1, state: 'passed' } })
}

async function passedGate(on: TestApi, id: number, more: object = {}): Promise<Answer> {
  const body = { wave: 1, gates: ['soak'], reason: 'The store is down.', ...more }
  return on.call(`/rollouts/${id}/override?confirmChanges=4`, { body })
}

/** A rollout that is on record as having come so far. */
async function recorded(on: TestApi, set: SQL): Promise<void> {
  await inTenant(on.database, on.tenant.id, (tx) => tx.execute(set))
}

/** Removes a placement from a protected environment. */
async function undeployed(): Promise<Answered> {
  const guarded = await createTestApi()
  const { environment: name } = cluster
  const body = [
    documentOf('team', team),
    documentOf('application', application),
    documentOf('target-policy', policy),
    documentOf('cluster', cluster),
    documentOf('environment', { name, protected: true, deployers: [{ id: 'deployers' }] }),
  ]
  await guarded.call('/apply', { body })
  return answered(await guarded.call(clusterPath, { method: 'DELETE', headers: ANY }))
}

/** Removes a placement from a cluster of a guard rule, without a reason. */
async function unexplained(): Promise<Answered> {
  const guarded = await createTestApi()
  const rule = { name: 'everywhere', cluster_selector: '*', reason_required: true }
  const body = [
    documentOf('team', team),
    documentOf('application', application),
    documentOf('target-policy', policy),
    documentOf('cluster', cluster),
    documentOf('guard-rule', rule),
  ]
  await guarded.call('/apply', { body })
  return answered(await guarded.call(clusterPath, { method: 'DELETE', headers: ANY }))
}

/** Publishes an environment by pull request, of so many clusters beside one of another environment. */
async function ofPullRequests(pattern: string, count: number): Promise<Answered> {
  const repository = { GITOPS_REPO_URL: 'https://github.com/ieb/fleet.git', GITOPS_TOKEN: 'token' }
  const hosted = await createTestApi({ ...repository, GITOPS_BRANCH: pattern })
  const body = Array.from({ length: count }, (_, nth) =>
    documentOf('cluster', { name: `site-${nth}`, environment: nth === 0 ? 'qa' : 'prod' }),
  )
  expect((await hosted.call('/apply', { body })).status).toBe(200)
  const turned = { name: 'prod', publish: 'pull-request' }
  return answered(await hosted.call('/environments', { body: turned }))
}

const CHART = { type: 'helm', chart: 'app1', version: '1.2.3' }

/** Creates an application of a chart. */
const ofChart = (fields: object) => async () =>
  send('/applications', {
    body: {
      name: 'chart',
      namespace: 'ieb',
      repo_url: 'https://charts.example.com',
      source: CHART,
      ...fields,
    },
  })

const announce = (fields: object) => () =>
  send('/applications/ieb/app1/versions', { body: { commit: 'a'.repeat(40), ...fields } })

/** As if there had been that many before. */
async function announcedTooMany() {
  await create('application', { name: 'announced' })()
  const path = '/applications/ieb/announced/versions'
  await send(path, { body: { commit: 'c'.repeat(40) } })
  await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`
      insert into announced_versions
      select (jsonb_populate_record(v, jsonb_build_object('number', ${VERSIONS_MAX}::int))).*
      from announced_versions v where v.commit = ${'c'.repeat(40)}`),
  )
  return send(path, { body: { commit: 'd'.repeat(40) } })
}

/** Creates an object of a kind, valid except for some fields. */
const create =
  (kind: Kind, fields: object, on = () => api) =>
  async () =>
    answered(
      await on().call(kinds[kind].collection, {
        body: { ...kinds[kind].body, name: 'fresh', ...fields },
      }),
    )
const address = (repo_url: string) => create('application', { repo_url })
async function deletedTold(): Promise<Answered> {
  await create('subscription', { name: 'told' })()
  await create('alert-rule', { name: 'telling', subscriptions: ['told'] })()
  return send('/subscriptions/told', { method: 'DELETE', headers: { 'if-match': '*' } })
}

const needing = (...depends_on: readonly unknown[]) => create('application', { depends_on })
/** Of so many applications each needs the one before it. */
const chain = (length: number) => () =>
  send('/apply', {
    body: Array.from({ length }, (_, nth) =>
      documentOf('application', {
        ...application,
        name: `link${nth}`,
        depends_on: nth === 0 ? [] : [`ieb/link${nth - 1}`],
      }),
    ),
  })
const targetsNamed = (names: readonly string[]) =>
  names.map((name) => ({ name, environment: cluster.environment, repo_path: name }))
const targeted = (...names: readonly string[]) =>
  create('application', { targets: targetsNamed(names) })
/** A placement with both. */
const twoTargets = () => {
  const names = ['early', 'late']
  const twofold = { ...application, name: 'twofold', targets: targetsNamed(names) }
  return send('/apply', {
    body: [
      documentOf('application', twofold),
      ...names.map((target) => documentOf('target-policy', { ...policy, name: target, target })),
    ],
  })
}
const selector = (cluster_selector: unknown) => create('target-policy', { cluster_selector })
const labels = (metadata: unknown) => create('cluster', { metadata })
const json = (text: string) => () => send('/clusters', { text })
const yaml = (text: string | Uint8Array<ArrayBuffer>) => () =>
  send('/apply', { text, headers: { 'content-type': 'application/yaml' } })
const csv = (text: string) => () =>
  send('/apply', { text, headers: { 'content-type': 'text/csv' } })
const authorized = (authorization: string) => () =>
  send('/teams', { token: null, headers: { authorization } })
const headed = (headers: Record<string, string>) => () => edit(clusterPath, {}, headers)
/** A subscription whose test event is still on its way, and which is then suspended. */
const redelivering = (isSuspended: boolean) => async () => {
  const body = { ...kinds.subscription.body, name: `told-${randomUUID()}` }
  await api.call('/subscriptions', { body })
  const path = `/subscriptions/${body.name}`
  const { json } = await api.call(`${path}/test`, { method: 'POST' })
  if (isSuspended) await edit(path, { suspended: true })
  return answered(await api.call(`${path}/deliveries/${json.id}/redeliver`, { method: 'POST' }))
}
const clear = async (branch: string) =>
  answered(await branched.call('/clusters/settled/branches/clear', { body: { branch } }))

/** A write to a tenant that waits for an admin to decide between Git and the database. */
const stoppedBy = (code: GitStopCode, path: string) => async () => {
  const stopped = await createTestApi()
  const { id } = stopped.tenant
  await inTenant(stopped.database, id, (tx) =>
    stopForGit({ tx, tenant: id }, { code, reason: 'Tried here.' }, null),
  )
  const body = path === '/clusters' ? cluster : undefined
  return answered(await stopped.call(path, { method: 'POST', body }))
}

/** Opens one again in which nothing waits. */
const reopened = (state: PullRequestState) => async () => {
  await insertPullRequest(api, state, state)
  return send(`/pull-requests/${state}/reopen`, { method: 'POST' })
}
const KEEP_DATABASE = '/git-state/keep-database'

/** What a process that differs from the API's answers. */
async function answerOf(
  services: Services,
  id: string,
  request: Request,
  path: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  installServices(services)
  const response = await answer(
    operations.find((row) => row.id === id)!,
    request,
    path,
  )
  const { code }: { code?: unknown } = await response.json()
  return { status: response.status, code }
}

const requestTo = (path: string, init: RequestInit = {}) =>
  new Request(`https://berth.example.com/api/v1${path}`, init)

/** A write whose body is sent by `begin` and then never ends. */
const withBody = (begin: (stream: ReadableStreamDefaultController) => void) => async () => {
  const services = { ...api.services, bodyPace: { graceMs: 1, bytesPerSecond: 1 } }
  const headers = {
    authorization: `Bearer ${await api.token('admin')}`,
    'content-type': 'application/json',
  }
  const body = new ReadableStream({ start: begin })
  const init: StreamedRequest = { method: 'POST', headers, body, duplex: 'half' }
  return answerOf(services, 'createTeam', requestTo('/teams', init))
}

const grant = (fields: object) => () =>
  send('/role-grants', { body: { source: 'group', value: 'g', role: 'reader', ...fields } })

async function grantedTwice(): Promise<Answered> {
  await grant({ value: 'twice' })()
  return grant({ value: 'twice', role: 'admin' })()
}

async function groupByNameFromEntra(): Promise<Answered> {
  const { tenant, services } = api
  const entra = { kind: 'entra', tenantName: tenant.name } as IdentityProvider
  const body = JSON.stringify({ source: 'group', value: 'platform', role: 'reader' })
  const headers = {
    authorization: `Bearer ${await api.token('admin')}`,
    'content-type': 'application/json',
  }
  const request = requestTo('/role-grants', { method: 'POST', body, headers })
  return answerOf({ ...services, identityProviders: [entra] }, 'createRoleGrant', request)
}

const view = { list: 'clusters', name: 'east' }

async function viewedTwice(): Promise<Answered> {
  await send('/saved-views', { body: view })
  return send('/saved-views', { body: view })
}

/** With the token of somebody who is an admin by a single grant. */
async function withoutOwnGrant(): Promise<Answered> {
  const ours = await createTestApi(signInSettings)
  const { id } = (await ours.call('/role-grants', { body: ownGrant })).json
  const cookie = await signedInCookie(ours.services, { name: 'Ada', groups: [ownGrant.value] })
  const headers = { cookie, origin: 'https://berth.example.com' }
  return answered(await ours.call(`/role-grants/${id}`, { method: 'DELETE', token: null, headers }))
}
const ownGrant = { source: 'group', value: 'own', role: 'admin' }

/** Fails as a full disk does: see storage-full.test.ts for a real one. */
async function withFullDisk(): Promise<Answered> {
  const owner = await connect(inject('ownerUrl'))
  const name = `full_${api.tenant.id}`
  await owner.client.unsafe(`
    create function ${name}() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger ${name} before insert on changes for each row
      when (new.tenant = ${api.tenant.id}) execute function ${name}()`)
  const answer = await create('team', { name: 'unkept' })()
  await owner.client.unsafe(`drop function ${name} cascade`)
  await owner.close()
  return answer
}

const findNoTurn = () => Promise.reject(new LineTooLong())

async function withoutConnection(): Promise<Answered> {
  const database = { pool: { ...api.database.pool, lend: findNoTurn } }
  const headers = { authorization: `Bearer berth_${'a'.repeat(43)}` }
  return answerOf({ ...api.services, database }, 'listTeams', requestTo('/teams', { headers }))
}

/** A write that waits for its tenant's lock for longer than a statement may take. */
async function behindAnother(): Promise<Answered> {
  const timeouts = { read: 10_000, heavy: 10_000, write: 50 }
  const services = { ...api.services, database: { ...api.database, timeouts } }
  const headers = {
    authorization: `Bearer ${await api.token('admin')}`,
    'content-type': 'application/json',
  }
  const another = await connect(inject('databaseUrl'))
  await another.client.unsafe(`begin; select set_config('berth.tenant', '${api.tenant.id}', true);
    select from tenants for update`)
  try {
    const init = { method: 'POST', headers, body: '{"name":"late"}' }
    return await answerOf(services, 'createTeam', requestTo('/teams', init))
  } finally {
    await another.close()
  }
}

async function withoutDatabase(): Promise<Answered> {
  const url = `postgres://berth:x@127.0.0.1:${await freePort()}/berth`
  const database = openDatabase(url, { max: 1 })
  const headers = { authorization: `Bearer berth_${'a'.repeat(43)}` }
  const outcome = await answerOf(
    { ...api.services, database },
    'listTeams',
    requestTo('/teams', { headers }),
  )
  await closeDatabase(database)
  return outcome
}

/** A row that something other than Berth has damaged. */
async function withBrokenRow(): Promise<Answered> {
  const broken = await createTestApi()
  await broken.call('/target-policies', { body: policy })
  const owner = await connect(inject('ownerUrl'))
  await owner.client`
    update revisions set body = jsonb_set(body, '{app_selector}', '"in ("')
    where tenant = ${broken.tenant.id} and kind = 'target-policy'`
  await owner.close()
  const answer = await broken.call(`/target-policies/${policy.name}`)
  expect(answer.text).not.toContain('selector')
  return answered(answer)
}

async function fromAnotherSite(): Promise<Answered> {
  const ours = await createTestApi(signInSettings)
  const cookie = await signedInCookie(ours.services, { name: 'Ada', groups: [] })
  const headers = { cookie, origin: 'https://example.com' }
  return answerOf(ours.services, 'createTeam', requestTo('/teams', { method: 'POST', headers }))
}

async function withPendingBranch(): Promise<Answered> {
  const emptied = await createTestApi()
  await emptied.call('/clusters', { body: { name: 'one' } })
  await emptied.call('/clusters/one', { method: 'DELETE', headers: ANY })
  return setting({ branch_pattern: 'other' }, () => emptied)()
}

async function withLostKey(): Promise<Answered> {
  const keyless = await createTestApi()
  await setting({ token: 'a token' }, () => keyless)()
  const sealing = createSealing([Buffer.alloc(32, 9).toString('base64')], 'the tests')
  return answerOf(
    { ...keyless.services, sealing },
    'replaceRepositorySettings',
    requestTo('/repository-settings', {
      method: 'PUT',
      body: JSON.stringify(settings),
      headers: {
        ...ANY,
        'content-type': 'application/json',
        authorization: `Bearer ${await keyless.token('admin')}`,
      },
    }),
  )
}

async function tooOften(): Promise<Answered> {
  const slow = await createTestApi({ BERTH_RATE_PER_SECOND: '1', BERTH_RATE_BURST: '1' })
  await slow.call('/teams')
  const answer = await slow.call('/teams')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  return answered(answer)
}

async function decidedAgain(): Promise<Answered> {
  const id = '00000000-0000-4000-8000-000000000001'
  await insertTeamRequest(api, id)
  const decline = { body: { reason: 'No' } }
  await send(`/team-requests/${id}/decline`, decline)
  return send(`/team-requests/${id}/decline`, decline)
}

async function wished(body: unknown): Promise<Answered> {
  const { status, code } = await askForMore(api, { body })
  return { status, code }
}

/** Of a team that wants a cluster. */
async function askedForCluster(team: string): Promise<string> {
  await send('/teams', { body: { name: team } })
  const cluster = { metadata: { region: 'east' } }
  const { id } = await askForMore(api, { team, body: { purpose: wish.purpose, cluster } })
  return `/team-requests/${id}/approve`
}

async function ofAnotherKind(): Promise<Answered> {
  return send(await askedForCluster('wanting'), { body: { team: { name: 'wanting' } } })
}

async function ofDeletedTeam(): Promise<Answered> {
  const path = await askedForCluster('leaving')
  await send('/teams/leaving', { method: 'DELETE', headers: ANY })
  return send(path, { body: { cluster: { name: 'made-for-it' } } })
}

async function askedTooOften(): Promise<Answered> {
  const asked = await createTestApi()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await askForTeam(asked, { name })
  return askForTeam(asked)
}

async function followedTooOften(): Promise<Answered> {
  const following = await createTestApi()
  const open: (ReadableStream<Uint8Array> | null)[] = []
  for (;;) {
    const { response } = await following.respond('/events')
    if (response.ok) open.push(response.body)
    else {
      for (const body of open) await body?.cancel()
      const { code }: { code?: unknown } = await response.json()
      return { status: response.status, code }
    }
  }
}

async function withWrongMethod(): Promise<Answered> {
  const response = await answerApi(requestTo('/teams', { method: 'PATCH' }))
  expect(response.headers.get('allow')).toBe('GET, POST')
  const { code }: { code?: unknown } = await response.json()
  return { status: response.status, code }
}

/** A branch that was created under another setting. */
async function besideAnotherSetting(): Promise<Answered> {
  const { tenant, database } = branched
  await inTenant(database, tenant.id, (tx) =>
    tx.execute(sql`insert into branches (tenant, name) values (${tenant.id}, 'fleet/blocked/on')`),
  )
  return create('cluster', { metadata: { ring: 'blocked' } }, () => branched)()
}

const movedAndEmptied = async () =>
  answered(
    await branched.call('/clusters/settled', {
      method: 'PATCH',
      body: { metadata: { ring: 'other' }, default_project: 'empty' },
      headers: ANY,
    }),
  )

async function beforeItsMoveIsInGit(): Promise<Answered> {
  const moved = { method: 'PATCH', body: { metadata: { ring: 'stable' } }, headers: ANY }
  await branched.call('/clusters/settled', moved)
  return clear('fleet/canary')
}

async function withKeyOfAnotherRequest(): Promise<Answered> {
  const headers = { 'idempotency-key': 'one' }
  await send('/teams', { body: { name: 'first' }, headers })
  return send('/teams', { body: { name: 'second' }, headers })
}

/** Sends an access token, or something that isn't one. */
const bearer = (token: string, services = world.services) =>
  answerOf(
    services,
    'listTeams',
    requestTo('/teams', { headers: { authorization: `Bearer ${token}` } }),
  )

async function whileTheIssuerIsAway(): Promise<Answered> {
  const authority = `http://127.0.0.1:${await freePort()}`
  const iss = `${authority}/${world.tid}/v2.0`
  return bearer(await personToken(world, { iss }), world.replica({ ENTRA_AUTHORITY: authority }))
}

async function withOldToken(): Promise<Answered> {
  return bearer(await personToken(world, { oid: randomUUID(), iat: 1_000_000_000 }))
}

/** A token of somebody who was last seen a while ago. */
async function withoutMaker(): Promise<Answered> {
  const maker = { kind: 'person', id: `entra:${world.tid}:${randomUUID()}`, name: 'Ada' } as const
  const rights = {
    email: null,
    role: 'reader',
    teams: new Map(),
    groups: [],
    cluster: null,
    registers: false,
    announces: null,
    schedules: null,
    tellsOfRepository: false,
  } as const
  const session = ownSession(world.tenant, { ...maker, ...rights })
  const input = { body: { name: 'CI', role: 'reader' }, idempotency: null }
  const { token } = await makeTokenUseCase.invoke(world.services, session, input)
  return bearer(token)
}

const until = '2026-01-01T00:00:00Z'
const DECISION = '/target-policies/packed/decision'
const packed = 'packed-0'
const decided = (clusters: readonly string[]) => ({
  namespace: 'ieb',
  application: 'packed',
  clusters,
})

/** Of a policy that a scheduler decides, with clusters of its own. */
async function decide(decisions: readonly object[], path = DECISION, by?: string) {
  const metadata = { packed: 'true' }
  await api.call('/schedulers', { body: { name: 'packing' } })
  for (let nth = 0; nth < 12; nth++) {
    await api.call('/clusters', { body: { ...cluster, name: `packed-${nth}`, metadata } })
  }
  await api.call('/applications', { body: { ...application, name: 'packed', metadata } })
  const selects = { app_selector: 'packed=true', cluster_selector: 'packed=true' }
  await api.call('/target-policies', {
    body: { ...policy, ...selects, name: 'packed', scheduler: 'packing' },
  })
  const call = { method: 'PUT', body: { decisions }, headers: ANY, ...(by && { token: by }) }
  return send(path, call)
}

async function removesMuch() {
  await decide([decided(Array.from({ length: 12 }, (_, nth) => `packed-${nth}`))])
  const guards = { name: 'packed', cluster_selector: 'packed=true', removals: 5 }
  await api.call('/guard-rules', { body: guards })
  const token = await api.token('scheduler', { scheduler: 'packing' })
  return decide([decided([packed])], DECISION, token)
}

/** Each code for an invalid access token, with the first token that has that fault. */
const accessTokens = Object.fromEntries(
  wrongTokens
    .toReversed()
    .map(([, code, make]) => [code, [401, async () => bearer(await make(world))] as const]),
)

/** Asks for a token. */
const token =
  (fields: object, call: Call = {}) =>
  () =>
    send('/tokens', { body: { name: 'CI', role: 'reader', ...fields }, ...call })

async function asRetry(): Promise<Answered> {
  const retry = token({}, { headers: { 'idempotency-key': 'retry' } })
  await retry()
  return retry()
}

async function withManyTokens(): Promise<Answered> {
  const full = await createTestApi()
  const body = { name: 'CI', role: 'reader' }
  const { json } = await full.call('/tokens', { body })
  await inTenant(full.database, full.tenant.id, (tx) =>
    tx.execute(sql`
      insert into tokens (tenant, hash, name, role, created_by, payer, expires_at)
      select tenant, sha256((id::text || n)::bytea), name, role, created_by, payer, expires_at
      from tokens, generate_series(1, 999) n where id = ${json.id}`),
  )
  return answered(await full.call('/tokens', { body }))
}

async function asProgram(): Promise<Answered> {
  const subject = 'entra:8f1c0000-0000-4000-8000-00000000000a:8f1c0000-0000-4000-8000-00000000000b'
  const program = { kind: 'token', id: subject, name: 'CI', email: null, role: 'admin' } as const
  const session = ownSession(api.tenant, {
    ...program,
    teams: new Map(),
    groups: [],
    cluster: null,
    registers: false,
    announces: null,
    schedules: null,
    tellsOfRepository: false,
  })
  const input = { body: { name: 'CI', role: 'reader' }, idempotency: null }
  const error = await makeTokenUseCase
    .invoke(api.services, session, input)
    .catch((thrown) => thrown)
  const { status, code } = problemOf(error)
  return { status, code }
}

async function asReader(): Promise<Answered> {
  const token = await api.token('reader')
  return send('/teams', { body: { name: 'fresh' }, token })
}

const aliases = Array.from({ length: 9 }, (_, index) => {
  const items = index === 0 ? 'x' : `*a${index - 1}`
  return `a${index}: &a${index} [${Array(9).fill(items).join(',')}]`
}).join('\n')

const requests: Readonly<Record<string, readonly [status: number, () => Promise<Answered>]>> = {
  ...accessTokens,
  keys_unavailable: [503, whileTheIssuerIsAway],
  token_maker_gone: [401, withoutMaker],
  token_stale: [401, withOldToken],
  approval_unfit: [409, ofAnotherKind],
  authorization_empty: [401, authorized('Bearer ')],
  authorization_malformed: [401, authorized('Bearer %%')],
  authorization_repeated: [401, authorized('Bearer a, Bearer b')],
  authorization_scheme: [401, authorized('Basic YTpi')],
  app_role_format: [422, grant({ source: 'role', value: 'a b' })],
  argocd_namespace_in_use: [409, () => edit(clusterPath, { argocd_namespace: 'gitops' })],
  argocd_namespace_platform: [422, create('cluster', { argocd_namespace: 'kube-system' })],
  argocd_namespace_taken: [422, create('cluster', { argocd_namespace: 'ieb' })],
  delivery_not_supported: [422, create('cluster-type', { delivery: 'oci' })],
  reconciler_unknown: [422, create('cluster-type', { reconciler: 'flux', settings: {} })],
  type_default: [
    409,
    async () =>
      answered(
        await api.call('/cluster-types/default', {
          method: 'DELETE',
          headers: { 'if-match': '*' },
        }),
      ),
  ],
  type_unknown: [422, create('cluster', { type: 'nowhere' })],
  in_use: [
    409,
    async () => {
      await api.call('/cluster-types', { body: { name: 'used', reconciler: 'argocd' } })
      await api.call('/clusters', { body: { name: 'using', type: 'used' } })
      return answered(
        await api.call('/cluster-types/used', { method: 'DELETE', headers: { 'if-match': '*' } }),
      )
    },
  ],
  bad_signature: [
    401,
    async () => {
      const body = { name: 'pushes', namespace: 'ieb', host: 'github' }
      const { json } = await api.call('/hooks', { body })
      return send(`/hooks/${json.id}`, { body: {} })
    },
  ],
  body_aborted: [400, withBody((stream) => stream.error(new Error('gone')))],
  body_timeout: [408, withBody(() => undefined)],
  source_field_not_allowed: [422, create('application', { source: { type: 'git', chart: 'x' } })],
  source_needed: [
    422,
    async () => {
      await ofChart({ name: 'charted', repo_url: application.repo_url })()
      const headers = { 'if-match': '*' }
      const { name: _, namespace: _team, ...body } = application
      return answered(await api.call('/applications/ieb/charted', { method: 'PUT', headers, body }))
    },
  ],
  chart_format: [422, ofChart({ source: { ...CHART, chart: '../x' } })],
  version_format: [422, ofChart({ source: { ...CHART, version: 'latest' } })],
  digest_format: [
    422,
    ofChart({
      repo_url: 'oci://ghcr.io/ieb/app1',
      source: { type: 'oci', digest: 'sha256:0', render: 'directory' },
    }),
  ],
  release_name_format: [422, ofChart({ source: { ...CHART, release_name: 'A' } })],
  pointer_format: [422, ofChart({ source: { ...CHART, config_under: 'app' } })],
  config_under_taken: [
    422,
    ofChart({ source: { ...CHART, values: { app: 1 }, config_under: '/app/config' } }),
  ],
  config_key: [422, create('config', { values: { 'a.b': 1 } })],
  values_invalid: [422, ofChart({ source: { ...CHART, values: { a: null } } })],
  values_too_large: [422, ofChart({ source: { ...CHART, values: { a: 'x'.repeat(70_000) } } })],
  looks_like_secret: [422, ofChart({ source: { ...CHART, values: { password: 'x' } } })],
  branch_charset: [422, create('application', { repo_branch: 'ü' })],
  branch_conflict: [422, besideAnotherSetting],
  branch_format: [422, create('cluster', { metadata: { ring: 'a..b' } }, () => branched)],
  branch_in_use: [409, () => clear('fleet/canary')],
  branch_label_missing: [422, create('cluster', { metadata: {} }, () => branched)],
  branch_move_pending: [409, beforeItsMoveIsInGit],
  branch_pattern_format: [422, setting({ branch_pattern: '{environment' })],
  branch_reserved: [422, setting({ branch_pattern: 'berth/{environment}' })],
  branch_shared_by_modes: [422, () => ofPullRequests('main', 2)],
  branch_not_left: [409, () => clear('fleet/never')],
  busy: [503, withoutConnection],
  changes_need_confirmation: [
    409,
    async () => {
      const anything = { source_repos: [] }
      await edit('/teams/ieb', anything)
      return edit('/applications/ieb/app1', { repo_branch: 'v2' })
    },
  ],
  change_unknown: [422, () => rollBack('app1', 99_999)],
  cluster_moves: [409, movedAndEmptied],
  cluster_unknown: [422, token({ cluster: 'absent' })],
  commit_ambiguous: [
    400,
    async () => {
      for (const digit of ['0', '1']) {
        const repo_branch = `${'b'.repeat(39)}${digit}`
        await create('application', { name: `pinned-${digit}`, repo_branch })()
      }
      return send('/commits/bbbbbbb/compliance')
    },
  ],
  control_char: [422, create('team', { description: 'a\u0000b' })],
  delivery_unsettled: [409, redelivering(false)],
  subscription_suspended: [409, redelivering(true)],
  document_repeated: [
    422,
    () =>
      send('/apply', { body: [documentOf('cluster', cluster), documentOf('cluster', cluster)] }),
  ],
  cell_json: [422, csv('name,metadata\none,x')],
  column_missing: [422, csv('environment\nprod')],
  column_repeated: [422, csv('name,name\none,two')],
  column_unknown: [422, csv('name,rack\none,two')],
  csv_syntax: [422, csv('name\n"one')],
  documents_empty: [422, () => send('/apply', { body: [] })],
  duplicate_key: [400, json('{"name":"a","name":"b"}')],
  forbidden: [403, asReader],
  forbidden_key: [400, json('{"__proto__":{}}')],
  grant_exists: [409, grantedTwice],
  group_duplicate: [
    422,
    create('team', {
      groups: [
        { id: 'edge', role: 'reader' },
        { id: 'edge', role: 'contributor' },
      ],
    }),
  ],
  group_everybody: [422, grant({ value: 'Everyone' })],
  group_format: [422, create('team', { groups: [{ id: 'one, two', role: 'reader' }] })],
  group_guid: [422, groupByNameFromEntra],
  group_reserved: [
    422,
    create('team', { groups: [{ id: 'system:authenticated', role: 'reader' }] }),
  ],
  header_berth_reason: [400, headed({ 'berth-reason': '%' })],
  header_berth_observed_at: [400, report({ headers: { 'berth-observed-at': 'now' } })],
  header_berth_report_digest: [400, report({ headers: { 'berth-report-digest': 'a b' } })],
  header_idempotency_key: [400, headed({ 'idempotency-key': 'a b' })],
  header_if_match: [400, headed({ 'if-match': '2' })],
  host_not_listed: [422, create('subscription', { namespace: 'ieb' })],
  host_pattern: [
    422,
    async () =>
      answered(
        await api.call('/outgoing-hosts', {
          method: 'PUT',
          body: { hosts: ['*'] },
          headers: ANY,
        }),
      ),
  ],
  idempotency_key_reused: [422, withKeyOfAnotherRequest],
  impact_changed: [409, headed({ 'berth-impact': 'x' })],
  internal: [500, withBrokenRow],
  interval_range: [
    422,
    async () =>
      answered(
        await api.call('/observed/settings', {
          method: 'PUT',
          body: { label_keys: [], report_interval_s: 29 },
          headers: ANY,
        }),
      ),
  ],
  invalid_unicode: [422, create('team', { description: 'a\ud800b' })],
  kind_denied: [422, allowing({ group: 'argoproj.io', resources: ['applications'] })],
  kind_format: [422, allowing({ group: 'cert-manager.io', resources: ['Certificate'] })],
  json_depth: [400, json('['.repeat(100))],
  label_contradicts: [422, labels({ name: 'other' })],
  label_key: [422, labels({ 'a/b/c': 'x' })],
  label_reserved: [422, labels({ 'berth.dev/team': 'x' })],
  label_type: [422, labels({ a: 1 })],
  label_value: [422, labels({ a: 'a b' })],
  malformed_json: [400, json('{')],
  malformed_utf8: [400, () => send('/clusters', { text: new Uint8Array([0x22, 0xff, 0x22]) })],
  method_not_allowed: [405, withWrongMethod],
  name_charset: [422, create('team', { name: 'аpp' })],
  name_format: [422, create('team', { name: 'A' })],
  name_held: [409, create('team', { name: 'departed' })],
  name_immutable: [422, () => edit(clusterPath, { name: 'other' })],
  name_reserved: [422, create('team', { name: 'kube-system' })],
  name_taken: [409, create('cluster', { name: cluster.name })],
  not_this_cluster: [
    403,
    async () => report({ token: await api.token('reader', { cluster: 'guarded-1' }) })(),
  ],
  not_found: [404, get('/teams/absent')],
  number_range: [400, json('{"name":12345678901234567890}')],
  one_of: [422, create('team', { network: 'wide open' })],
  origin_foreign: [403, fromAnotherSite],
  param_repeated: [400, get('/teams?limit=1&limit=2')],
  param_unknown: [400, get('/teams?dryrun=true')],
  path_format: [422, create('application', { repo_path: '../x' })],
  person_required: [403, () => send('/team-requests', { body: { ...wish, name: 'fresh' } })],
  precondition_failed: [412, headed({ 'if-match': '"0"' })],
  precondition_required: [428, () => send(clusterPath, { method: 'DELETE' })],
  subscription_in_use: [409, deletedTold],
  subscription_unknown: [422, create('alert-rule', { subscriptions: ['nobody'] })],
  deployers_missing: [422, create('environment', { deployers: [] })],
  environment_protected: [403, undeployed],
  bad_hours: [
    422,
    create('environment', {
      hours: { time_zone: 'UTC', weekly: [{ days: ['mon'], from: '08:10', to: '09:00' }] },
    }),
  ],
  bad_wave: [422, create('environment', { waves: [{ name: 'canary', size: '0%' }] })],
  bad_dependency: [422, needing('app1')],
  unknown_application: [422, needing('ieb/absent')],
  dependency_cycle: [422, needing('ieb/fresh')],
  dependency_depth: [422, chain(22)],
  dependency_duplicate: [422, needing('ieb/app1', 'ieb/app1')],
  bad_pick: [422, create('target-policy', { pick: { count: '0%' } })],
  pick_with_exclude: [422, create('target-policy', { pick: { count: 3 }, effect: 'exclude' })],
  pick_with_scheduler: [
    422,
    create('target-policy', { pick: { count: 3 }, scheduler: 'gpu-packer' }),
  ],
  scheduler_with_exclude: [
    422,
    create('target-policy', { scheduler: 'gpu-packer', effect: 'exclude' }),
  ],
  scheduler_in_use: [
    409,
    async () => {
      await create('scheduler', { name: 'named' })()
      await create('target-policy', { name: 'naming', scheduler: 'named' })()
      return send('/schedulers/named', { method: 'DELETE', headers: ANY })
    },
  ],
  no_scheduler: [409, () => decide([], '/target-policies/app1_to_east/decision')],
  not_a_candidate: [422, () => decide([decided(['absent'])])],
  decided_twice: [422, () => decide([decided([]), decided([])])],
  empty_decision: [
    422,
    async () => {
      await decide([decided([packed])])
      return decide([decided([])])
    },
  ],
  nothing_waits: [
    409,
    async () => {
      await decide([])
      return send(DECISION, { method: 'PUT', body: { confirm: true }, headers: ANY })
    },
  ],
  removals_wait: [409, removesMuch],
  bad_score: [
    422,
    () => send(`${clusterPath}/scores`, { method: 'PUT', body: { a: { value: 101, until } } }),
  ],
  unknown_scheduler: [422, create('target-policy', { scheduler: 'absent' })],
  timeout_format: [422, create('scheduler', { timeout: '1m' })],
  target_duplicate: [422, targeted('early', 'early')],
  target_with_exclude: [422, create('target-policy', { target: 'early', effect: 'exclude' })],
  target_conflict: [422, twoTargets],
  environment_cycle: [422, create('environment', { after: ['fresh'] })],
  environment_duplicate: [422, create('environment', { after: ['qa', 'qa'] })],
  unknown_environment: [422, create('environment', { after: ['absent'] })],
  environment_in_use: [
    409,
    async () => {
      await create('environment', { name: 'first' })()
      await create('environment', { name: 'second', after: ['first'] })()
      return send('/environments/first', { method: 'DELETE', headers: ANY })
    },
  ],
  duration_format: [422, create('alert-rule', { for: 'soon' })],
  share_format: [422, create('alert-rule', { share: '101%' })],
  states_format: [422, create('alert-rule', { state: [] })],
  states_of_platform: [422, create('alert-rule', { state: ['branch_error'], namespace: 'ieb' })],
  report_at: [422, create('saved-report', { at: 'tomorrow' })],
  report_in_making: [
    409,
    async () => {
      await create('saved-report', {})()
      await send('/saved-reports/fresh/runs', { method: 'POST' })
      return send('/saved-reports/fresh/runs', { method: 'POST' })
    },
  ],
  report_list: [422, create('saved-report', { list: 'audit', query: '', namespace: 'ieb' })],
  report_query: [422, create('saved-report', { query: 'colour=red' })],
  report_schedule: [422, create('saved-report', { schedule: '* * * * *' })],
  hours_format: [422, create('silence', { weekly: [{ days: [], from: '1:00', to: '02:00' }] })],
  instant_format: [422, create('silence', { from: 'tomorrow' })],
  guid_format: [
    422,
    create('metric-source', {
      kind: 'log-analytics',
      url: 'https://api.loganalytics.azure.com',
      auth: 'entra',
      entra_tenant: 'x',
      client_id: 'x',
      workspace: 'x',
      secret: 'x',
    }),
  ],
  metric_name: [422, create('metric-source', { queries: [{ metric: 'a b', query: 'up' }] })],
  metric_repeated: [
    422,
    create('metric-source', {
      queries: [
        { metric: 'up', query: 'up' },
        { metric: 'up', query: 'up' },
      ],
    }),
  ],
  secret_format: [422, create('metric-source', { auth: 'bearer', secret: 'a\nb' })],
  source_needless: [422, create('metric-source', { username: 'berth' })],
  source_not_azure: [422, create('metric-source', { auth: 'entra', secret: 'x' })],
  source_sign_in: [422, create('metric-source', { auth: 'basic', secret: 'x' })],
  silence_span: [422, create('silence', { weekly: [] })],
  time_zone_unknown: [422, create('silence', { time_zone: 'Europe/Atlantis' })],
  quota_format: [422, create('team', { quota: { pods: 'many' } })],
  reason_required: [422, unexplained],
  removals_need_confirmation: [
    409,
    () => send(`/target-policies/${policy.name}`, { method: 'DELETE', headers: ANY }),
  ],
  database_behind_git: [409, stoppedBy('database_behind_git', '/clusters')],
  repository_taken_over: [409, stoppedBy('repository_taken_over', '/clusters')],
  freeze_scope: [422, create('freeze', { environments: [] })],
  freeze_span: [422, create('freeze', { to: '2001-01-01T00:00:00Z' })],
  frozen: [409, frozen],
  rollout_running: [409, rolling((on) => rollOut(on, 'qa', 'v1'))],
  rollout_over: [
    409,
    rolling(async (on, id) => {
      await act(on, id, 'abort')
      return act(on, id, 'pause')
    }),
  ],
  rollout_paused: [
    409,
    rolling(async (on, id) => {
      await act(on, id, 'pause')
      return act(on, id, 'pause')
    }),
  ],
  pull_request_not_closed: [409, reopened('open')],
  pull_request_over: [409, reopened('closed')],
  rollout_not_paused: [409, rolling((on, id) => act(on, id, 'resume'))],
  no_git_host: [422, create('environment', { publish: 'pull-request' })],
  pull_request_closed: [409, resumedInClosed],
  not_eligible: [409, rolling((on) => rollOut(on, 'prod', 'v1'))],
  unknown_version: [422, rolling((on) => rollOut(on, 'qa', 'v9'))],
  waves_not_allowed: [
    422,
    rolling((on) => {
      const of = { namespace: 'ieb', application: 'app1', environment: 'qa', version: 'v1' }
      return on.call('/rollouts', { body: { ...of, waves: [] } })
    }),
  ],
  unknown_wave: [422, rolling(approved('ann', { wave: 7 }))],
  unknown_check: [422, rolling((on, id) => checked(on, id, 'smoke'))],
  override_clusters: [422, rolling((on, id) => passedGate(on, id, { clusters: ['q1'] }))],
  override_later: [422, rolling((on, id) => passedGate(on, id, { later_waves: true }))],
  override_holds: [422, rolling((on, id) => passedGate(on, id, { holds: ['q1'] }))],
  too_many_checks: [
    409,
    rolling(async (on, id) => {
      await checked(on, id, 'e2e')
      await recorded(
        on,
        sql`insert into rollout_checks select (jsonb_populate_record(c, jsonb_build_object(
          'seq', c.seq + n))).* from rollout_checks c, generate_series(1, 1000) n
        where c.rollout = ${id}`,
      )
      return checked(on, id, 'e2e')
    }),
  ],
  wave_over: [
    409,
    rolling(async (on, id) => {
      await recorded(on, sql`update rollout_waves set state = 'passed' where rollout = ${id}`)
      return passedGate(on, id)
    }),
  ],
  plan_changed: [409, rolling(approved('ann', { digest: 'old' }))],
  approval_own: [409, rolling(approved('bob'))],
  approval_twice: [
    409,
    rolling(async (on, id) => {
      await approved('ann')(on, id)
      return approved('ann')(on, id)
    }),
  ],
  approval_not_asked: [
    409,
    rolling(async (on, id) => {
      await recorded(on, sql`update rollout_waves set state = 'published' where rollout = ${id}`)
      return approved('ann', { digest: 'old' })(on, id)
    }),
  ],
  approval_not_named: [403, rolling(approved('ann', { groups: [] }))],
  follows_branch: [
    409,
    rolling(async (on, id) => {
      await act(on, id, 'abort')
      const path = '/applications/ieb/app1'
      await on.call(path, { method: 'PATCH', body: { follow: 'branch' }, headers: ANY })
      return rollOut(on, 'qa', 'v1')
    }),
  ],
  not_released: [
    409,
    rolling(async (on, id) => {
      await act(on, id, 'abort')
      await on.call('/environments', { body: { name: 'dev', hold: '30d' } })
      await on.call('/clusters', { body: { ...cluster, name: 'd1', environment: 'dev' } })
      return held(on, 'd1', 1)
    }),
  ],
  hold_not_allowed: [409, rolling((on) => held(on, 'q1', 1))],
  hold_over: [422, rolling(allowed((on) => held(on, 'q1', -1)))],
  hold_too_long: [422, rolling(allowed((on) => held(on, 'q1', 31)))],
  nothing_before: [
    409,
    rolling(async (on, id) => {
      await recorded(
        on,
        sql`update rollouts set state = 'completed', ended_at = now() where id = ${id}`,
      )
      return act(on, id, 'rollback')
    }),
  ],
  too_many_rollouts: [
    409,
    rolling(async (on, id) => {
      await recorded(
        on,
        sql`insert into rollouts select (jsonb_populate_record(r, jsonb_build_object(
          'id', r.id + n, 'state', 'aborted', 'ended_at', now()))).*
        from rollouts r, generate_series(1, 20000) n where r.id = ${id}`,
      )
      return rollOut(on, 'qa', 'v1', { query: '?supersede=true' })
    }),
  ],
  too_many_events: [
    409,
    rolling(async (on, id) => {
      await recorded(on, sql`update rollouts set seq = 2000 where id = ${id}`)
      return act(on, id, 'pause')
    }),
  ],
  revert_of_rollout: [
    409,
    rolling(async (on, id) => {
      const body = { wave: 1, gates: ['approval'], reason: 'The store is down.' }
      await on.call(`/rollouts/${id}/override?confirmChanges=4`, { body })
      await step(on, id)
      const { change } = (await rollout(on, id)).waves[0]
      return on.call(`/changes/${change}/revert`, { method: 'POST' })
    }),
  ],
  follows_versions: [
    409,
    rolling((on) => {
      const body = { to: { change: 1 } }
      return on.call('/applications/ieb/app1/rollback', { body, headers: ANY })
    }),
  ],
  git_in_step: [409, () => send(KEEP_DATABASE, { method: 'POST' })],
  git_not_compared: [409, stoppedBy('database_behind_git', KEEP_DATABASE)],
  branch_pattern_in_use: [409, setting({ branch_pattern: 'other' }, () => api)],
  branches_pending: [409, withPendingBranch],
  clusters_need_confirmation: [409, setting({}, () => api)],
  credential_of_another_server: [
    422,
    async () => {
      await setting({ token: 'a token' })()
      return setting({ repo_url: 'https://other.example.com/fleet.git' })()
    },
  ],
  credential_unreadable: [409, withLostKey],
  not_a_repository_of_host: [
    422,
    setting({ pull_requests: { host: 'azure-devops', token: 'another', join: true } }),
  ],
  known_hosts_format: [422, setting({ ssh_known_hosts: 'ProxyCommand touch' })],
  files_need_confirmation: [409, confirmed({ files: 2, clusters: 1 })],
  upgrade_none: [409, () => send('/upgrade', { method: 'POST' })],
  upgrade_not_ready: [
    409,
    async () => {
      await insertOlderBranch(upgraded, 'unread', null)
      return confirmed({ files: 1, clusters: 1 })()
    },
  ],
  settings_default: [
    409,
    async () =>
      answered(await api.call('/repository-settings', { method: 'DELETE', headers: ANY })),
  ],
  shards_range: [422, setting({ shards: 0 })],
  ssh_key_format: [422, setting({ ssh_key: 'no key' })],
  token_format: [422, setting({ token: '' })],
  username_format: [422, setting({ username: 'a:b' })],
  metrics_invalid: [400, written(Uint8Array.of(1))],
  series_limit: [400, beyondSeries],
  snappy_invalid: [400, async () => writing(Uint8Array.of(0xff))],
  report_in_progress: [429, reportedTwice],
  report_invalid: [400, report({ body: { kind: 'Secret' } })],
  registration_name: [422, registering({ name: 'shop-1' })],
  registration_reach: [
    409,
    async () => {
      await edit(tokenPath, { placements_max: 0, metadata: { region: 'east' } })
      return registering({ name: 'store-1' })()
    },
  ],
  registration_spent: [
    409,
    async () => {
      await edit(tokenPath, { uses: 1, metadata: { region: 'nowhere' } })
      await registering({ name: 'store-2' })()
      return registering({ name: 'store-3' })()
    },
  ],
  label_not_open: [422, registering({ name: 'store-1', metadata: { tier: 'x' } })],
  count_range: [422, () => edit(tokenPath, { uses: 0 })],
  name_pattern: [422, () => edit(tokenPath, { name_pattern: '*-*' })],
  report_key_format: [422, withKeys([{ public_key: 'none' }])],
  report_keys_none: [409, carried(carriedFile({ cluster: cluster.name }))],
  report_signature: [
    422,
    async () => {
      await withKeys([{ public_key: siteKey().pem }])()
      return carried(carriedFile({ cluster: cluster.name }))()
    },
  ],
  report_unsigned: [400, carried(new Uint8Array(1))],
  report_too_large: [413, report({ body: listOf(...Array.from({ length: 20_001 }, () => ({}))) })],
  report_unknown: [409, () => send(`${clusterPath}/report/unchanged`, { body: { digest: 'x' } })],
  repo_not_entitled: [
    403,
    async () => {
      await edit('/teams/ieb', { source_repos: [application.repo_url] })
      return address('https://git.example.com/other/app.git')()
    },
  ],
  bulk_edit: [422, () => send('/bulk', { body: OF_CLUSTER })],
  bulk_matching: [422, () => send('/bulk', { body: { kind: 'Cluster', matching: {}, patch: {} } })],
  bulk_objects: [422, () => send('/bulk', { body: { kind: 'Cluster', patch: {} } })],
  revert_conflict: [409, revertEdited],
  revert_nothing: [409, revertSettings],
  rollback_same: [
    409,
    async () => {
      await create('application', { name: 'pinned', repo_branch: 'c'.repeat(40) })()
      return rollBack('pinned')
    },
  ],
  rollback_unknown: [409, () => rollBack('app1')],
  request_repeated: [
    409,
    async () => {
      await askForTeam(api, { name: 'twice' })
      return askForTeam(api, { name: 'twice' })
    },
  ],
  request_settled: [409, decidedAgain],
  required: [422, json('{}')],
  selector_empty: [422, selector('')],
  selector_operator: [422, selector('a>1')],
  selector_syntax: [422, selector('a in (b')],
  selector_value: [422, selector({ a: 'b,c' })],
  storage_full: [503, withFullDisk],
  team_gone: [409, ofDeletedTeam],
  team_in_use: [409, () => send('/teams/ieb', { method: 'DELETE', headers: ANY })],
  team_unknown: [422, create('application', { namespace: 'absent' })],
  bad_commit: [422, announce({ commit: 'main' })],
  link_format: [422, announce({ url: 'http://ci.example.com' })],
  version_name_format: [422, announce({ name: '../x' })],
  version_name_taken: [
    409,
    async () => {
      await announce({ name: 'taken' })()
      return announce({ name: 'taken', commit: 'b'.repeat(40) })()
    },
  ],
  too_many_branches: [422, () => ofPullRequests('{name}', 22)],
  too_many_versions: [409, announcedTooMany],
  token_days: [422, token({ days: 0 })],
  token_exceeds: [
    403,
    async () => token({ role: 'admin' }, { token: await api.token('contributor') })(),
  ],
  token_foreign: [401, authorized('Bearer abc')],
  token_invalid: [401, () => send('/teams', { token: `berth_${'a'.repeat(43)}` })],
  token_limit: [409, withManyTokens],
  token_of_program: [403, asProgram],
  token_shown_once: [409, asRetry],
  too_heavy: [503, behindAnother],
  too_large: [413, json(JSON.stringify({ name: 'a'.repeat(2 * 1024 * 1024) }))],
  too_long: [422, create('team', { description: 'a'.repeat(100_000) })],
  too_many: [
    422,
    labels(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 'x']))),
  ],
  too_many_requests: [429, tooOften],
  too_many_requests_open: [409, askedTooOften],
  too_many_streams: [429, followedTooOften],
  too_short: [422, () => askForTeam(api, { purpose: 'Why not' })],
  type: [422, json('{"name":1}')],
  unauthenticated: [401, () => send('/teams', { token: null })],
  unavailable: [503, withoutDatabase],
  unknown_field: [422, create('team', { tenant: 'x' })],
  unsupported_media_type: [
    415,
    () => send('/teams', { text: '{}', headers: { 'content-type': 'text/plain' } }),
  ],
  url_credentials: [422, address('https://user:password@h.example/r')],
  url_format: [422, address('--upload-pack=touch x')],
  url_glob: [422, address('https://git.example/team-*')],
  url_host: [422, address('https://127.0.0.1/r')],
  url_secret: [
    422,
    create('subscription', { kind: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' }),
  ],
  url_scheme: [422, address('ext::sh -c id')],
  view_exists: [409, viewedTwice],
  view_query: [422, () => send('/saved-views', { body: { ...view, query: 'colour=red' } })],
  wish_met: [409, () => wished(limitsWish)],
  wish_unclear: [422, () => wished({ purpose: wish.purpose })],
  would_lock_out: [409, withoutOwnGrant],
  yaml_aliases: [422, yaml(aliases)],
  yaml_bom: [422, yaml('\ufeffa: b')],
  yaml_depth: [422, yaml('['.repeat(200))],
  yaml_encoding: [422, yaml(new Uint8Array([0xff]))],
  yaml_key: [422, yaml('__proto__: {}')],
  yaml_syntax: [422, yaml('a: [')],
  yaml_tag: [422, yaml('!!omap\n- a: b')],
  yaml_version: [422, yaml('%YAML 1.1\n---\na: b')],
}

/** Where there is one reconciler alone, nobody meets these: `lib/worker/changing-reconciler.test.ts` does, with a second one. */
const OF_TWO_RECONCILERS = ['not_of_this_reconciler', 'type_change_needs_empty_cluster']

describe('a code of a problem', () => {
  afterAll(() => installServices(api.services))

  it('is documented if and only if a request here is answered with it', () => {
    const met = [...Object.keys(requests), ...OF_TWO_RECONCILERS]
    expect(met.sort()).toEqual(Object.keys(codeSentences).sort())
  })

  it.each(Object.entries(requests))('%s is answered, with its status', async (code, row) => {
    const [status, request] = row
    expect(await request()).toEqual({ status, code })
  })
})
