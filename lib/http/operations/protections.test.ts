// Protected environments, as every write meets them.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  application,
  documentOf,
  environment,
  policy,
  registrationToken,
  team,
} from '#lib/http/testing/bodies.ts'
import { signedInCookie, signInSettings } from '#lib/http/testing/signed-in.ts'
import { askForMore } from '#lib/http/testing/team-requests.ts'
import { KINDS, kinds } from '#lib/domain/objects/kinds.ts'
import { operations } from './operations.ts'

const ANY = { 'if-match': '*' }
const SITE = { 'sec-fetch-site': 'same-origin', origin: 'https://berth.example.com' }
const APPLICATION = '/applications/ieb/app1'
const POLICY = '/target-policies/everywhere'
const REASON = { 'berth-reason': 'The%20store%20is%20down' }

const everywhere = { ...policy, name: 'everywhere', app_selector: '*', cluster_selector: '!off' }
const site = (name: string) => ({
  name,
  environment: name.startsWith('p') ? 'production' : 'staging',
})
const zones = {
  name: 'zones',
  app_selector: '*',
  cluster_selector: '*',
  schema: { type: 'object', properties: { zone: { type: 'string' } } },
}
const zone = { name: 'zone', app_selector: '*', cluster_selector: '*', values: { zone: 'a' } }
const zoneB = { values: { zone: 'b' } }
const withDefault = {
  schema: { type: 'object', properties: { zone: { type: 'string' }, size: { default: 1 } } },
}
const people = { ...team, groups: [{ id: 'ieb-people', role: 'contributor' }] }

async function createProtected(): Promise<TestApi> {
  const api = await createTestApi(signInSettings)
  const documents = [
    documentOf('team', people),
    documentOf('application', application),
    documentOf('target-policy', everywhere),
    documentOf('config-schema', zones),
    documentOf('config', zone),
    ...['p1', 'p2', 's1'].map((name) => documentOf('cluster', site(name))),
  ]
  expect((await api.call('/apply', { body: documents })).status).toBe(200)
  await protect(api)
  return api
}

const protect = async (on: TestApi) =>
  expect((await on.call('/environments', { body: environment })).status).toBe(201)

const release = (on: TestApi, branch: string, { query = '', headers = {}, ...call }: Sent = {}) =>
  on.call(`${APPLICATION}${query}`, {
    method: 'PATCH',
    body: { repo_branch: branch },
    headers: { ...ANY, ...headers },
    ...call,
  })
type Sent = Call & { readonly query?: string }

/** A contributor of the team with further groups, who calls from the portal. */
async function personIn(on: TestApi, ...groups: readonly string[]): Promise<Call> {
  const person = { name: groups.join(' ') || 'nobody', groups: ['ieb-people', ...groups] }
  const cookie = await signedInCookie(on.services, person)
  return { token: null, headers: { ...SITE, cookie } }
}

const isRefused = { status: 403, json: { code: 'environment_protected' } }

describe('a write that moves a placement in a protected environment', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createProtected()
  })

  it('is kept for deployers and overriders, and refused for everybody else', async () => {
    expect(await release(api, 'v1', await personIn(api))).toMatchObject(isRefused)
    expect((await release(api, 'v1', await personIn(api, 'deployers'))).status).toBe(200)
    expect((await release(api, 'v2', await personIn(api, 'overriders'))).status).toBe(200)
    expect(await release(api, 'v3')).toMatchObject(isRefused)
  })

  it('is foretold by its preview, with what moves in each environment', async () => {
    const { status, json } = await release(api, 'v4', { query: '?dryRun=true' })
    expect(status).toBe(200)
    expect(json.environments).toEqual({
      production: { added: 0, removed: 0, changed: 2 },
      staging: { added: 0, removed: 0, changed: 1 },
    })
    const stop = { code: 'environment_protected', name: 'production', mayOverride: true }
    expect(json.stops).toMatchObject([stop])
    const refused = await release(api, 'v4')
    const whoMay =
      'The deployers and overriders of production (deployers, overriders) may do this, and admins with a reason.'
    expect(json.stops[0].whoMay).toBe(whoMay)
    expect(refused.json.detail).toBe(`${json.stops[0].message} ${whoMay}`)
    expect(refused.json.impact.stops).toEqual(json.stops)
  })

  it('is refused after 412 and a missing reason, and before anything that is confirmed', async () => {
    const old = { 'berth-impact': 'old' }
    const stale = { headers: { 'if-match': '"1"', ...old } }
    expect((await release(api, 'v5', stale)).status).toBe(412)
    const short = { query: '?override=true', headers: { 'berth-reason': 'short', ...old } }
    expect(await release(api, 'v5', short)).toMatchObject({
      status: 422,
      json: { code: 'reason_required' },
    })
    expect(await release(api, 'v5', { headers: old })).toMatchObject(isRefused)
    const overridden = { query: '?override=true', headers: { ...REASON, ...old } }
    expect((await release(api, 'v5', overridden)).json.code).toBe('impact_changed')
  })

  it('is kept when an admin overrides it, with a mark in the history and an event of its own', async () => {
    const { headers } = await release(api, 'v6', { query: '?override=true', headers: REASON })
    const id = headers.get('berth-change')
    const change = await api.call(`/changes/${id}`)
    expect(change.json.impact.overrides).toEqual([
      { code: 'environment_protected', name: 'production' },
    ])
    const audit = await api.call('/audit?action=override')
    expect(audit.json.items).toMatchObject([
      { action: 'override', object: 'environment/production', change: Number(id) },
    ])
  })

  it('is not overridden by a deployer of another environment', async () => {
    const call = await personIn(api, 'others')
    const headers = { ...call.headers, ...REASON }
    const answer = await release(api, 'v7', { ...call, headers, query: '?override=true' })
    expect(answer).toMatchObject(isRefused)
  })

  it('is held to the protection that it takes away', async () => {
    const { metadata: _, namespace, ...spec } = application
    const body = [
      documentOf('environment', { ...environment, protected: false }),
      documentOf('application', {
        ...spec,
        namespace,
        metadata: { gpu: 'false' },
        repo_branch: 'v8',
      }),
    ]
    expect(await api.call('/apply', { body })).toMatchObject(isRefused)
  })

  it('is free where nothing moves there', async () => {
    expect((await api.call('/clusters/s1', { method: 'DELETE', headers: ANY })).status).toBe(204)
    const body = { description: 'x' }
    const answer = await api.call(APPLICATION, { method: 'PATCH', body, headers: ANY })
    expect(answer.status).toBe(200)
    expect(answer.json.stops).toBeUndefined()
  })
})

describe('while a freeze holds, a write that moves a placement in its scope', () => {
  let api: TestApi
  beforeEach(async () => {
    api = await createProtected()
    const answer = await api.call('/environments/production', { method: 'DELETE', headers: ANY })
    expect(answer.status).toBe(204)
  })

  const PAST = '2001-01-01T00:00:00.000Z'
  const END = '2099-01-02T08:00:00.000Z'
  const stop = (fields: object = {}) => freezeIn(api, { environments: ['production'], ...fields })
  const isFrozen = { status: 409, json: { code: 'frozen' } }

  it('is refused with the freeze, its end, who set it and why, as its preview says', async () => {
    await stop({ from: PAST, to: END })
    const preview = await release(api, 'v1', { query: '?dryRun=true' })
    expect(preview.json.stops).toEqual([
      {
        code: 'frozen',
        name: 'now',
        by: 'test admin',
        until: END,
        description: 'Counting the till',
        message:
          'Freeze `now`, set by test admin, holds until 2099-01-02 08:00 UTC. Counting the till',
        mayOverride: true,
        whoMay: 'Admins may do this with a reason.',
      },
    ])
    const refused = await release(api, 'v1')
    expect(refused).toMatchObject({ ...isFrozen, json: { stop: preview.json.stops[0] } })
  })

  it('is refused until it is lifted, and kept from then on', async () => {
    await stop()
    expect((await release(api, 'v1')).json).toMatchObject({ code: 'frozen', stop: { until: null } })
    expect((await remove(api, '/freezes/now')).status).toBe(204)
    expect((await release(api, 'v1')).status).toBe(200)
  })

  it.each([
    ['elsewhere', { environments: ['staging-2'] }],
    ['of another team', { namespaces: ['other'] }],
    ['of other applications', { app_selector: { gpu: 'true' } }],
    ['that is over', { from: PAST, to: '2001-01-02T00:00:00.000Z' }],
    ['that is to come', { from: END }],
  ])('is kept under a freeze %s', async (_, fields) => {
    await api.call('/teams', { body: { name: 'other' } })
    await stop(fields)
    expect((await release(api, 'v1')).status).toBe(200)
  })

  it('meets freezes by what its applications were, too', async () => {
    await stop({ app_selector: { common: 'true' } })
    const out = { metadata: { common: 'false' }, repo_branch: 'v1' }
    expect(await patch(api, APPLICATION, out)).toMatchObject(isFrozen)
  })

  it('can be taken back and rolled back, unless the freeze says otherwise', async () => {
    const { headers } = await release(api, 'v1')
    const id = headers.get('berth-change')
    await stop({ allow_rollback: false })
    const undo = () => api.call(`/changes/${id}/revert`, { method: 'POST' })
    expect(await undo()).toMatchObject(isFrozen)
    expect((await patch(api, '/freezes/now', { allow_rollback: true })).status).toBe(200)
    expect((await undo()).status).toBe(200)
  })

  it('is kept when an overrider of every environment that it meets overrides it', async () => {
    await api.call('/environments', { body: { ...environment, protected: false } })
    await stop()
    const by = async (group: string) => {
      const call = await personIn(api, group)
      const headers = { ...call.headers, ...REASON }
      return release(api, 'v1', { ...call, headers, query: '?override=true' })
    }
    expect(await by('deployers')).toMatchObject(isFrozen)
    const { status, headers } = await by('overriders')
    expect(status).toBe(200)
    const { json } = await api.call('/audit?action=override')
    const change = Number(headers.get('berth-change'))
    expect(json.items).toMatchObject([{ object: 'freeze/now', change }])
  })

  it('is refused with the overriders of every environment that it meets, as people call their groups', async () => {
    const describe = (name: string, group: string) =>
      api.call('/environments', {
        body: { name, overriders: [{ id: group }] },
      })
    const described = {
      source: 'group',
      value: 'lead-ids',
      role: 'reader',
      description: 'Store leads',
    }
    expect((await api.call('/role-grants', { body: described })).status).toBe(201)
    await describe('production', 'on-call')
    await stop()
    const toldBy = async () => (await release(api, 'v1')).json
    const one = 'Admins and the overriders of production (on-call) may do this with a reason.'
    expect((await toldBy()).stop.whoMay).toBe(one)
    expect((await toldBy()).detail).toContain(`Counting the till ${one}`)
    await patch(api, '/freezes/now', { environments: '*' })
    expect((await toldBy()).stop.whoMay).toBe('Admins may do this with a reason.')
    await describe('staging', 'lead-ids')
    expect((await toldBy()).stop.whoMay).toBe(
      'Admins and the overriders of all of production (on-call), staging (Store leads) may do this with a reason.',
    )
  })

  it('is refused without the names of groups to a program that may not read environments', async () => {
    await api.call('/environments', { body: environment })
    const { json } = await MOVING['registerCluster']!(api)
    expect(json.stop.whoMay).toBe(
      'The deployers and overriders of production may do this, and admins with a reason.',
    )
  })

  it('is told from the list whether it holds, now and then', async () => {
    await stop({ from: PAST, to: END })
    const [now] = (await api.call('/freezes')).json.items
    expect(now.status).toMatchObject({ active: true, until: END })
    expect((await api.call('/freezes/now')).json.status).toMatchObject({ active: true, until: END })
  })

  it('is found by the environment that it is about, and sorted and counted among those', async () => {
    await stop({ environments: ['production', 'qa'] })
    for (const [name, environments] of [
      ['all', '*'],
      ['other', ['qa']],
    ] as const) {
      expect((await api.call('/freezes', { body: { name, environments } })).status).toBe(201)
    }
    expect(await freezesBy(api, 'environment=production')).toEqual([['all', 'now'], 2])
    expect(await freezesBy(api, 'environment=qa&sort=-name')).toEqual([['other', 'now', 'all'], 3])
    expect(await freezesBy(api, 'environment=nowhere')).toEqual([['all'], 1])
    const before = '2020-01-01T00:00:00Z'
    expect(await freezesBy(api, `environment=production&at=${before}`)).toEqual([[], 0])
  })

  it('is kept although it is over, or of no environment that there is, with a warning of each', async () => {
    const over = {
      name: 'past',
      environments: ['producton'],
      to: PAST,
    }
    const seen = await api.call('/freezes?dryRun=true', { body: over })
    const codes = seen.json.warnings.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(['freeze_over', 'environment_unknown'])
    expect((await api.call('/freezes', { body: over })).status).toBe(201)
    const lasting = await api.call('/freezes?dryRun=true', {
      body: { ...over, name: 'lasting', to: END, environments: '*' },
    })
    expect(lasting.json.warnings).toEqual([])
  })

  it('is stopped by the team’s contributors for their own team alone', async () => {
    const token = await api.token('contributor', { team: 'ieb' })
    const body = { name: 'ours', environments: '*', namespaces: ['ieb'] }
    expect((await api.call('/freezes', { token, body })).status).toBe(201)
    for (const namespaces of [[], ['ieb', 'nobody']]) {
      const wider = { ...body, name: 'wider', namespaces }
      expect((await api.call('/freezes', { token, body: wider })).status).toBe(403)
    }
    const theirs = { ...body, name: 'theirs', namespaces: ['other'] }
    expect((await api.call('/freezes', { token, body: theirs })).status).toBe(404)
    const nobodys = { ...body, name: 'wider', namespaces: ['ieb', 'nobody'] }
    expect((await api.call('/freezes', { body: nobodys })).json.errors).toMatchObject([
      { code: 'team_unknown', pointer: '/namespaces/1' },
    ])
    expect(await release(api, 'v1')).toMatchObject(isFrozen)
  })
})

const freezesBy = async (on: TestApi, query: string) => {
  const { items, total } = (await on.call(`/freezes?${query}`)).json
  return [items.map(({ name }: { name: string }) => name), total]
}

async function freezeIn(on: TestApi, fields: object): Promise<void> {
  const body = { name: 'now', description: 'Counting the till', ...fields }
  const answer = await on.call('/freezes', { body })
  expect(answer.status, answer.text).toBe(201)
}

/** Of each write that can move a placement: one that does, in production. */
const MOVING: Readonly<Record<string, (api: TestApi) => Promise<Answer>>> = {
  replaceTeam: (api) => put(api, '/teams/ieb', { ...people, cluster_boundary: { name: 's1' } }),
  patchTeam: (api) => patch(api, '/teams/ieb', { cluster_boundary: { name: 's1' } }),
  createCluster: (api) => api.call('/clusters', { body: site('p3') }),
  replaceCluster: (api) => put(api, '/clusters/p1', { ...site('p1'), metadata: { off: 'true' } }),
  patchCluster: (api) => patch(api, '/clusters/p1', { metadata: { off: 'true' } }),
  deleteCluster: (api) => remove(api, '/clusters/p1'),
  createApplication: (api) => api.call('/applications', { body: { ...application, name: 'app2' } }),
  replaceApplication: (api) => put(api, APPLICATION, { ...application, repo_branch: 'v2' }),
  patchApplication: (api) => patch(api, APPLICATION, { repo_branch: 'v2' }),
  deleteApplication: (api) => remove(api, APPLICATION),
  createTargetPolicy: (api) =>
    api.call('/target-policies', { body: { ...everywhere, name: 'none', effect: 'exclude' } }),
  replaceTargetPolicy: (api) => put(api, POLICY, { ...everywhere, suspended: true }),
  patchTargetPolicy: (api) => patch(api, POLICY, { suspended: true }),
  deleteTargetPolicy: (api) => remove(api, POLICY),
  createConfig: (api) =>
    api.call('/configs', { body: { ...zone, name: 'other', priority: 200, ...zoneB } }),
  replaceConfig: (api) => put(api, '/configs/zone', { ...zone, ...zoneB }),
  patchConfig: (api) => patch(api, '/configs/zone', zoneB),
  deleteConfig: (api) => remove(api, '/configs/zone'),
  createConfigSchema: (api) =>
    api.call('/config-schemas', { body: { ...zones, name: 'sizes', ...withDefault } }),
  replaceConfigSchema: (api) => put(api, '/config-schemas/zones', { ...zones, ...withDefault }),
  patchConfigSchema: (api) => patch(api, '/config-schemas/zones', { suspended: true }),
  deleteConfigSchema: (api) => remove(api, '/config-schemas/zones'),
  apply: (api) => api.call('/apply', { body: [documentOf('cluster', site('p3'))] }),
  bulkEdit: (api) =>
    api.call('/bulk', {
      body: { kind: 'TargetPolicy', objects: [{ name: 'everywhere' }], delete: true },
    }),
  revertChange: async (api) => {
    const { headers } = await release(api, 'v2', { query: '?override=true', headers: REASON })
    return api.call(`/changes/${headers.get('berth-change')}/revert`, { method: 'POST' })
  },
  rollBackApplication: async (api) => {
    const { headers } = await release(api, 'v2', { query: '?override=true', headers: REASON })
    const change = Number(headers.get('berth-change')) - 1
    const body = { to: { change } }
    return api.call(`${APPLICATION}/rollback`, { method: 'POST', body, headers: ANY })
  },
  approveTeamRequest: async (api) => {
    const limited = { cluster_boundary: { name: 's1' } }
    const overridden = { body: limited, headers: { ...ANY, ...REASON } }
    await api.call('/teams/ieb?override=true', { method: 'PATCH', ...overridden })
    const { id } = await askForMore(api)
    const body = { team: people, reason: 'Welcome' }
    return api.call(`/team-requests/${id}/approve`, { method: 'POST', body, headers: ANY })
  },
  registerCluster: async (api) => {
    const token = { ...registrationToken, environment: 'production', placements_max: 9 }
    await api.call('/registration-tokens', { body: token })
    const path = `/registration-tokens/${token.name}/secret`
    const { json } = await api.call(path, { method: 'POST' })
    return api.call('/clusters/register', { token: json.secret, body: { name: 'store-1' } })
  },
}

/**
 * Clearing a folder needs a cluster that moved in Git: `lib/worker/clear-branch.test.ts`. New teams own nothing yet, and who owns
 * something can't be deleted. Rollouts need an application that follows versions: `rollouts.test.ts`. So do holds, and one that
 * begins moves nothing: `lib/worker/holds.test.ts`. Decisions need a scheduler: `decisions.test.ts`.
 */
const ELSEWHERE = [
  'abortRollout',
  'answerDecision',
  'clearClusterBranch',
  'createTeam',
  'deleteHold',
  'deleteTeam',
  'putHold',
  'resumeRollout',
  'rollBackRollout',
  'startRollout',
]

const put = (api: TestApi, path: string, body: unknown) =>
  api.call(path, { method: 'PUT', body, headers: ANY })
const patch = (api: TestApi, path: string, body: unknown) =>
  api.call(path, { method: 'PATCH', body, headers: ANY })
const remove = (api: TestApi, path: string) => api.call(path, { method: 'DELETE', headers: ANY })

describe('without a deployer, what moves a placement in a protected environment is refused', () => {
  let api: TestApi
  beforeEach(async () => {
    api = await createProtected()
  })

  it.each(Object.entries(MOVING))('%s', async (_, send) => {
    const answer = await send(api)
    expect(answer.json, answer.text).toMatchObject(isRefused.json)
    expect(answer.status).toBe(403)
  })
})

it('there is no other write of objects that can move a placement', () => {
  const idle = KINDS.filter((kind) => !kinds[kind].placing || kind === 'registration-token')
  const ofIdleKinds = new Set(
    idle.flatMap((kind) =>
      ['create', 'replace', 'patch', 'delete'].map((verb) => `${verb}${kinds[kind].type}`),
    ),
  )
  const writing = operations.filter(({ query }) => query && 'override' in query.shape)
  const moving = writing.map(({ id }) => id).filter((id) => !ofIdleKinds.has(id))
  expect([...moving, 'registerCluster'].sort()).toEqual(
    [...Object.keys(MOVING), ...ELSEWHERE].sort(),
  )
})
