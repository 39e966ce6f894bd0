import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { KINDS } from '#lib/domain/objects/kinds.ts'
import { operations } from '#lib/http/operations/operations.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  application,
  cluster,
  documentOf,
  kinds,
  registrationToken,
  team,
} from '#lib/http/testing/bodies.ts'
import { insertPullRequest } from '#lib/http/testing/pull-requests.ts'
import { pushOf } from '#lib/http/testing/pushes.ts'
import { argoApplication, listOf, reportedItem, reportOf } from '#lib/http/testing/reports.ts'
import type { Operation } from './operation.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 25)

let api: TestApi

beforeAll(async () => {
  api = await createTestApi()
  for (const { collection, body } of Object.values(kinds)) {
    expect((await api.call(collection, { body })).status).toBe(201)
  }
  await insertPullRequest(api, 'fleet/production', 'closed')
})

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '*',
    '__proto__',
    'constructor',
    'a\u0000b',
    '\ud800',
    'x'.repeat(5000),
    '-1',
    'null',
  ),
)

/** Any JSON value, made of texts that are likely to cause trouble. */
const { value: anyJson } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 53, 1e21),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(text, tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
}))

/** A valid body in which one value is replaced, removed or given a neighbour. */
function mutated(valid: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(valid)
  return fc
    .tuple(fc.constantFrom(...places), fc.constantFrom('replace', 'remove', 'add'), text, anyJson)
    .map(([place, kind, key, value]) => mutate(valid, place, kind, key, value))
}

function placesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [
    [],
    ...Object.entries(value).flatMap(([key, part]) => placesIn(part).map((rest) => [key, ...rest])),
  ]
}

function mutate(
  at: unknown,
  [step, ...rest]: string[],
  kind: string,
  key: string,
  value: unknown,
): unknown {
  if (step === undefined) {
    const isObject = typeof at === 'object' && at !== null && !Array.isArray(at)
    return kind === 'add' && isObject
      ? Object.fromEntries([...Object.entries(at), [key, value]])
      : value
  }
  const entries = Object.entries(at ?? {}).flatMap(([name, part]): [string, unknown][] => {
    if (name !== step) return [[name, part]]
    if (rest.length === 0 && kind === 'remove') return []
    return [[name, mutate(part, rest, kind, key, value)]]
  })
  return Array.isArray(at) ? entries.map(([, part]) => part) : Object.fromEntries(entries)
}

const bodies: Readonly<Record<string, unknown>> = {
  '/clusters/{name}/branches': { branch: 'main' },
  '/rollouts/{id}/approvals': { wave: 1, decision: 'approve', reason: 'It looks good.' },
  '/rollouts/{id}/override': { wave: 1, gates: ['frozen'], reason: 'The store is down.' },
  '/rollouts': { namespace: 'ieb', application: 'app1', environment: 'prod', version: 1 },
  '/applications/{namespace}/{name}/rollback': { to: { change: 1 } },
  '/applications/{namespace}/{name}/versions': {
    commit: 'a'.repeat(40),
    name: 'v1',
    targets: { early: 'manifest/early' },
    url: 'https://ci.example.com/run/7',
    built_at: '2026-11-22T02:04:42Z',
    source_commit: 'b'.repeat(40),
  },
  ...Object.fromEntries(Object.values(kinds).map(({ collection, body }) => [collection, body])),
  '/teams': {
    ...team,
    groups: [{ id: 'admins', role: 'reader' }],
    source_repos: [application.repo_url],
    cluster_boundary: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] },
    network: 'open',
    kubectl: 'edit',
    quota: { pods: '5' },
  },
  '/clusters/register': { name: 'store-1', metadata: { site: 'x' } },
  '/clusters/{name}/report-key': { keys: [{ public_key: '', until: null }], interval_s: 60 },
  '/clusters/{name}/reports/file': 'a signature',
  '/clusters/{name}/report/unchanged': { digest: 'x', at: '2026-11-22T02:04:42Z' },
  '/clusters/{name}/report': reportOf([reportedItem()]),
  '/metrics/write': 'metrics',
  '/notifications/argocd': { trigger: 'on-deployed', application: 'x', namespace: 'argocd' },
  '/target-policies': {
    ...kinds['target-policy'].body,
    effect: 'include',
    suspended: false,
    namespace: 'ieb',
    pick: {
      count: '20%',
      spread_by: 'region',
      prefer: [{ label: 'tier', values: ['gold'] }, { score: 'free-gpu' }],
    },
  },
  '/target-policies/{name}/decision': {
    decisions: [
      {
        namespace: 'ieb',
        application: application.name,
        clusters: [cluster.name],
        reasons: { [cluster.name]: '37 free' },
        empty: true,
      },
    ],
  },
  '/clusters/{name}/scores': { load: { value: 37, until: '2026-12-24T18:00:00Z' } },
  '/schedulers': { ...kinds.scheduler.body, every: '1h', timeout: '10s' },
  '/alert-rules': {
    ...kinds['alert-rule'].body,
    for: '1h',
    share: '5%',
    severity: 'info',
    subscriptions: [],
    suspended: false,
    namespace: 'ieb',
    cluster_selector: { region: 'east' },
    app_selector: '*',
  },
  '/saved-reports': {
    ...kinds['saved-report'].body,
    at: '2026-03-01T12:00:00Z',
    schedule: '0 6 * * MON',
    time_zone: 'Europe/Berlin',
    format: 'json',
    deliver: 'file',
    namespace: 'ieb',
  },
  '/metric-sources': {
    ...kinds['metric-source'].body,
    auth: 'basic',
    username: 'berth',
    secret: 'x',
  },
  '/environments': kinds.environment.body,
  '/freezes': { ...kinds.freeze.body, weekly: [], namespaces: ['ieb'], app_selector: '*' },
  '/configs': { ...kinds.config.body, namespace: 'ieb', priority: 1, suspended: true },
  '/config-schemas': { ...kinds['config-schema'].body, namespace: 'ieb', suspended: true },
  '/cluster-types': { ...kinds['cluster-type'].body, delivery: 'git' },
  '/guard-rules': { ...kinds['guard-rule'].body, changes: 1 },
  '/silences': { ...kinds.silence.body, from: '2026-12-24T18:00:00Z', to: '2027-12-24T18:00:00Z' },
  '/subscriptions': { ...kinds.subscription.body, events: ['alert.fired'], namespace: 'ieb' },
  '/team-requests/{id}/approve': { team: { name: 'wanted' }, reason: 'Welcome' },
  '/teams/{name}/requests': {
    purpose: 'More of it.',
    cluster_boundary: 'region=east',
    quota: { pods: '10' },
    cluster: { name: 'wanted', environment: 'prod', metadata: { region: 'east' } },
  },
  '/team-requests/{id}/decline': { reason: 'No' },
  '/team-requests': {
    name: 'wanted',
    purpose: 'Something of its own.',
    groups: [{ id: 'wanted-people', role: 'reader' }],
  },
  '/tokens': { name: 'ci', role: 'reader' },
  '/hooks/{id}': pushOf('gitlab'),
  '/hooks': { name: 'pushes', namespace: 'ieb', host: 'gitlab' },
  '/saved-views/': { name: 'prod', query: 'q=a', is_default: true },
  '/saved-views': { list: 'clusters', name: 'east', namespace: 'ieb', query: 'q=a' },
  '/role-grants': { source: 'group', value: 'ops', role: 'reader', description: '' },
  '/repository-settings': {
    repo_url: application.repo_url,
    token: 'secret',
    pull_requests: {
      host: 'gitea',
      api_url: 'https://git.example.com/api/v1',
      token: 'another secret',
      join: false,
    },
  },
  '/outgoing-hosts': { hosts: ['hooks.example.com'] },
  '/observed/settings': { label_keys: ['region'], report_interval_s: 60 },
  '/application-kinds': {
    application_kinds: [{ group: 'cert-manager.io', resources: ['certificates'] }],
  },
  '/bulk': {
    kind: 'Cluster',
    matching: { labelSelector: '*' },
    except: [{ name: 'b' }],
    patch: { metadata: { ring: 'canary' } },
  },
  '/apply': KINDS.map((kind) => documentOf(kind, kinds[kind].body)),
}

function validBody({ path, body }: Operation): unknown {
  const [, valid] = Object.entries(bodies).find(([start]) => path.startsWith(start)) ?? []
  if (body !== null && valid === undefined) throw new Error(`${path} has no valid body here`)
  return valid
}

/** Names that exist here, or anything. */
const pathValues: Readonly<Record<string, string>> = {
  namespace: 'ieb',
  application: 'app1',
  cluster: cluster.name,
  id: '1',
  sha: 'abcdef1',
  version: '1',
  other: cluster.environment,
}
const itemNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(kinds).map(({ pattern, body }) => [pattern, body.name])),
  '/applications/{namespace}/{name}/rollback': application.name,
  '/applications/{namespace}/{name}/versions': application.name,
  '/applications/{namespace}/{name}/versions/{version}': application.name,
  '/applications/{namespace}/{name}/versions/{version}/compliance': application.name,
  '/applications/{namespace}/{name}/environments': application.name,
  '/applications/{namespace}/{name}/holds': application.name,
  '/clusters/{name}/holds': cluster.name,
  '/clusters/{name}/holds/{namespace}/{application}': cluster.name,
  '/rollouts/{id}/checks/{name}': 'e2e',
  '/pull-requests/{branch}/reopen': 'fleet%2Fproduction',
  '/environments/{name}/compare/{other}': kinds.environment.body.name,
  '/teams/{name}/requests': 'ieb',
  '/saved-reports/{name}/runs': 'what-runs',
  '/saved-reports/{name}/runs/{id}/file': 'what-runs',
  '/clusters/{name}/branches': cluster.name,
  '/clusters/{name}/branches/clear': cluster.name,
  '/subscriptions/{name}/deliveries': kinds.subscription.body.name,
  '/subscriptions/{name}/deliveries/{id}/redeliver': kinds.subscription.body.name,
  '/subscriptions/{name}/test': kinds.subscription.body.name,
  '/clusters/{name}/report': cluster.name,
  '/clusters/{name}/foreign-applications': cluster.name,
  '/clusters/{name}/report/unchanged': cluster.name,
  '/clusters/{name}/report-key': cluster.name,
  '/clusters/{name}/scores': cluster.name,
  '/target-policies/{name}/decision': kinds['target-policy'].body.name,
  '/registration-tokens/{name}/secret': registrationToken.name,
  '/metric-sources/{name}/series': kinds['metric-source'].body.name,
  '/clusters/{name}/reports/file': cluster.name,
}

function unnamed(path: string): never {
  throw new Error(`${path} names nothing that exists here`)
}

function pathOf({ path }: Operation): fc.Arbitrary<string> {
  const known = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => pathValues[name] ?? itemNames[path] ?? unnamed(path),
  )
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(known) },
    {
      weight: 1,
      arbitrary: text.map((name) => {
        const segment = encodeURIComponent(name.toWellFormed()).replaceAll('.', '%2e') || 'x'
        return path.replaceAll(/\{\w+\}/g, segment)
      }),
    },
  )
}

function queryOf({ query }: Operation): fc.Arbitrary<string> {
  const value = fc.oneof(
    text,
    fc.constantFrom('1', 'true', 'csv', 'diff', 'a=b', '!a', '2026-01-01', 'WzEsMF0'),
  )
  const names = [...Object.keys(query.shape), 'x']
  return fc
    .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 2 })
    .map((pairs) =>
      pairs.map(([name, part]) => `${name}=${encodeURIComponent(part.toWellFormed())}`).join('&'),
    )
}

const headerText = fc.oneof(
  fc.constantFrom('*', '"1"', 'W/"1"', '"', '', '%', '%00', 'k', 'x'.repeat(300)),
  fc.string(),
)
const headersOf = ({ headers }: Operation) =>
  fc
    .array(fc.tuple(fc.constantFrom(...headers, 'Accept', 'If-None-Match'), headerText), {
      maxLength: 2,
    })
    .map((pairs) => ({ 'If-Match': '*', ...Object.fromEntries(pairs) }))

describe('whatever is sent', () => {
  it.each(operations)('$id never fails on our side', async (operation) => {
    const { method, body } = operation
    const valid = validBody(operation)
    // Only a cluster may notify, and write metrics.
    const isOfCluster = ['notifyOfApplication', 'writeMetrics'].includes(operation.id)
    const token = isOfCluster ? await api.token('reader', { cluster: cluster.name }) : undefined
    const payload = body
      ? fc.oneof(
          { weight: 4, arbitrary: mutated(valid).map((value) => JSON.stringify(value)) },
          { weight: 1, arbitrary: anyJson.map((value) => JSON.stringify(value)) },
          { weight: 1, arbitrary: text },
        )
      : fc.constant(undefined)
    const type = body ? fc.constantFrom(...body.types) : fc.constant('application/json')
    await fc.assert(
      fc.asyncProperty(
        pathOf(operation),
        queryOf(operation),
        headersOf(operation),
        payload,
        type,
        async (path, query, headers, sent, contentType) => {
          // Deletions are only tried, so that there is something left to edit.
          const dryRun = method === 'DELETE' ? 'dryRun=true&' : ''
          const answer = await api.call(`${path}?${dryRun}${query}`, {
            method,
            ...(isOfCluster && { token }),
            text: sent,
            headers: { ...headers, ...(sent !== undefined && { 'content-type': contentType }) },
          })
          expect(answer.status).toBeLessThan(500)
        },
      ),
      { numRuns },
    )
  })
})

describe('whatever stands in a list of Applications', () => {
  it('never fails on our side', async () => {
    const list = mutated(listOf(argoApplication(), argoApplication({ name: 'berth' })))
    await fc.assert(
      fc.asyncProperty(list, async (body) => {
        const path = `/clusters/${cluster.name}/report`
        expect((await api.call(path, { method: 'PUT', body })).status).toBeLessThan(500)
      }),
      { numRuns: numRuns * 4 },
    )
  })
})

describe('whatever stands in Authorization', () => {
  it('is answered with 401', async () => {
    const credentials = fc.oneof(
      fc.string(),
      fc.string().map((token) => `Bearer ${token}`),
    )
    await fc.assert(
      fc.asyncProperty(credentials, async (authorization) => {
        const answer = await api.call('/clusters', { token: null, headers: { authorization } })
        expect(answer.status).toBe(401)
      }),
      { numRuns: numRuns * 4 },
    )
  })
})
