// Bodies that also set what only the database keeps: who made a thing, when, in which tenant, its number.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { outsideTenants } from '#db/client.ts'
import { byKind, KINDS, type Kind, kinds as traits } from '#lib/domain/objects/kinds.ts'
import { operations } from '#lib/http/operations/operations.ts'
import { type Answer, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { documentOf, kinds } from '#lib/http/testing/bodies.ts'
import { insertTeamRequest } from '#lib/http/testing/team-requests.ts'

const CLUSTER = kinds.cluster.body.name
const REQUEST_ID = '00000000-0000-4000-8000-00000000000a'

let api: TestApi
/** The columns of every table, as the database and as JSON write them. */
let columns: readonly string[]
beforeAll(async () => {
  api = await createTestApi()
  for (const kind of KINDS) {
    expect((await api.call(kinds[kind].collection, { body: kinds[kind].body })).status).toBe(201)
  }
  await insertTeamRequest(api, REQUEST_ID)
  const found = await outsideTenants(api.database, (tx) =>
    tx.execute<{ name: string }>(sql`
      select distinct attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0`),
  )
  const names = found.map(({ name }) => name)
  columns = [...new Set([...names, ...names.map(inCamelCase)])]
})

const inCamelCase = (name: string) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Fields that a body may have although a column has the same name. */
const offeredOf: Readonly<Record<Kind, readonly string[]>> = {
  team: ['description', 'groups', 'name'],
  cluster: ['argocd_namespace', 'description', 'environment', 'name', 'type'],
  'cluster-type': ['description', 'name', 'reconciler'],
  'registration-token': ['description', 'environment', 'expires_at', 'name'],
  application: [
    'description',
    'name',
    'namespace',
    'repo_branch',
    'repo_path',
    'repo_url',
    'source',
    'targets',
  ],
  'target-policy': ['description', 'effect', 'name', 'namespace', 'scheduler', 'target'],
  config: ['description', 'name', 'namespace'],
  'config-schema': ['description', 'name', 'namespace'],
  scheduler: ['description', 'name', 'url'],
  environment: ['description', 'hold', 'name'],
  freeze: ['description', 'environments', 'name'],
  'guard-rule': ['description', 'name'],
  'alert-rule': ['description', 'name', 'namespace', 'severity', 'state', 'subscriptions'],
  silence: ['description', 'name'],
  subscription: ['description', 'kind', 'name', 'namespace', 'url'],
  'metric-source': ['description', 'kind', 'name', 'url', 'username'],
  'saved-report': ['at', 'description', 'format', 'list', 'name', 'namespace', 'query'],
}
const settings = [
  'branch_pattern',
  'pull_url',
  'repo_url',
  'shards',
  'ssh_key',
  'ssh_known_hosts',
  'token',
  'username',
]
const offered: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    KINDS.flatMap((kind) =>
      ['create', 'replace', 'patch'].map((verb) => [
        `${verb}${traits[kind].type}`,
        offeredOf[kind],
      ]),
    ),
  ),
  clearClusterBranch: ['branch'],
  putHold: ['reason', 'until'],
  rollBackApplication: [],
  announceVersion: ['built_at', 'commit', 'name', 'repo_path', 'source_commit', 'targets', 'url'],
  startRollout: ['application', 'environment', 'namespace', 'version'],
  approveRollout: ['decision', 'reason', 'wave'],
  overrideRollout: ['clusters', 'reason', 'wave'],
  postRolloutCheck: ['detail', 'state', 'url', 'wave'],
  reportCluster: ['at', 'kind', 'reconciler'],
  reportNothingNew: ['at', 'digest'],
  registerCluster: ['name'],
  replaceReportKeys: ['interval_s', 'keys'],
  answerDecision: [],
  notifyOfApplication: [
    'application',
    'at',
    'health',
    'initiatedBy',
    'namespace',
    'revision',
    'startedAt',
  ],
  replaceRepositorySettings: settings,
  tryRepositorySettings: settings,
  replaceApplicationKinds: [],
  replaceObservedSettings: ['report_interval_s'],
  replaceOutgoingHosts: [],
  bulkEdit: ['kind', 'patch'],
  createToken: ['cluster', 'name', 'role', 'scheduler', 'team'],
  createHook: ['host', 'name', 'namespace'],
  createTeamRequest: ['groups', 'name'],
  askForMore: ['cluster'],
  approveTeamRequest: ['cluster', 'reason', 'team'],
  declineTeamRequest: ['reason'],
  createSavedView: ['is_default', 'list', 'name', 'namespace', 'query'],
  patchSavedView: ['is_default', 'name', 'query'],
  createRoleGrant: ['description', 'role', 'source', 'value'],
}
/** What tells forms of a body apart. */
const forms: Readonly<Record<string, object>> = {
  reportCluster: { apiVersion: 'berth.dev/v1', kind: 'Report' },
}
/** In a document of `/apply`, where the names are outside the spec. */
const offeredInSpec = byKind((kind) =>
  offeredOf[kind].filter((field) => field !== 'name' && field !== 'namespace'),
)

const items: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(kinds).map(({ pattern, item, body }) => [pattern, item(body.name)]),
  ),
  '/applications/{namespace}/{name}/rollback': `${kinds.application.item(kinds.application.body.name)}/rollback`,
  '/applications/{namespace}/{name}/versions': `${kinds.application.item(kinds.application.body.name)}/versions`,
  '/rollouts/{id}/approvals': '/rollouts/1/approvals',
  '/rollouts/{id}/override': '/rollouts/1/override',
  '/clusters/{name}/branches/clear': `${kinds.cluster.item(kinds.cluster.body.name)}/branches/clear`,
  '/clusters/{name}/report': `${kinds.cluster.item(kinds.cluster.body.name)}/report`,
  '/clusters/{name}/report/unchanged': `${kinds.cluster.item(kinds.cluster.body.name)}/report/unchanged`,
  '/clusters/{name}/report-key': `${kinds.cluster.item(kinds.cluster.body.name)}/report-key`,
  '/target-policies/{name}/decision': `${kinds['target-policy'].item(kinds['target-policy'].body.name)}/decision`,
  '/teams/{name}/requests': `${kinds.team.item(kinds.team.body.name)}/requests`,
  '/team-requests/{id}/approve': `/team-requests/${REQUEST_ID}/approve`,
  '/team-requests/{id}/decline': `/team-requests/${REQUEST_ID}/decline`,
}

/** The most issues that one answer reports. */
const AT_ONCE = 20
/** In the spec of a document, for each of which the rest isn't looked at. */
const ALONE = ['name', 'namespace']

function* batches(): Generator<readonly string[]> {
  yield* ALONE.map((name) => [name])
  const rest = columns.filter((name) => !ALONE.includes(name))
  for (let from = 0; from < rest.length; from += AT_ONCE) yield rest.slice(from, from + AT_ONCE)
}

/** Sends the columns, many at once; answers those that are not refused as unknown below the pointer. */
async function takenOf(start: string, send: (fields: object) => Promise<Answer>) {
  const taken: string[] = []
  for (const names of batches()) {
    const { json } = await send(Object.fromEntries(names.map((name) => [name, 1])))
    const errors: readonly { pointer: string; code: string }[] = json.errors
    const unknown = errors.filter(({ code }) => code === 'unknown_field')
    taken.push(
      ...names.filter((name) => !unknown.some(({ pointer }) => pointer === `${start}/${name}`)),
    )
  }
  return taken.toSorted()
}

describe('a body', () => {
  // What Git hosts tell of a push says much that nobody reads, and scores have any name.
  const free = ['apply', 'receivePush', 'replaceClusterScores']
  const writes = operations.filter(
    ({ body, id }) => !free.includes(id) && body?.types.includes('application/json'),
  )

  it.each(writes)('takes no column of any table that it doesn’t name: $id', async (operation) => {
    const { id, method, path } = operation
    // Only a cluster may notify.
    const isOfCluster = id === 'notifyOfApplication'
    const token = isOfCluster ? await api.token('reader', { cluster: CLUSTER }) : undefined
    const taken = await takenOf('', (fields) =>
      api.call(items[path] ?? path, {
        method,
        ...(isOfCluster && { token }),
        body: { ...fields, ...forms[id] },
        headers: { 'if-match': '*' },
      }),
    )
    expect(taken).toEqual(offered[id])
  })

  it.each(KINDS)('takes none in a document of /apply either: %s', async (kind) => {
    const document = documentOf(kind, kinds[kind].body)
    const taken = await takenOf('/0/spec', (fields) =>
      api.call('/apply?dryRun=true', {
        body: { ...document, spec: { ...document.spec, ...fields } },
      }),
    )
    expect(taken).toEqual(offeredInSpec[kind])
  })
})
