// What forms call on the server: every function of every file of server actions, as anybody on the network may call it.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTenant } from '#db/client.ts'
import { type Kind, KINDS } from '#lib/domain/objects/kinds.ts'
import { answerApi } from '#lib/http/operations/routes.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { kinds } from '#lib/http/testing/bodies.ts'
import { insertOlderBranch } from '#lib/http/testing/older-branch.ts'
import { countRows } from '#lib/http/testing/rows.ts'
import { signedInCookie, signInSettings } from '#lib/http/testing/signed-in.ts'
import { insertPullRequest } from '#lib/http/testing/pull-requests.ts'
import { insertTeamRequest, limitsWish, wish } from '#lib/http/testing/team-requests.ts'
import { createServices } from '#lib/start/boot.ts'
import { installServices, type Services } from '#lib/usecases/services.ts'

const request = vi.hoisted(() => ({ headers: new Headers() }))
// Only Next.js's own server can read a request's headers there.
vi.mock('next/headers', () => ({ headers: async () => request.headers }))

const ORIGIN = 'https://berth.example.com'

/** The actions that save or delete an object, by kind. */
const kindOf: Readonly<Record<string, Kind>> = Object.fromEntries(
  KINDS.flatMap((kind) =>
    ['saveObject', 'deleteObject'].map((action) => [`${action} of ${kind}`, kind]),
  ),
)
const names = Object.keys(kindOf)
const CLEARING = 'clearBranch'
const SIGNING = 'saveReportKeys'
const SECRET = 'makeRegistrationSecret'
const ROLLING_BACK = 'rollBack'
const REVERTING = 'revertChange'
const EDITING_MANY = 'editObjects'
const IMPORTING = 'saveImport'
/** Of requests for teams; anybody who signed in may ask for one. */
const ASKING = 'askForTeam'
const ASKING_MORE = 'askForMore'
const SETTLING = ['approveTeamRequest', 'declineTeamRequest', 'withdrawTeamRequest', 'seeAnswer']
/** Of what a subscription was told. */
const TELLING = ['redeliver', 'testSubscription']
const REPORTING = 'makeReportNow'
const ANNOUNCING = 'announceVersion'
/** Of versions on their way into an environment. */
const STARTING = 'startRollout'
const ANSWERING = 'answerWave'
const ROLLING_OUT = [
  STARTING,
  'pauseRollout',
  'resumeRollout',
  'abortRollout',
  'rollBackRollout',
  ANSWERING,
  'overrideWave',
]
const REOPENING = 'reopenPullRequest'
/** Of what a cluster has of an application. */
const HOLDING = ['putHold', 'endHold']
/** Of what a scheduler decided. */
const CONFIRMING = 'confirmDecision'
/** Of the grants of roles. */
const GRANTING = ['grantRole', 'removeRoleGrant']
/** Of tokens: everybody with a role may make one for themselves. */
const MAKING = 'makeToken'
const REVOKING = 'revokeToken'
/** Of the push webhooks of a team. */
const HOOKING = 'makeHook'
const UNHOOKING = 'deleteHook'
/** Of views of lists: everybody keeps their own. */
const VIEWING = ['keepView', 'changeView', 'deleteView']
/** Of the tenant's settings. */
const SETTING = [
  'saveRepositorySettings',
  'clearRepositorySettings',
  'saveApplicationKinds',
  'saveObservedSettings',
  'saveOutgoingHosts',
  'keepDatabase',
  'confirmUpgrade',
]
/** What names something by its id. */
const BY_ID = [...SETTLING, 'removeRoleGrant', REVOKING, UNHOOKING, 'changeView', 'deleteView']
const everyName = [
  ...names,
  CLEARING,
  SIGNING,
  SECRET,
  ROLLING_BACK,
  REVERTING,
  EDITING_MANY,
  IMPORTING,
  ASKING,
  ASKING_MORE,
  ...SETTLING,
  ...TELLING,
  REPORTING,
  ANNOUNCING,
  ...ROLLING_OUT,
  REOPENING,
  ...HOLDING,
  CONFIRMING,
  ...GRANTING,
  MAKING,
  REVOKING,
  HOOKING,
  UNHOOKING,
  ...VIEWING,
  ...SETTING,
]

const SOURCES = globSync(['app/**/*.{ts,tsx}', 'lib/**/*.ts', 'components/**/*.{ts,tsx}'])

/** What a form sends; anybody may send anything. */
type Sent = Readonly<Record<string, unknown>>
type Action = (sent: Sent | null) => Promise<unknown>

async function readActions(): Promise<ReadonlyMap<string, Action>> {
  const actions = new Map<string, Action>()
  for (const file of SOURCES) {
    if (!/^'use server'$/m.test(readFileSync(file, 'utf8'))) continue
    const exported: Readonly<Record<string, Action>> = await import(path.resolve(file))
    for (const [name, action] of Object.entries(exported)) actions.set(name, action)
  }
  return actions
}

let api: TestApi
let services: Services
let actions: ReadonlyMap<string, Action>
beforeAll(async () => {
  actions = await readActions()
})
/** A tenant with an object of each kind. */
async function makeTenant() {
  api = await createTestApi({ ...signInSettings, GITOPS_BRANCH: 'fleet/{environment}' })
  services = api.services
  for (const [value, role] of [
    ['admins', 'admin'],
    ['auditors', 'reader'],
  ]) {
    const grant = { source: 'group', value, role }
    expect((await api.call('/role-grants', { body: grant })).status).toBe(201)
  }
  for (const kind of KINDS) {
    expect((await api.call(kinds[kind].collection, { body: kinds[kind].body })).status).toBe(201)
  }
}

async function cookieOf(name: string, seal?: string): Promise<string> {
  const groups = [name === 'Ada Admin' ? 'admins' : 'auditors']
  return signedInCookie(services, { name, groups }, seal)
}

/** Calls an action as a page in a browser does, with these headers. */
async function callAction(name: string, save: Sent | null, headers: Record<string, string>) {
  installServices(services)
  request.headers = new Headers(headers)
  const kind = kindOf[name]
  const whole = kind === undefined || save === null ? save : { kind, ...save }
  return actions.get(name.replace(/ of .*$/, ''))!(whole)
}

/** A cluster that has moved away from a branch, as Git knows. */
async function clearingRequest(): Promise<Sent> {
  const name = 'moved'
  const headers = { 'if-match': '*' }
  await api.call('/clusters', { body: { name, environment: 'stage' } })
  await api.call(`/clusters/${name}`, { method: 'PATCH', body: { environment: 'prod' }, headers })
  await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`update publications set state = 'published', commit = 'known'`),
  )
  const body = { branch: 'fleet/stage' }
  const dry = await api.call(`/clusters/${name}/branches/clear?dryRun=true`, { body })
  expect(dry.status, dry.text).toBe(200)
  const { digest: impact, confirmRemovals } = dry.json
  return { name, body, impact, confirmRemovals, confirmChanges: null, reason: 'Because' }
}

async function keysRequest(): Promise<Sent> {
  const { name } = kinds.cluster.body
  const etag = (await api.call(`/clusters/${name}/report-key`)).headers.get('etag') ?? ''
  return { name, etag, body: { keys: [], interval_s: 3600 } }
}

/** To what an application was before its last edit. */
async function rollbackRequest(): Promise<Sent> {
  const ref = { namespace: 'ieb', name: 'app1' }
  const path = kinds.application.item(ref.name)
  const { change } = (await api.call(path)).json.status
  const headers = { 'if-match': '*' }
  const edit = { method: 'PATCH', body: { description: 'Edited' }, headers } as const
  const etag = (await api.call(path, edit)).headers.get('etag')
  const body = { to: { change } }
  const dry = await api.call(`${path}/rollback?dryRun=true`, { body, headers })
  expect(dry.status, dry.text).toBe(200)
  const confirmed = { confirmRemovals: null, confirmChanges: null, reason: 'Because' }
  return { ref, body, etag, impact: dry.json.digest, ...confirmed }
}

/** Of an edit of an application. */
async function revertingRequest(): Promise<Sent> {
  const edit = {
    method: 'PATCH',
    body: { description: 'Edited' },
    headers: { 'if-match': '*' },
  } as const
  const { headers } = await api.call(kinds.application.item('app1'), edit)
  const change = Number(headers.get('berth-change'))
  const dry = await api.call(`/changes/${change}/revert?dryRun=true`, { method: 'POST' })
  expect(dry.status, dry.text).toBe(200)
  const confirmed = { confirmRemovals: null, confirmChanges: null, reason: 'Because' }
  return { change, impact: dry.json.digest, ...confirmed }
}

/** Of a label of all clusters. */
async function manyRequest(): Promise<Sent> {
  const matching = { labelSelector: '*' }
  const body = { kind: 'Cluster', matching, patch: { metadata: { site: 'perth' } } }
  const dry = await api.call('/bulk?dryRun=true', { body })
  expect(dry.status, dry.text).toBe(200)
  const confirmed = { confirmRemovals: null, confirmChanges: null, reason: 'Because' }
  return { body, impact: dry.json.digest, ...confirmed }
}

/** Of a cluster, as CSV. */
async function importingRequest(): Promise<Sent> {
  const text = 'name,environment,metadata.region\nimported,prod,east'
  const headers = { 'content-type': 'text/csv' }
  const dry = await api.call('/apply?dryRun=true', { text, headers })
  expect(dry.status, dry.text).toBe(200)
  const confirmed = { confirmRemovals: null, confirmChanges: null, reason: 'Because' }
  return { format: 'csv', text, impact: dry.json.digest, ...confirmed }
}

const REQUEST_ID = '00000000-0000-4000-8000-000000000001'

/** A save that settles somebody's request, or the asker's look at what came of it. */
async function settlingRequest(name: string): Promise<Sent> {
  await insertTeamRequest(api, REQUEST_ID)
  if (name === 'withdrawTeamRequest' || name === 'seeAnswer') return { id: REQUEST_ID }
  if (name === 'declineTeamRequest') return { id: REQUEST_ID, reason: 'Because' }
  const body = { team: { name: wish.name }, reason: 'Because' }
  const dry = await api.call(`/team-requests/${REQUEST_ID}/approve?dryRun=true`, { body })
  expect(dry.status, dry.text).toBe(200)
  const confirmed = { confirmRemovals: null, confirmChanges: null }
  return {
    id: REQUEST_ID,
    body,
    etag: null,
    impact: dry.json.digest,
    ...confirmed,
    freeName: false,
  }
}

/** Of a test event that was given up. */
async function tellingRequest(action: string): Promise<Sent> {
  const { name } = kinds.subscription.body
  if (action === 'testSubscription') return { name }
  const { json } = await api.call(`/subscriptions/${name}/test`, { method: 'POST' })
  await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`update deliveries set state = 'failed', settled_at = now()`),
  )
  return { name, id: json.id }
}

async function grantedValues(): Promise<string[]> {
  const { items } = (await api.call('/role-grants')).json
  const values: string[] = items.map(({ value }: { value: string }) => value)
  return values.filter((value) => !SIGNED_IN_BY.includes(value))
}

/** The groups that let people in here at all. */
const SIGNED_IN_BY = ['admins', 'auditors']

const NEW_GRANT = { source: 'group', value: 'newcomers', role: 'reader' }

/** A save that removes a grant. */
async function removingRequest(): Promise<Sent> {
  const { json } = await api.call('/role-grants', { body: { ...NEW_GRANT, value: 'others' } })
  return { id: String(json.id) }
}

const NEW_TOKEN = { name: 'CI', role: 'reader', days: 7 }

async function revokingRequest(): Promise<Sent> {
  const { json } = await api.call('/tokens', { body: NEW_TOKEN })
  return { id: String(json.id) }
}

const NEW_HOOK = { name: 'pushes', namespace: 'ieb', host: 'github' }

async function unhookingRequest(): Promise<Sent> {
  const { json } = await api.call('/hooks', { body: NEW_HOOK })
  return { id: String(json.id) }
}

const REPOSITORY = {
  repo_url: 'https://git.example.com/platform/fleet.git',
  branch_pattern: 'fleet/{environment}',
  token: 'a secret',
}
const KINDS_TO_ADD = {
  application_kinds: [{ group: 'cert-manager.io', resources: ['certificates'] }],
}

async function settingRequest(name: string): Promise<Sent> {
  const path = '/repository-settings'
  switch (name) {
    case 'saveApplicationKinds':
      return { ...(await settingOf('/application-kinds', KINDS_TO_ADD)), reason: 'Because' }
    case 'saveObservedSettings': {
      const etag = (await api.call('/observed/settings')).headers.get('etag') ?? ''
      return { etag, body: { label_keys: ['zone'], report_interval_s: 90 } }
    }
    case 'saveOutgoingHosts': {
      const etag = (await api.call('/outgoing-hosts')).headers.get('etag') ?? ''
      return { etag, body: { hosts: ['hooks.example.com'] } }
    }
    case 'saveRepositorySettings':
      return settingOf(path, REPOSITORY)
    case 'clearRepositorySettings': {
      const { etag, body, confirmClusters } = await settingOf(path, REPOSITORY)
      const headers = { 'if-match': etag }
      await api.call(`${path}?confirmClusters=${confirmClusters}`, { method: 'PUT', body, headers })
      return settingOf(path, null)
    }
    case 'keepDatabase':
      return { impact: '', confirmRemovals: null }
    default:
      return { impact: '', confirmFiles: null, confirmClusters: null, reason: 'Because' }
  }
}

/** With the number of clusters to bootstrap again, which a page asks for first. */
async function settingOf(path: string, body: object | null) {
  const etag = (await api.call(path)).headers.get('etag') ?? ''
  const method = body === null ? 'DELETE' : 'PUT'
  const dry = await api.call(`${path}?dryRun=true`, {
    method,
    headers: { 'if-match': etag },
    ...(body && { body }),
  })
  expect(dry.status, dry.text).toBe(200)
  const confirmClusters: number = dry.json.confirmClusters
  expect(confirmClusters).toBeGreaterThan(0)
  return { ...(body && { body }), etag, confirmClusters }
}

const STORES = 'stores'
const CONFIRMED = { confirmRemovals: null, confirmChanges: null, reason: 'Because' }

/** A version that goes to one cluster, once somebody approved it. */
async function startingRequest(): Promise<Sent> {
  const headers = { 'if-match': '*' }
  const rest = { name: 'rest', before: { approvals: { count: 1, groups: [{ id: 'admins' }] } } }
  for (const [path, call] of [
    ['/environments', { body: { name: STORES, waves: [rest] } }],
    ['/clusters', { body: { name: 'store', environment: STORES, metadata: { region: 'east' } } }],
    ['/applications/ieb/app1', { method: 'PATCH', body: { follow: 'versions' }, headers }],
    ['/applications/ieb/app1/versions', { body: { commit: 'd'.repeat(40), name: 'v1' } }],
  ] as const) {
    const answer = await api.call(path, call)
    expect(answer.status, answer.text).toBeLessThan(300)
  }
  const body = { namespace: 'ieb', application: 'app1', environment: STORES, version: 1 }
  const dry = await api.call('/rollouts?dryRun=true', { body })
  expect(dry.status, dry.text).toBe(200)
  return { body, supersede: false, impact: dry.json.digest, ...CONFIRMED }
}

/** What is done to a rollout that waits for an approval. */
async function rollingRequest(name: string): Promise<Sent> {
  const start = await startingRequest()
  if (name === STARTING) return start
  const started = await api.call('/rollouts', { body: start['body'] as object })
  expect(started.status, started.text).toBe(201)
  const { id } = started.json
  if (name === 'resumeRollout') await pause(id)
  const { json, headers } = await api.call(`/rollouts/${id}`)
  const etag = headers.get('etag')
  switch (name) {
    case ANSWERING: {
      const body = { wave: 1, decision: 'approve', reason: 'Because' }
      return { id, digest: json.waves[0].digest, body }
    }
    case 'overrideWave': {
      const body = { wave: 1, gates: ['approval'], reason: 'Because it is urgent' }
      return { id, confirmChanges: 1, body }
    }
    case 'resumeRollout':
    case 'rollBackRollout': {
      const path = `/rollouts/${id}/${name === 'resumeRollout' ? 'resume' : 'rollback'}?dryRun=true`
      const dry = await api.call(path, { method: 'POST', headers: { 'if-match': etag! } })
      expect(dry.status, dry.text).toBe(200)
      return { id, etag, impact: dry.json.digest, ...CONFIRMED }
    }
    default:
      return { id, etag, reason: 'Because' }
  }
}

async function pause(id: number): Promise<void> {
  const headers = { 'if-match': '*', 'berth-reason': 'Lunch' }
  const answer = await api.call(`/rollouts/${id}/pause`, { method: 'POST', headers })
  expect(answer.status, answer.text).toBe(200)
}

/** Of the branch of the only cluster, whose pull request somebody closed. */
async function reopeningRequest(): Promise<Sent> {
  const branch = 'fleet/non-prod'
  await insertPullRequest(api, branch, 'closed')
  return { branch, reason: 'Because' }
}

const HELD = { cluster: 'store', namespace: 'ieb', application: 'app1' }
const HOLD_PATH = '/clusters/store/holds/ieb/app1'

/** Of what the only store has. */
async function holdRequest(name: string): Promise<Sent> {
  await startingRequest()
  const headers = { 'if-match': '*' }
  const allowing = { method: 'PATCH', body: { hold: '1d' }, headers } as const
  expect((await api.call(`/environments/${STORES}`, allowing)).status).toBe(200)
  const body = { until: new Date(Date.now() + 3_600_000).toISOString(), reason: 'Not yet' }
  const put = { method: 'PUT', body, headers } as const
  if (name === 'putHold') {
    const dry = await api.call(`${HOLD_PATH}?dryRun=true`, put)
    expect(dry.status, dry.text).toBe(200)
    return { ref: HELD, body, etag: null, impact: dry.json.digest, ...CONFIRMED }
  }
  const etag = (await api.call(HOLD_PATH, put)).headers.get('etag')
  const dry = await api.call(`${HOLD_PATH}?dryRun=true`, { method: 'DELETE', headers })
  expect(dry.status, dry.text).toBe(200)
  return { ref: HELD, etag, impact: dry.json.digest, ...CONFIRMED }
}

const PACKED = '/target-policies/packed'

/** Of a decision that waits for somebody. */
async function confirmingRequest(): Promise<Sent> {
  const { name: scheduler } = kinds.scheduler.body
  const policy = { ...kinds['target-policy'].body, name: 'packed', scheduler }
  const made = await api.call('/target-policies', { body: policy })
  expect(made.status, made.text).toBe(201)
  const etag = (await api.call(`${PACKED}/decision`)).headers.get('etag')!
  const change = Number(JSON.parse(etag))
  const decision = { namespace: 'ieb', application: 'app1', clusters: [kinds.cluster.body.name] }
  const waiting = { change, at: new Date().toISOString(), removals: 0, decisions: [decision] }
  await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`update scheduler_asks set waiting = ${JSON.stringify(waiting)}::jsonb`),
  )
  const body = { confirm: true }
  const headers = { 'if-match': etag }
  const dry = await api.call(`${PACKED}/decision?dryRun=true`, { method: 'PUT', body, headers })
  expect(dry.status, dry.text).toBe(200)
  return { ref: { name: 'packed' }, body, etag, impact: dry.json.digest, ...CONFIRMED }
}

const NEW_VIEW = { list: 'clusters', name: 'east', query: 'q=east' }

/** A save or deletion of the admin's own view. */
async function viewRequest(name: string): Promise<Sent> {
  if (name === 'keepView') return NEW_VIEW
  const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
  const call = { token: null, headers }
  const body = { ...NEW_VIEW, name: `to ${name}` }
  const { json, headers: answered } = await api.call('/saved-views', { body, ...call })
  const seen = { id: String(json.id), etag: String(answered.get('etag')) }
  return name === 'deleteView' ? seen : { ...seen, body: { name: 'renamed' } }
}

/** What is the same in every tenant. */
const FIXED: Readonly<Record<string, Sent>> = {
  [SECRET]: { name: kinds['registration-token'].body.name },
  [REPORTING]: { name: kinds['saved-report'].body.name },
  [ASKING_MORE]: { team: kinds.team.body.name, body: limitsWish },
  [ANNOUNCING]: {
    ref: { namespace: 'ieb', name: 'app1' },
    body: { commit: 'd'.repeat(40) },
  },
  [ASKING]: wish,
  [MAKING]: NEW_TOKEN,
  [HOOKING]: NEW_HOOK,
  grantRole: NEW_GRANT,
}

/** What has to be there first. */
const ONLY: Readonly<Record<string, () => Promise<Sent>>> = {
  [CLEARING]: clearingRequest,
  [SIGNING]: keysRequest,
  [ROLLING_BACK]: rollbackRequest,
  [REVERTING]: revertingRequest,
  [EDITING_MANY]: manyRequest,
  [IMPORTING]: importingRequest,
  removeRoleGrant: removingRequest,
  [REVOKING]: revokingRequest,
  [UNHOOKING]: unhookingRequest,
  [REOPENING]: reopeningRequest,
  [CONFIRMING]: confirmingRequest,
}

/** A save or deletion of something that exists, which would go through if it were allowed. */
async function requestFor(name: string): Promise<Sent> {
  const fixed = FIXED[name]
  if (fixed) return fixed
  const only = ONLY[name]
  if (only) return only()
  if (SETTLING.includes(name)) return settlingRequest(name)
  if (TELLING.includes(name)) return tellingRequest(name)
  if (VIEWING.includes(name)) return viewRequest(name)
  if (ROLLING_OUT.includes(name)) return rollingRequest(name)
  if (HOLDING.includes(name)) return holdRequest(name)
  if (SETTING.includes(name)) return settingRequest(name)
  return objectRequest(name)
}

async function objectRequest(name: string): Promise<Sent> {
  const { body, item } = kinds[kindOf[name]!]
  const path = item(body.name)
  // A team that owns something can't be deleted.
  if (name === 'deleteObject of team') {
    await api.call('/applications/ieb/app1', { method: 'DELETE', headers: { 'if-match': '*' } })
  }
  const { headers } = await api.call(path)
  const edited = { ...body, description: 'Edited' }
  const isSave = name.startsWith('save')
  const call = isSave ? { method: 'PUT', body: edited } : { method: 'DELETE' as const }
  const dry = await api.call(`${path}?dryRun=true`, { ...call, headers: { 'if-match': '*' } })
  return {
    ref: { name: body.name, ...(kindOf[name] === 'application' && { namespace: 'ieb' }) },
    etag: headers.get('etag'),
    impact: dry.json.digest ?? '',
    confirmRemovals: dry.json.placements?.removed ?? null,
    confirmChanges: null,
    reason: 'Because',
    ...(isSave && { body: edited, freeName: false }),
  }
}

type ToRefuse = {
  readonly api: TestApi
  readonly services: Services
  readonly save: Sent
  /** How many rows there were. */
  readonly before: Readonly<Record<string, number>>
}

const toRefuse = new Map<string, ToRefuse>()

/** A refusal keeps nothing, so all of an action are of one request in one tenant. */
async function requestToRefuse(name: string): Promise<ToRefuse> {
  const known = toRefuse.get(name)
  if (known) {
    ;({ api, services } = known)
    return known
  }
  await makeTenant()
  const save = await requestFor(name)
  const made = { api, services, save, before: await countRows(api) }
  toRefuse.set(name, made)
  return made
}

describe('the server actions', () => {
  it('are these and no others', () => {
    const known = new Set(everyName.map((name) => name.replace(/ of .*$/, '')))
    expect([...actions.keys()].sort()).toEqual([...known].sort())
  })

  it('are whole files: no function within another file becomes one', () => {
    const hidden = SOURCES.filter((file) =>
      /^\s+['"]use server['"]/m.test(readFileSync(file, 'utf8')),
    )
    expect(hidden).toEqual([])
  })

  const refused: readonly (readonly [string, string | null, string | null, string])[] = [
    ['nobody who is signed in', null, ORIGIN, 'unauthenticated'],
    ['somebody who may only read', 'Rita Reader', ORIGIN, 'forbidden'],
    ['a page of another site', 'Ada Admin', 'https://example.com', 'origin_foreign'],
    ['a page without an origin', 'Ada Admin', 'null', 'origin_foreign'],
    ['a request that says nothing of where it comes from', 'Ada Admin', null, 'origin_foreign'],
  ]
  const rows = everyName
    .flatMap((name) => refused.map((row) => [name, ...row] as const))
    .filter(
      ([name, , , , code]) => ![ASKING, MAKING, ...VIEWING].includes(name) || code !== 'forbidden',
    )
  it.each(rows)('%s refuses %s, and keeps nothing', async (name, _, person, origin, code) => {
    const { save, before } = await requestToRefuse(name)
    const state = await callAction(name, save, {
      ...(person !== null && { cookie: await cookieOf(person) }),
      ...(origin !== null && { origin }),
    })
    // Whom a wave names may be somebody who else may only read.
    const isUnnamed = name === ANSWERING && code === 'forbidden'
    const refusedFor = isUnnamed ? 'approval_not_named' : code
    expect(state).toMatchObject({ kind: 'refused', code: refusedFor })
    expect(await countRows(api)).toEqual(before)
  })

  it.each(everyName)('%s refuses a cookie that another installation sealed', async (name) => {
    const { save, before } = await requestToRefuse(name)
    const cookie = await cookieOf('Ada Admin', 'of another')
    const state = await callAction(name, save, { cookie, origin: ORIGIN })
    expect(state).toMatchObject({ kind: 'refused', code: 'unauthenticated' })
    expect(await countRows(api)).toEqual(before)
  })

  it.each(names)('%s refuses what is no request, and what is stale', async (name) => {
    const { save, before } = await requestToRefuse(name)
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    for (const [wrong, code] of [
      [null, 'type'],
      [{ ...save, more: 1 }, 'unknown_field'],
      [{ ...save, kind: 'constructor' }, 'one_of'],
      [{ ...save, confirmRemovals: 1.5 }, 'type'],
      [{ ...save, reason: 'a\u0000b' }, 'control_char'],
      [{ ...save, etag: '"0"' }, 'precondition_failed'],
      [{ ...save, etag: null }, name.startsWith('save') ? 'precondition_failed' : 'type'],
      [{ ...save, impact: 'of another time' }, 'impact_changed'],
      [{ ...save, ref: { name: 'absent', namespace: 'absent' } }, 'not_found'],
    ] as const) {
      const state = await callAction(name, wrong, headers)
      expect(state).toMatchObject({ kind: 'refused', code })
    }
    expect(await countRows(api)).toEqual(before)
  })

  it.each([
    CLEARING,
    ROLLING_BACK,
    REVERTING,
    EDITING_MANY,
    ANNOUNCING,
    ...ROLLING_OUT,
    REOPENING,
    ...HOLDING,
    CONFIRMING,
    ASKING,
    ...SETTLING,
    ...GRANTING,
    MAKING,
    REVOKING,
    ...VIEWING,
    ...SETTING,
  ])('%s refuses what its form doesn’t send', async (name) => {
    const { save, before } = await requestToRefuse(name)
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    for (const [wrong, code] of [
      [null, 'type'],
      [{ ...save, more: 1 }, 'unknown_field'],
      ...Object.keys(save).map((field) => {
        const code = ['source', 'role', 'list'].includes(field) ? 'one_of' : 'type'
        return [{ ...save, [field]: ['a'] }, code] as const
      }),
      ...(BY_ID.includes(name) ? ([[{ ...save, id: 'absent' }, 'not_found']] as const) : []),
    ] as const) {
      const state = await callAction(name, wrong, headers)
      expect(state, JSON.stringify(wrong)).toMatchObject({ kind: 'refused', code })
    }
    expect(await countRows(api)).toEqual(before)
  })
})

describe('a server action', () => {
  beforeEach(makeTenant)

  it.each(names)('%s does what an admin asks for, as one change with a reason', async (name) => {
    const save = await requestFor(name)
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const state = await callAction(name, save, headers)
    expect(state).toEqual({ kind: 'saved', change: expect.any(Number) })
    const { json } = await api.call('/changes?limit=1')
    expect(json.items).toMatchObject([{ reason: 'Because', actor: { name: 'Ada Admin' } }])
    const { body, item } = kinds[kindOf[name]!]
    const after = await api.call(item(body.name))
    if (name.startsWith('save')) expect(after.json).toMatchObject({ description: 'Edited' })
    else expect(after.status).toBe(404)
  })

  it('clearBranch clears what a cluster left, once, and nothing that it did not leave', async () => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const clearing = await requestFor(CLEARING)
    const before = await countRows(api)
    for (const [over, code] of [
      [{ body: { branch: 'fleet/prod' } }, 'branch_in_use'],
      [{ body: { branch: 'fleet/never' } }, 'branch_not_left'],
      [{ body: { branch: 1 } }, 'type'],
      [{ name: 'absent' }, 'not_found'],
      [{ impact: 'of another time' }, 'impact_changed'],
      [{ confirmRemovals: null }, 'removals_need_confirmation'],
    ] as const) {
      const state = await callAction(CLEARING, { ...clearing, ...over }, headers)
      expect(state).toMatchObject({ kind: 'refused', code })
    }
    expect(await countRows(api)).toEqual(before)
    expect(await callAction(CLEARING, clearing, headers)).toMatchObject({ kind: 'saved' })
    expect(await callAction(CLEARING, clearing, headers)).toMatchObject({ kind: 'refused' })
  })

  it('reopenPullRequest asks for it once, and keeps why', async () => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const save = await requestFor(REOPENING)
    const absent = await callAction(REOPENING, { ...save, branch: 'absent' }, headers)
    expect(absent).toMatchObject({ kind: 'refused', code: 'not_found' })
    const state = await callAction(REOPENING, save, headers)
    expect(state).toEqual({ kind: 'saved', change: null })
    const { json } = await api.call('/pull-requests')
    expect(json.items).toMatchObject([{ branch: save['branch'], next: 'reopening' }])
    const { items } = (await api.call('/audit?action=pull-request.reopen&result=accepted')).json
    expect(items).toMatchObject([{ details: { edits: [{ after: { reason: 'Because' } }] } }])
  })

  it('rollBack makes an application what it was, once', async () => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const save = await requestFor(ROLLING_BACK)
    for (const [over, code] of [
      [{ etag: '"0"' }, 'precondition_failed'],
      [{ impact: 'of another time' }, 'impact_changed'],
      [{ body: { to: { change: 99_999 } } }, 'change_unknown'],
      [{ ref: { namespace: 'ieb', name: 'absent' } }, 'not_found'],
    ] as const) {
      const state = await callAction(ROLLING_BACK, { ...save, ...over }, headers)
      expect(state).toMatchObject({ kind: 'refused', code })
    }
    const state = await callAction(ROLLING_BACK, save, headers)
    expect(state).toEqual({ kind: 'saved', change: expect.any(Number) })
    const { description } = kinds.application.body
    expect((await api.call(kinds.application.item('app1'))).json).toMatchObject({ description })
    expect(await callAction(ROLLING_BACK, save, headers)).toMatchObject({ kind: 'refused' })
  })

  it('saveImport makes what the text describes, as it was seen, and says what is wrong with a text', async () => {
    await makeTenant()
    const save = await importingRequest()
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    for (const [wrong, code] of [
      [{ ...save, text: 'name\n"one' }, 'csv_syntax'],
      [{ ...save, format: 'yaml', text: 'a: [' }, 'yaml_syntax'],
      [{ ...save, format: 'json', text: '{' }, 'malformed_json'],
      [{ ...save, format: 'toml' }, 'one_of'],
      [{ ...save, text: 'name,environment\nother,prod' }, 'impact_changed'],
    ] as const) {
      const state = await callAction(IMPORTING, wrong, headers)
      expect(state).toMatchObject({ kind: 'refused', code })
    }
    expect(await callAction(IMPORTING, save, headers)).toMatchObject({ kind: 'saved' })
    const { json } = await api.call('/clusters/imported')
    expect(json).toMatchObject({ metadata: { region: 'east' } })
    expect((await api.call(`/changes/${json.status.change}`)).json.reason).toBe('Because')
  })

  it('revertChange makes an object what it was before a change, and what was seen is what is done', async () => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const save = await requestFor(REVERTING)
    for (const [over, code] of [
      [{ impact: 'of another time' }, 'impact_changed'],
      [{ change: 99_999 }, 'not_found'],
    ] as const) {
      const state = await callAction(REVERTING, { ...save, ...over }, headers)
      expect(state).toMatchObject({ kind: 'refused', code })
    }
    const state = await callAction(REVERTING, save, headers)
    expect(state).toEqual({ kind: 'saved', change: expect.any(Number) })
    const { description } = kinds.application.body
    expect((await api.call(kinds.application.item('app1'))).json).toMatchObject({ description })
  })

  it('editObjects edits what was seen, as one change', async () => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const save = await requestFor(EDITING_MANY)
    const other = await callAction(EDITING_MANY, { ...save, impact: 'of another time' }, headers)
    expect(other).toMatchObject({ kind: 'refused', code: 'impact_changed' })
    const state = await callAction(EDITING_MANY, save, headers)
    expect(state).toEqual({ kind: 'saved', change: expect.any(Number) })
    const { name } = kinds.cluster.body
    const { metadata } = (await api.call(kinds.cluster.item(name))).json
    expect(metadata).toMatchObject({ site: 'perth' })
  })

  it.each([
    // name | what is other | code
    [ASKING, { name: 'A B' }, 'name_format'],
    [ASKING_MORE, { body: { ...limitsWish, purpose: '' } }, 'too_short'],
    ['approveTeamRequest', { body: { team: { name: 'A B' } } }, 'name_format'],
    ['approveTeamRequest', { body: { team: { name: 'a' }, reason: 'a\u0000b' } }, 'control_char'],
    ['declineTeamRequest', { reason: 'a\u0000b' }, 'control_char'],
    ['saveApplicationKinds', { reason: 'a\u0000b' }, 'control_char'],
    ['confirmUpgrade', { reason: 'a\u0000b' }, 'control_char'],
    ['confirmUpgrade', { confirmFiles: 1.5 }, 'type'],
  ])('%s refuses %j', async (name, over, code) => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const save = { ...(await requestFor(name)), ...over }
    expect(await callAction(name, save, headers)).toMatchObject({ kind: 'refused', code })
  })

  it.each([
    // name | what it answers besides | the state of the rollout
    [STARTING, { rollout: 1 }, 'running'],
    ['pauseRollout', { change: null }, 'paused'],
    ['resumeRollout', { rollout: null }, 'running'],
    ['abortRollout', { change: null }, 'aborted'],
    ['rollBackRollout', { rollout: null, change: null }, 'rolled_back'],
    ['overrideWave', { change: null }, 'running'],
  ])(
    '%s does what an admin asks for, with a reason, and only of what they saw',
    async (name, told, state) => {
      const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
      const save = await requestFor(name)
      const stale = {
        ...('etag' in save && { etag: '"of another time"' }),
        ...('impact' in save && { impact: 'of another time' }),
        ...(name === 'overrideWave' && { confirmChanges: 2 }),
      }
      expect(await callAction(name, { ...save, ...stale }, headers)).toMatchObject({
        kind: 'refused',
      })
      expect(await callAction(name, save, headers)).toEqual({ kind: 'saved', ...told })
      const { items } = (await api.call('/rollouts')).json
      expect(items).toMatchObject([{ state }])
      const events = (await api.call(`/rollouts/${items[0].id}/events`)).json.items
      expect(JSON.stringify(events)).toContain('Because')
    },
  )

  it('answerWave takes the answer of somebody whom the wave names, to what they saw', async () => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const save = await requestFor(ANSWERING)
    const other = await callAction(ANSWERING, { ...save, digest: 'of another time' }, headers)
    expect(other).toMatchObject({ kind: 'refused', code: 'plan_changed' })
    expect(await callAction(ANSWERING, save, headers)).toEqual({ kind: 'saved', change: null })
  })

  it('putHold has a cluster hold what it has, and endHold lets it go', async () => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const saved = { kind: 'saved', change: expect.any(Number) }
    const save = await requestFor('putHold')
    expect(await callAction('putHold', save, headers)).toEqual(saved)
    const { json, headers: read } = await api.call(HOLD_PATH)
    expect(json).toMatchObject({ reason: 'Not yet' })
    const stale = { ref: HELD, etag: '"0"', impact: save['impact'], ...CONFIRMED }
    expect(await callAction('endHold', stale, headers)).toMatchObject({
      code: 'precondition_failed',
    })
    const dry = await api.call(`${HOLD_PATH}?dryRun=true`, {
      method: 'DELETE',
      headers: { 'if-match': '*' },
    })
    const end = { ...stale, etag: read.get('etag'), impact: dry.json.digest }
    expect(await callAction('endHold', end, headers)).toEqual(saved)
    expect((await api.call(HOLD_PATH)).status).toBe(404)
  })

  it('confirmDecision makes what a scheduler decided true, once', async () => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const save = await requestFor(CONFIRMING)
    expect(await callAction(CONFIRMING, save, headers)).toEqual({
      kind: 'saved',
      change: expect.any(Number),
    })
    const { current } = (await api.call(`${PACKED}/decision`)).json
    expect(current).toMatchObject([{ clusters: [kinds.cluster.body.name] }])
    expect(await callAction(CONFIRMING, save, headers)).toMatchObject({ kind: 'refused' })
  })

  it('grantRole gives a role once, and removeRoleGrant takes it back once', async () => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const removal = await requestFor('removeRoleGrant')
    const done = { kind: 'saved', change: null }
    expect(await callAction('grantRole', NEW_GRANT, headers)).toEqual(done)
    expect((await grantedValues()).toSorted()).toEqual(['newcomers', 'others'])
    expect(await callAction('removeRoleGrant', removal, headers)).toEqual(done)
    expect(await grantedValues()).toEqual(['newcomers'])
    for (const [name, save, code] of [
      ['grantRole', NEW_GRANT, 'grant_exists'],
      ['grantRole', { ...NEW_GRANT, value: 'Everyone' }, 'group_everybody'],
      ['removeRoleGrant', removal, 'not_found'],
    ] as const) {
      expect(await callAction(name, save, headers)).toMatchObject({ kind: 'refused', code })
    }
  })

  it('keepView keeps a view of one’s own, and changeView and deleteView only as it was read', async () => {
    const headers = { cookie: await cookieOf('Rita Reader'), origin: ORIGIN }
    const made = await callAction('keepView', { ...NEW_VIEW, is_default: true }, headers)
    expect(made).toEqual({ kind: 'saved', id: expect.any(String) })
    const ofOthers = await requestFor('changeView')
    expect(await callAction('changeView', ofOthers, headers)).toMatchObject({ code: 'not_found' })
    const own = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const old = { ...ofOthers, etag: '"of another time"' }
    expect(await callAction('changeView', old, own)).toMatchObject({ code: 'precondition_failed' })
    const done = { kind: 'saved', change: null }
    expect(await callAction('changeView', ofOthers, own)).toEqual(done)
    expect(await callAction('deleteView', await requestFor('deleteView'), own)).toEqual(done)
  })

  it('makeToken answers the token once, which works until revokeToken ends it', async () => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const made = await callAction(MAKING, NEW_TOKEN, headers)
    expect(made).toEqual({ kind: 'saved', token: expect.stringMatching(/^berth_/) })
    const { token } = made as { readonly token: string }
    expect((await api.call('/teams', { token })).status).toBe(200)
    const { items } = (await api.call('/tokens?q=CI')).json
    expect(items).toMatchObject([{ created_by: { name: 'Ada Admin' } }])
    expect(JSON.stringify((await api.call('/audit')).json)).not.toContain(token)
    const revoked = await callAction(REVOKING, { id: String(items[0].id) }, headers)
    expect(revoked).toEqual({ kind: 'saved', change: null })
    expect((await api.call('/teams', { token })).status).toBe(401)
    const lasting = await callAction(MAKING, { ...NEW_TOKEN, days: 0 }, headers)
    expect(lasting).toMatchObject({ kind: 'refused', code: 'token_days' })
  })

  it('makeHook answers the secret once, and deleteHook ends what is sent with it', async () => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const made = await callAction(HOOKING, NEW_HOOK, headers)
    expect(made).toEqual({
      kind: 'saved',
      host: 'github',
      url: expect.stringMatching(/^https:\/\/berth\.example\.com\/api\/v1\/hooks\//),
      secret: expect.stringMatching(/^berth_hook_/),
    })
    const { items } = (await api.call('/hooks')).json
    expect(items).toMatchObject([{ name: 'pushes', created_by: { name: 'Ada Admin' } }])
    const gone = await callAction(UNHOOKING, { id: String(items[0].id) }, headers)
    expect(gone).toEqual({ kind: 'saved', change: null })
    expect((await api.call('/hooks')).json.total).toBe(0)
    const unnamed = await callAction(HOOKING, { ...NEW_HOOK, name: '' }, headers)
    expect(unnamed).toMatchObject({ kind: 'refused', fields: { name: [expect.anything()] } })
  })

  it('makeToken gives nobody more than they have', async () => {
    const headers = { cookie: await cookieOf('Rita Reader'), origin: ORIGIN }
    const state = await callAction(MAKING, { ...NEW_TOKEN, role: 'admin' }, headers)
    expect(state).toMatchObject({ kind: 'refused', code: 'token_exceeds' })
  })

  it.each([
    // name | reason
    ['saveRepositorySettings', null],
    ['clearRepositorySettings', null],
    ['saveApplicationKinds', 'Because'],
  ])(
    '%s keeps the settings once the number of clusters is confirmed, and only as they were read',
    async (name, reason) => {
      const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
      const save = await requestFor(name)
      const before = await countRows(api)
      for (const [over, code] of [
        [{ etag: '"of another time"' }, 'precondition_failed'],
        [{ etag: null }, 'type'],
        [{ confirmClusters: null }, 'clusters_need_confirmation'],
        [{ confirmClusters: 1.5 }, 'type'],
      ] as const) {
        const state = await callAction(name, { ...save, ...over }, headers)
        expect(state).toMatchObject({ kind: 'refused', code })
      }
      expect(await countRows(api)).toEqual(before)
      const kept = await callAction(name, save, headers)
      expect(kept).toEqual({ kind: 'saved', change: expect.any(Number) })
      const { json } = await api.call('/changes?limit=1')
      expect(json.items).toMatchObject([{ reason, actor: { name: 'Ada Admin' } }])
      expect(JSON.stringify((await api.call('/audit')).json)).not.toContain(REPOSITORY.token)
    },
  )

  it('saveObservedSettings keeps them as they were read, and says which field is wrong', async () => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const save = await requestFor('saveObservedSettings')
    for (const [over, refused] of [
      [{ etag: '"of another time"' }, { code: 'precondition_failed' }],
      [
        { body: { label_keys: ['a b'], report_interval_s: 5 } },
        {
          fields: { 'label_keys.0': [expect.any(String)], report_interval_s: [expect.any(String)] },
        },
      ],
      [{ body: { label_keys: [], report_interval_s: 'often' } }, { code: 'type' }],
    ] as const) {
      const state = await callAction('saveObservedSettings', { ...save, ...over }, headers)
      expect(state).toMatchObject({ kind: 'refused', ...refused })
    }
    const done = { kind: 'saved', change: null }
    expect(await callAction('saveObservedSettings', save, headers)).toEqual(done)
    expect((await api.call('/observed/settings')).json).toEqual(save['body'])
  })

  it('saveOutgoingHosts keeps the hosts, and says which is none', async () => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const save = await requestFor('saveOutgoingHosts')
    const wrong = { ...save, body: { hosts: ['*'] } }
    expect(await callAction('saveOutgoingHosts', wrong, headers)).toMatchObject({
      fields: { 'hosts.0': [expect.stringContaining('*.example.com')] },
    })
    const done = { kind: 'saved', change: null }
    expect(await callAction('saveOutgoingHosts', save, headers)).toEqual(done)
    expect((await api.call('/outgoing-hosts')).json).toEqual(save['body'])
  })

  it.each([
    ['keepDatabase', 'git_in_step'],
    ['confirmUpgrade', 'upgrade_none'],
  ])('%s does nothing where nothing waits for it', async (name, code) => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const state = await callAction(name, await requestFor(name), headers)
    expect(state).toMatchObject({ kind: 'refused', code })
  })

  it('confirmUpgrade confirms what was seen, by both numbers', async () => {
    await insertOlderBranch(api, 'main', 'one')
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const { digest } = (await api.call('/upgrade')).json
    const confirmed = { impact: String(digest), confirmFiles: 1, confirmClusters: 1 }
    const save = { ...confirmed, reason: 'Because' }
    for (const [over, code] of [
      [{ impact: 'of another time' }, 'impact_changed'],
      [{ confirmFiles: null }, 'files_need_confirmation'],
      [{ confirmClusters: null }, 'clusters_need_confirmation'],
    ] as const) {
      const state = await callAction('confirmUpgrade', { ...save, ...over }, headers)
      expect(state).toMatchObject({ kind: 'refused', code })
    }
    const kept = await callAction('confirmUpgrade', save, headers)
    expect(kept).toEqual({ kind: 'saved', change: expect.any(Number) })
    expect((await api.call('/upgrade')).json).toMatchObject({ state: 'going-out' })
    const { json } = await api.call('/changes?limit=1')
    expect(json.items).toMatchObject([{ action: 'upgrade.confirm', reason: 'Because' }])
  })

  it('count as requests of the API do: whoever has spent theirs on forms has none left there', async () => {
    const rateLimit = { perSecond: 0.001, burst: 2 }
    services = createServices({ ...services.environment, rateLimit }, api.database, services)
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    // Refused writes have a limit of their own, which the first one spends.
    for (const code of ['upgrade_none', 'too_many_requests']) {
      const state = await callAction('confirmUpgrade', await requestFor('confirmUpgrade'), headers)
      expect(state).toMatchObject({ kind: 'refused', code })
    }
    const asked = await answerApi(new Request(`${ORIGIN}/api/v1/teams`, { headers }))
    expect(asked.status).toBe(429)
  })

  it.each([
    // name | action | kind
    [REVOKING, 'tokens.revoke', 'token'],
    ['removeRoleGrant', 'role-grants.delete', 'role-grant'],
    ['declineTeamRequest', 'team-requests.decline', 'team-request'],
    ['saveObject of team', 'teams.replace', 'team'],
  ])('%s that is refused is in the audit by what it was on', async (name, action, kind) => {
    const save = await requestFor(name)
    const headers = { cookie: await cookieOf('Rita Reader'), origin: ORIGIN }
    expect(await callAction(name, save, headers)).toMatchObject({ code: 'forbidden' })
    const { items } = (await api.call('/audit?limit=1')).json
    const { id = kinds.team.body.name } = save
    const object = `${kind}/${String(id)}`
    expect(items).toMatchObject([{ action, object, result: 'refused', code: 'forbidden' }])
  })

  it('askForTeam and withdrawTeamRequest serve a person without any role', async () => {
    const headers = { cookie: await cookieOf('Nils Newcomer'), origin: ORIGIN }
    expect(await callAction(ASKING, wish, headers)).toEqual({ kind: 'saved', change: null })
    const { items } = (await api.call('/team-requests')).json
    expect(items).toMatchObject([{ state: 'open', asker: { name: 'Nils Newcomer' } }])
    const { id } = items[0]
    for (const [name, sent] of [
      ['approveTeamRequest', await requestFor('approveTeamRequest')],
      ['declineTeamRequest', { reason: 'Because' }],
    ] as const) {
      const state = await callAction(name, { ...sent, id }, headers)
      expect(state).toMatchObject({ kind: 'refused', code: 'forbidden' })
    }
    const withdrawn = await callAction('withdrawTeamRequest', { id }, headers)
    expect(withdrawn).toMatchObject({ kind: 'saved' })
    expect((await api.call('/team-requests?state=withdrawn')).json.total).toBe(1)
  })

  it.each([
    // name | state | change
    ['approveTeamRequest', 'approved', expect.any(Number)],
    ['declineTeamRequest', 'declined', null],
  ])('%s settles a request once, with the reason', async (name, state, change) => {
    const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
    const save = await requestFor(name)
    expect(await callAction(name, save, headers)).toEqual({ kind: 'saved', change })
    expect((await api.call(`/team-requests/${REQUEST_ID}`)).json).toMatchObject({
      state,
      decision: { reason: 'Because', by: { name: 'Ada Admin' } },
    })
    expect(await callAction(name, save, headers)).toMatchObject({
      kind: 'refused',
      code: 'request_settled',
    })
  })

  it.each(names.filter((name) => name.startsWith('save')))(
    '%s creates what is new, and says at which field a flaw is',
    async (name) => {
      const { body } = kinds[kindOf[name]!]
      const headers = { cookie: await cookieOf('Ada Admin'), origin: ORIGIN }
      const created = { ...(await requestFor(name)), ref: null, etag: null }
      const dry = await api.call(`${kinds[kindOf[name]!].collection}?dryRun=true`, {
        body: { ...body, name: 'fresh' },
      })
      const save = {
        ...created,
        body: { ...body, name: 'fresh' },
        impact: String(dry.json.digest),
      }
      const flawed = await callAction(name, { ...save, body: { ...body, name: 'A B' } }, headers)
      expect(flawed).toMatchObject({
        kind: 'refused',
        fields: { name: [expect.any(String)] },
      })
      expect(await callAction(name, save, headers)).toMatchObject({ kind: 'saved' })
    },
  )
})
