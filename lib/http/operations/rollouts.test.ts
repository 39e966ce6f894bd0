// What people may do with rollouts, and when they are refused.
import { inTenant } from '#db/client.ts'
import { findRollout } from '#db/queries/rollouts.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  act,
  announce,
  commitOf,
  followVersions,
  MANAGERS,
  personIn,
  rollOut,
  rollout,
  saveEnvironments,
  step,
} from '#lib/http/testing/rollouts.ts'
import { signInSettings } from '#lib/http/testing/signed-in.ts'
import { application, cluster, save } from '#lib/worker/testing/fleets.ts'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi(signInSettings)
  await saveEnvironments(api)
  await followVersions(api)
  await announce(api, '1')
})

const start = async (
  ...[environment, version, options]: [string, string, Parameters<typeof rollOut>[3]?]
) => rollOut(api, environment, version, options)
async function started(...args: Parameters<typeof start>): Promise<number> {
  const answer = await start(...args)
  expect(answer.status, answer.text).toBe(201)
  return answer.json.id
}
const warningsOf = async (version: string) =>
  (await start('qa', version, { query: '?dryRun=true' })).json.warnings
const said = ({ status, json }: Answer) => ({ status, code: json.code })
const qaAgain = async (body: object) => save(api, 'PATCH', '/environments/qa', body)
const audited = async (action: string) =>
  (await api.call(`/audit?action=${action}&result=accepted`)).json.items.map(
    ({ object, change, result }: Answer['json']) => ({ object, change, result }),
  )

/** A rollout to qa that waits for an approval of the managers before it goes anywhere. */
async function waiting(more: object = {}): Promise<number> {
  const approvals = { count: 1, groups: [{ id: MANAGERS }], ...more }
  await qaAgain({ waves: [{ name: 'rest', before: { approvals } }] })
  return started('qa', 'v1', await personIn(api, 'bob', MANAGERS))
}

async function answerAs(
  name: string,
  id: number,
  more: { groups?: string[]; decision?: string; digest?: string | null; reason?: string } = {},
): Promise<Answer> {
  const { groups = [MANAGERS], decision = 'approve', reason = 'It looks good.' } = more
  const person = await personIn(api, name, ...groups)
  const { digest = (await rollout(api, id)).waves[0].digest } = more
  const headers = { ...person.headers, ...(digest !== null && { 'berth-impact': digest }) }
  const body = { wave: 1, decision, reason }
  return api.call(`/rollouts/${id}/approvals`, { ...person, headers, body })
}

describe('starting a rollout', () => {
  it('answers where it is, and keeps nothing when it is tried', async () => {
    const tried = await start('qa', 'v1', { query: '?dryRun=true' })
    expect(tried.status).toBe(200)
    expect((await api.call('/rollouts')).json.total).toBe(0)
    const answer = await start('qa', 'v1')
    expect(answer).toMatchObject({ status: 201, json: { id: 1, seq: 1, state: 'running' } })
    expect(answer.headers.get('location')).toBe('/api/v1/rollouts/1')
    expect(answer.headers.get('etag')).toBe('"1"')
    expect(answer.json.digest).toBe(tried.json.digest)
    expect(await audited('rollouts.start')).toEqual([
      { object: 'rollout/1', change: null, result: 'accepted' },
    ])
  })

  it('shows the diff of one of its waves, page by page', async () => {
    const more = Array.from({ length: 60 }, (_, index) => cluster(`r${index}`, 'east', 'qa'))
    for (const each of more) await save(api, 'POST', '/clusters', each)
    const shown = async (query: string) =>
      start('qa', 'v1', { query: `?dryRun=true&include=diff${query}` })
    const [canary] = (await shown('')).json.diff
    expect(canary.patch).toContain(`+    targetRevision: "${commitOf('1')}"`)
    const first = (await shown('&wave=2')).json
    expect(first.diff).toHaveLength(50)
    const rest = (await shown(`&wave=2&continue=${first.continue}`)).json
    expect(rest.continue).toBe(null)
    const paths = [...first.diff, ...rest.diff].map(({ path }: { path: string }) => path)
    expect(new Set(paths).size).toBe(first.waves[1].files.modified)
    expect(paths).not.toContain(canary.path)
    expect(said(await shown('&wave=3'))).toEqual({ status: 422, code: 'unknown_wave' })
    expect((await start('qa', 'v1', { query: '?dryRun=true' })).json).not.toHaveProperty('diff')
  })

  it('names the clusters of each wave, and what they have before it', async () => {
    const first = await started('qa', 'v1')
    await step(api, first)
    await announce(api, '2')
    const tried = await start('qa', 'v2', { query: '?dryRun=true&supersede=true' })
    const v1 = { number: 1, name: 'v1', commit: commitOf('1') }
    const [canary, rest] = tried.json.waves
    expect(tried.json).toMatchObject({ revision: commitOf('2'), stops: [] })
    const names = new Set([...canary.names, ...rest.names])
    expect(names).toEqual(new Set(['q1', 'q2', 'q3', 'q4']))
    expect(canary).toMatchObject({ clusters: 1, from: [{ version: v1, clusters: 1 }] })
    expect(rest).toMatchObject({ clusters: 3, from: [{ version: null, clusters: 3 }] })
  })

  it('warns that others need a newer version, once it is to be an older one', async () => {
    await announce(api, '2')
    const needs = { namespace: 'ieb', application: 'app1', min_version: 'v2' }
    await save(api, 'POST', '/applications', application('app2', { depends_on: [needs] }))
    const message =
      '1 application needs a newer version of ieb/app1 on 4 clusters, and gets nothing new there with this one.'
    expect(await warningsOf('v1')).toEqual([{ code: 'newer_needed', message }])
    expect(await warningsOf('v2')).toEqual([])
  })

  it('says whether whoever asks may override what stops it', async () => {
    await save(api, 'PATCH', '/environments/prod', { overriders: [{ id: 'on-call' }] })
    const stopsFor = async (...groups: string[]) => {
      const person = await personIn(api, 'eve', ...groups)
      const tried = await start('prod', 'v1', { ...person, query: '?dryRun=true' })
      return tried.json.stops.map(({ code, mayOverride }: Answer['json']) => ({
        code,
        mayOverride,
      }))
    }
    expect(await stopsFor()).toEqual([{ code: 'not_eligible', mayOverride: false }])
    expect(await stopsFor('on-call')).toEqual([{ code: 'not_eligible', mayOverride: true }])
    const refused = await start('prod', 'v1', await personIn(api, 'eve'))
    expect(refused.json.detail).toContain(
      'Admins and the overriders of prod (on-call) may do this with a reason.',
    )
  })

  it('takes a version by number, by name and by commit', async () => {
    for (const version of ['1', 'v1', commitOf('1'), commitOf('1').slice(0, 7)]) {
      const tried = await start('qa', version, { query: '?dryRun=true' })
      expect(tried.json.version).toMatchObject({ number: 1 })
    }
  })

  it('with the same idempotency key starts one', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await start('qa', 'v1', { headers })
    const again = await start('qa', 'v1', { headers })
    expect(again).toMatchObject({ status: 201, json: { id: first.json.id } })
    expect((await api.call('/rollouts')).json.total).toBe(1)
  })

  it('is refused for what isn’t there', async () => {
    expect(said(await start('qa', 'v9'))).toEqual({ status: 422, code: 'unknown_version' })
    expect(said(await start('nowhere', 'v1'))).toEqual({ status: 422, code: 'unknown_environment' })
    const body = { namespace: 'ieb', application: 'absent', environment: 'qa', version: 1 }
    expect((await api.call('/rollouts', { body })).status).toBe(404)
    const unknown = { ...body, application: 'app1', wave: 1 }
    expect((await api.call('/rollouts', { body: unknown })).json.code).toBe('unknown_field')
  })

  it('is refused of the version of another application, and of an application of another team', async () => {
    await save(api, 'POST', '/teams', { name: 'other' })
    const theirs = application('app2', { namespace: 'other', follow: 'versions' })
    await save(api, 'POST', '/applications', theirs)
    const body = { commit: commitOf('2'), name: 'v2' }
    expect((await api.call('/applications/other/app2/versions', { body })).status).toBe(201)
    const stranger = await api.token('contributor', { team: 'other' })
    for (const version of ['v2', commitOf('2')]) {
      expect(said(await start('qa', version))).toEqual({ status: 422, code: 'unknown_version' })
    }
    expect((await start('qa', 'v1', { token: stranger })).status).toBe(404)
  })

  it('is refused of a version whose repository its team may no longer use', async () => {
    const { repo_url: own } = (await api.call('/applications/ieb/app1')).json
    const other = 'https://git.example.com/ieb/other.git'
    await save(api, 'PATCH', '/applications/ieb/app1', { repo_url: other })
    await save(api, 'PATCH', '/teams/ieb', { source_repos: [other] })
    const refused = { status: 403, code: 'repo_not_entitled' }
    expect(said(await start('qa', 'v1'))).toEqual(refused)
    expect(said(await start('qa', 'v1', { query: '?dryRun=true' }))).toEqual(refused)
    await save(api, 'PATCH', '/teams/ieb', { source_repos: [other, own] })
    expect((await start('qa', 'v1')).status).toBe(201)
  })

  it('twice at once, is one rollout', async () => {
    const both = await Promise.all([start('qa', 'v1'), start('qa', 'v1')])
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409'])
    expect((await api.call('/rollouts')).json.total).toBe(1)
  })

  it('foretells nothing of a wave that is skipped', async () => {
    const approvals = { count: 1, groups: [{ id: MANAGERS }] }
    const nowhere = { name: 'none', clusters: 'region=nowhere', before: { approvals } }
    const canary = { name: 'canary', size: 1, after: { soak: '1h' } }
    const waves = [canary, { ...nowhere, after: { soak: '2h' } }, { name: 'rest' }]
    await qaAgain({ waves })
    const tried = await start('qa', 'v1', { query: '?dryRun=true' })
    expect(tried.json.waves).toMatchObject([
      { clusters: 1, waiting_for: [] },
      { clusters: 0, waiting_for: [] },
      {
        clusters: 3,
        waiting_for: [
          { code: 'health', text: 'Enough clusters of wave canary are healthy.' },
          { code: 'soak', text: 'Wave canary has been healthy for 1h.' },
        ],
      },
    ])
  })

  it('goes in waves of its own where the environment lets teams', async () => {
    const of = { namespace: 'ieb', application: 'app1', environment: 'qa', version: 'v1' }
    const inWaves = async (...waves: object[]) => api.call('/rollouts', { body: { ...of, waves } })
    expect(said(await inWaves())).toEqual({ status: 422, code: 'waves_not_allowed' })
    await qaAgain({ team_waves: true })
    const [half, none] = ['50%', '0%'].map((size) => ({ name: 'half', size }))
    for (const waves of [[none!], [half!, half!]]) {
      expect((await inWaves(...waves)).json.errors[0].code).toBe('bad_wave')
    }
    const named = await inWaves({ name: 'early', target: 'No name' })
    expect(named.json.errors).toMatchObject([{ pointer: '/waves/0/target', code: 'name_format' }])
    const early = { ...of, waves: [{ name: 'early', target: 'early' }] }
    const tried = await api.call('/rollouts?dryRun=true', { body: early })
    expect(tried.json.warnings).toMatchObject([{ code: 'no_target' }])
    const answer = await inWaves(half!)
    expect(answer.json.waves).toMatchObject([
      { name: 'half', clusters: 2 },
      { name: 'rest', clusters: null },
    ])
  })

  it('is refused while another is under way, unless it ends that', async () => {
    const first = await started('qa', 'v1')
    expect(said(await start('qa', 'v1'))).toEqual({ status: 409, code: 'rollout_running' })
    const tried = await start('qa', 'v1', { query: '?dryRun=true' })
    expect(tried.json.warnings).toMatchObject([{ code: 'rollout_running' }])
    const headers = { 'berth-reason': 'It%20hangs' }
    await started('qa', 'v1', { query: '?supersede=true', headers })
    expect(await rollout(api, first)).toMatchObject({
      state: 'superseded',
      superseded_by: first + 1,
    })
    expect(await audited('rollouts.supersede')).toMatchObject([{ object: `rollout/${first}` }])
    const { items } = (await api.call(`/rollouts/${first}/events`)).json
    expect(items.at(-1)).toMatchObject({ code: 'superseded', reason: 'It hangs' })
  })

  it('is refused when it would do something else than was seen', async () => {
    const { digest } = (await start('qa', 'v1', { query: '?dryRun=true' })).json
    await save(api, 'POST', '/clusters', cluster('q5', 'east', 'qa'))
    const headers = { 'berth-impact': digest }
    expect(said(await start('qa', 'v1', { headers }))).toEqual({
      status: 409,
      code: 'plan_changed',
    })
  })

  it('to an environment before whose turn it is needs an override of those who may, with a reason', async () => {
    expect(said(await start('prod', 'v1'))).toEqual({ status: 409, code: 'not_eligible' })
    const query = '?override=true'
    expect((await start('prod', 'v1', { query })).json.code).toBe('reason_required')
    const headers = { 'berth-reason': 'The%20store%20is%20down' }
    const bob = await personIn(api, 'bob')
    const asBob = { ...bob, query, headers: { ...bob.headers, ...headers } }
    expect((await start('prod', 'v1', asBob)).json.code).toBe('not_eligible')
    const id = await started('prod', 'v1', { query, headers })
    expect((await rollout(api, id)).waves[0].overridden).toEqual(['not_eligible'])
    expect(await audited('rollouts.override')).toMatchObject([{ object: `rollout/${id}` }])
  })

  it('needs an environment before it in which a cluster got the version', async () => {
    await save(api, 'POST', '/environments', { name: 'empty' })
    await save(api, 'PATCH', '/environments/prod', { after: ['empty'] })
    const id = await started('empty', 'v1')
    while ((await rollout(api, id)).state === 'running') await step(api, id)
    expect((await rollout(api, id)).state).toBe('completed')
    expect(said(await start('prod', 'v1'))).toEqual({ status: 409, code: 'not_eligible' })
  })

  it('where an environment names deployers is theirs', async () => {
    await qaAgain({ deployers: [{ id: 'deployers' }] })
    const refused = { status: 403, code: 'environment_protected' }
    expect(said(await start('qa', 'v1', await personIn(api, 'bob')))).toEqual(refused)
    const eve = await personIn(api, 'eve', 'deployers')
    const id = await started('qa', 'v1', eve)
    expect((await act(api, id, 'pause', await personIn(api, 'bob'))).status).toBe(200)
    expect(said(await act(api, id, 'resume', await personIn(api, 'bob')))).toEqual(refused)
    expect((await act(api, id, 'resume', eve)).status).toBe(200)
    // Whoever may not start one isn’t told first that another is under way.
    expect(said(await start('qa', 'v1', await personIn(api, 'bob')))).toEqual(refused)
    expect(said(await start('qa', 'v1', eve))).toEqual({ status: 409, code: 'rollout_running' })
  })

  it('of an application that follows its branch is refused, and so is to follow it during a rollout', async () => {
    const id = await started('qa', 'v1')
    const path = '/applications/ieb/app1'
    const headers = { 'if-match': '*' }
    const follow = { method: 'PATCH', body: { follow: 'branch' }, headers }
    expect((await api.call(path, follow)).json.code).toBe('rollout_running')
    expect((await api.call(path, { method: 'DELETE', headers })).json.code).toBe('rollout_running')
    const environment = await api.call('/environments/qa', { method: 'DELETE', headers })
    expect(said(environment)).toEqual({ status: 409, code: 'environment_in_use' })
    await act(api, id, 'abort')
    await save(api, 'PATCH', path, { follow: 'branch' })
    expect(said(await start('qa', 'v1'))).toEqual({ status: 409, code: 'follows_branch' })
  })

  it('of an older version remembers which ones may not follow by themselves', async () => {
    await announce(api, '2')
    await save(api, 'POST', '/clusters', cluster('s1', 'east', 'stage'))
    await step(api, await started('stage', 'v2'))
    const older = await started('stage', 'v1', { query: '?supersede=true' })
    const { database, tenant } = api
    const row = await inTenant(database, tenant.id, (tx) =>
      findRollout({ tx, tenant: tenant.id }, older),
    )
    expect(row?.autoAfter).toBe(2)
  })
})

async function eventsOf(id: number): Promise<Answer['json']> {
  return (await api.call(`/rollouts/${id}/events`)).json.items
}

describe('acting on a rollout', () => {
  it.each(['pause', 'abort', 'rollback'])(
    '%s needs the state that was seen, and a reason, and is refused once it is over',
    async (verb) => {
      const id = await started('qa', 'v1')
      const path = `/rollouts/${id}/${verb}`
      const headers = { 'berth-reason': 'Because' }
      const post = { method: 'POST' }
      expect((await api.call(path, { ...post, headers })).status).toBe(428)
      const stale = { ...headers, 'if-match': '"9"' }
      expect((await api.call(path, { ...post, headers: stale })).status).toBe(412)
      const silent = { 'if-match': '*' }
      expect((await api.call(path, { ...post, headers: silent })).json.code).toBe('reason_required')
      expect((await act(api, id, 'abort')).json.state).toBe('aborted')
      expect(said(await act(api, id, verb))).toEqual({ status: 409, code: 'rollout_over' })
    },
  )

  it.each(['pause', 'abort', 'rollback'])(
    '%s, sent again with its idempotency key, has one effect and one answer',
    async (verb) => {
      const id = await started('qa', 'v1')
      await step(api, id)
      const headers = { 'idempotency-key': 'once' }
      const first = await act(api, id, verb, { headers })
      expect(first.status, first.text).toBe(200)
      const events = await eventsOf(id)
      const again = await act(api, id, verb, { headers })
      expect(again).toMatchObject({ status: 200, json: first.json })
      for (const header of ['etag', 'berth-change']) {
        expect(again.headers.get(header)).toBe(first.headers.get(header))
      }
      expect(await eventsOf(id)).toEqual(events)
    },
  )

  it('resumes once with one idempotency key', async () => {
    const id = await started('qa', 'v1')
    const headers = { 'idempotency-key': 'once' }
    await act(api, id, 'pause')
    const resumed = await act(api, id, 'resume', { headers })
    expect(resumed.json.state).toBe('running')
    expect((await act(api, id, 'resume', { headers })).json).toEqual(resumed.json)
  })

  it('pauses once and resumes once', async () => {
    const id = await started('qa', 'v1')
    expect(said(await act(api, id, 'resume'))).toEqual({ status: 409, code: 'rollout_not_paused' })
    await act(api, id, 'pause')
    expect(said(await act(api, id, 'pause'))).toEqual({ status: 409, code: 'rollout_paused' })
    const tried = await act(api, id, 'resume', { query: '?dryRun=true' })
    expect(tried.json).toMatchObject({ clusters: 4, waves: [{ name: 'canary' }, { name: 'rest' }] })
    expect((await act(api, id, 'resume')).json).toMatchObject({ state: 'running', cause: null })
    expect(await audited('rollouts.pause')).toHaveLength(1)
    expect(await audited('rollouts.resume')).toHaveLength(1)
  })

  it('resumes where the gate of its next wave was passed', async () => {
    const id = await started('qa', 'v1')
    await step(api, id)
    await save(api, 'POST', '/environments', { name: 'first' })
    await qaAgain({ after: ['first'] })
    await act(api, id, 'pause')
    expect(said(await act(api, id, 'resume'))).toEqual({ status: 409, code: 'not_eligible' })
    const passed = await pass(id, '?confirmChanges=3', {}, { wave: 2, gates: ['not_eligible'] })
    expect(passed.status, passed.text).toBe(200)
    expect((await act(api, id, 'resume')).json).toMatchObject({ state: 'running' })
  })

  it('waits, and can’t be resumed, while its team may not use the repository of its version', async () => {
    const id = await started('qa', 'v1')
    await step(api, id)
    const { repo_url: own } = (await api.call('/applications/ieb/app1')).json
    const other = 'https://git.example.com/ieb/other.git'
    await save(api, 'PATCH', '/applications/ieb/app1', { repo_url: other })
    await save(api, 'PATCH', '/teams/ieb', { source_repos: [other] })
    const gone = { code: 'not_eligible', until: null }
    expect((await rollout(api, id)).waves[1].waiting_for).toMatchObject([gone])
    await act(api, id, 'pause')
    const refused = await act(api, id, 'resume')
    expect(said(refused)).toEqual({ status: 403, code: 'repo_not_entitled' })
    await save(api, 'PATCH', '/teams/ieb', { source_repos: [other, own] })
    expect((await act(api, id, 'resume')).status).toBe(200)
    expect((await rollout(api, id)).waves[1].waiting_for).toEqual([])
  })

  it('shows what a roll back would do before it does it', async () => {
    const id = await started('qa', 'v1')
    await step(api, id)
    const tried = await act(api, id, 'rollback', { query: '?dryRun=true' })
    expect(tried.json).toMatchObject({ placements: { changed: 1 }, files: { modified: 1 } })
    expect((await rollout(api, id)).state).toBe('running')
    const done = await act(api, id, 'rollback')
    const change = Number(done.headers.get('berth-change'))
    expect(await audited('rollouts.rollback')).toEqual([
      { object: `rollout/${id}`, change, result: 'accepted' },
    ])
  })

  it.each([false, true])(
    'is rolled back by admins who are no deployers with an override (protected: %s)',
    async (isProtected) => {
      await qaAgain({ deployers: [{ id: 'deployers' }] })
      const id = await started('qa', 'v1', await personIn(api, 'eve', 'deployers'))
      await step(api, id)
      await qaAgain({ protected: isProtected })
      const refused = { status: 403, code: 'environment_protected' }
      expect(said(await act(api, id, 'rollback'))).toEqual(refused)
      const query = '?override=true'
      const bob = await personIn(api, 'bob')
      expect(said(await act(api, id, 'rollback', { ...bob, query }))).toEqual(refused)
      const headers = { 'berth-reason': 'No' }
      const short = await act(api, id, 'rollback', { query, headers })
      expect(short.json.code).toBe('reason_required')
      expect((await act(api, id, 'rollback', { query })).json.state).toBe('rolled_back')
      expect(await audited('rollouts.override')).toMatchObject([{ object: `rollout/${id}` }])
    },
  )

  it('is aborted by admins who are no deployers with an override', async () => {
    await qaAgain({ deployers: [{ id: 'deployers' }] })
    const id = await started('qa', 'v1', await personIn(api, 'eve', 'deployers'))
    const refused = { status: 403, code: 'environment_protected' }
    expect(said(await act(api, id, 'abort'))).toEqual(refused)
    const query = '?override=true'
    expect(said(await act(api, id, 'abort', { ...(await personIn(api, 'bob')), query }))).toEqual(
      refused,
    )
    const short = await act(api, id, 'abort', { query, headers: { 'berth-reason': 'No' } })
    expect(short.json.code).toBe('reason_required')
    expect((await act(api, id, 'abort', { query })).json.state).toBe('aborted')
    expect(await audited('rollouts.override')).toMatchObject([{ object: `rollout/${id}` }])
  })

  it('takes no file from clusters that had nothing before', async () => {
    await save(api, 'POST', '/clusters', cluster('s1', 'east', 'stage'))
    const id = await started('stage', 'v1')
    await step(api, id)
    const tried = await act(api, id, 'rollback', { query: '?dryRun=true' })
    expect(tried.json).toMatchObject({
      placements: { removed: 0, changed: 0 },
      files: { removed: 0 },
      warnings: [{ code: 'nothing_before' }],
    })
    expect((await act(api, id, 'rollback')).json.state).toBe('rolled_back')
  })

  it('isn’t possible for whoever may not write the application, and others don’t find it', async () => {
    const id = await started('qa', 'v1')
    await save(api, 'POST', '/teams', { name: 'other' })
    const reader = await api.token('reader')
    const stranger = await api.token('contributor', { team: 'other' })
    expect((await act(api, id, 'pause', { token: reader })).status).toBe(403)
    expect((await act(api, id, 'pause', { token: stranger })).status).toBe(404)
    expect((await api.call(`/rollouts/${id}`, { token: stranger })).status).toBe(404)
    expect((await api.call('/rollouts', { token: stranger })).json.items).toEqual([])
    expect((await api.call('/rollouts', { token: reader })).json.items).toHaveLength(1)
  })
})

describe('approving a wave', () => {
  it('lets it go, by somebody else of a group that it names', async () => {
    const id = await waiting()
    await step(api, id)
    expect((await rollout(api, id)).waves[0].state).toBe('pending')
    expect((await answerAs('ann', id)).status).toBe(200)
    await step(api, id)
    expect((await rollout(api, id)).waves[0].state).toBe('released')
    expect(await audited('rollouts.approve')).toHaveLength(1)
  })

  it('is refused to the starter, to outsiders, to programs, twice, and for something else', async () => {
    const id = await waiting({ count: 2 })
    expect(said(await answerAs('bob', id))).toEqual({ status: 409, code: 'approval_own' })
    const outside = { status: 403, code: 'approval_not_named' }
    expect(said(await answerAs('ann', id, { groups: [] }))).toEqual(outside)
    const body = { wave: 1, decision: 'approve', reason: 'It looks good.' }
    expect(said(await api.call(`/rollouts/${id}/approvals`, { body }))).toEqual(outside)
    expect((await answerAs('ann', id, { digest: null })).json.code).toBe('required')
    expect((await answerAs('ann', id, { digest: 'old' })).json.code).toBe('plan_changed')
    expect((await answerAs('ann', id, { reason: 'ok' })).json.code).toBe('reason_required')
    expect((await answerAs('ann', id)).status).toBe(200)
    expect((await answerAs('ann', id)).json.code).toBe('approval_twice')
    expect((await answerAs('cat', id)).status).toBe(200)
    await step(api, id)
    expect((await answerAs('dan', id, { digest: 'old' })).json.code).toBe('approval_not_asked')
  })

  it('is refused to who is no longer in the group, and once the rollout is over', async () => {
    const id = await waiting({ count: 2 })
    const outside = { status: 403, code: 'approval_not_named' }
    expect((await answerAs('ann', id)).status).toBe(200)
    expect(said(await answerAs('cat', id, { groups: ['others'] }))).toEqual(outside)
    await act(api, id, 'abort')
    expect(said(await answerAs('cat', id))).toEqual({ status: 409, code: 'rollout_over' })
    expect(await audited('rollouts.approve')).toHaveLength(1)
  })

  it('is still asked of the groups that were named when the rollout started', async () => {
    const id = await waiting()
    const approvals = { count: 1, groups: [{ id: 'others' }] }
    await qaAgain({ waves: [{ name: 'rest', before: { approvals } }] })
    const outside = { status: 403, code: 'approval_not_named' }
    expect(said(await answerAs('cat', id, { groups: ['others'] }))).toEqual(outside)
    expect((await answerAs('ann', id)).status).toBe(200)
  })

  it('sent again with its idempotency key, is one answer of one person', async () => {
    const id = await waiting({ count: 2 })
    const { digest } = (await rollout(api, id)).waves[0]
    const ann = await personIn(api, 'ann', MANAGERS)
    const headers = { ...ann.headers, 'berth-impact': digest, 'idempotency-key': 'once' }
    const body = { wave: 1, decision: 'approve', reason: 'It looks good.' }
    const send = (more = {}) =>
      api.call(`/rollouts/${id}/approvals`, { ...ann, headers, body: { ...body, ...more } })
    const first = await send()
    expect(first.status, first.text).toBe(200)
    expect(await send()).toMatchObject({ status: 200, json: first.json })
    expect((await send({ decision: 'refuse' })).json.code).toBe('idempotency_key_reused')
    expect(await audited('rollouts.approve')).toHaveLength(1)
  })

  it('is void once the wave would do something else', async () => {
    const id = await waiting()
    await answerAs('ann', id)
    await save(api, 'POST', '/clusters', cluster('q5', 'east', 'qa'))
    await step(api, id)
    expect((await rollout(api, id)).waves[0].waiting_for).toMatchObject([{ code: 'approval' }])
    expect((await answerAs('ann', id)).status).toBe(200)
  })

  it('refused, pauses the rollout', async () => {
    const id = await waiting()
    await answerAs('ann', id, { decision: 'refuse', reason: 'It isn’t tested.' })
    await step(api, id)
    expect(await rollout(api, id)).toMatchObject({ state: 'paused', cause: 'refused' })
    expect(await audited('rollouts.pause')).toHaveLength(1)
  })
})

async function pass(id: number, query = '', call: object = {}, more: object = {}) {
  const body = { wave: 1, gates: ['approval'], reason: 'The store is down.', ...more }
  return api.call(`/rollouts/${id}/override${query}`, { body, ...call })
}

/** A rollout to qa, in a canary of one and the rest, which a freeze stops. */
async function frozenInQa(): Promise<number> {
  await save(api, 'POST', '/freezes', { name: 'christmas', environments: ['qa'] })
  return started('qa', 'v1')
}

describe('passing a gate', () => {
  it('is for admins and overriders, with the number and a reason', async () => {
    const id = await waiting()
    const refused = await pass(id, '', await personIn(api, 'ann', MANAGERS))
    expect(refused).toMatchObject({
      status: 403,
      json: { detail: 'Admins may pass its gates, nobody else.' },
    })
    expect((await pass(id, '', {}, { reason: 'short' })).json.code).toBe('reason_required')
    const asked = await pass(id)
    expect(said(asked)).toEqual({ status: 409, code: 'changes_need_confirmation' })
    expect(asked.json.confirmChanges).toBe(4)
    expect((await pass(id, '?confirmChanges=4', {}, { wave: 7 })).json.code).toBe('unknown_wave')
    expect((await pass(id, '?confirmChanges=4')).status).toBe(200)
    await step(api, id)
    expect((await rollout(api, id)).waves[0].state).toBe('released')
    expect(await audited('rollouts.override')).toHaveLength(1)
  })

  it('sent again with its idempotency key, happens once', async () => {
    const id = await waiting()
    const call = { headers: { 'idempotency-key': 'once' } }
    const first = await pass(id, '?confirmChanges=4', call)
    expect(first.status, first.text).toBe(200)
    expect((await pass(id, '?confirmChanges=4', call)).json).toEqual(first.json)
    expect(await audited('rollouts.override')).toHaveLength(1)
  })

  it('that asks the same of every wave is possible for those that come later, with the number of all', async () => {
    const id = await frozenInQa()
    const freeze = { gates: ['frozen'], later_waves: true }
    const asked = await pass(id, '?confirmChanges=1', {}, freeze)
    expect(said(asked)).toEqual({ status: 409, code: 'changes_need_confirmation' })
    expect(asked.json.confirmChanges).toBe(4)
    expect((await pass(id, '?confirmChanges=4', {}, freeze)).status).toBe(200)
    await step(api, id)
    const { waves } = await rollout(api, id)
    expect(waves).toMatchObject([
      { state: 'released', overridden: ['frozen'] },
      { state: 'pending', overridden: ['frozen'], waiting_for: [] },
    ])
    const { items } = (await api.call(`/rollouts/${id}/events`)).json
    expect(items[1]).toMatchObject({ code: 'overridden', facts: { wave: 1, later_waves: true } })
  })

  it('is for one wave, unless it is asked for later ones, and never for what each wave has of its own', async () => {
    const id = await frozenInQa()
    expect((await pass(id, '?confirmChanges=1', {}, { gates: ['frozen'] })).status).toBe(200)
    await step(api, id)
    const { waves } = await rollout(api, id)
    expect(waves).toMatchObject([
      { state: 'released', overridden: ['frozen'] },
      { state: 'pending', overridden: [], waiting_for: [{ code: 'frozen' }] },
    ])
    const own = { gates: ['soak'], later_waves: true }
    const refused = await pass(id, '', {}, own)
    expect(said(refused)).toEqual({ status: 422, code: 'override_later' })
    const both = { gates: ['frozen', 'soak'], later_waves: true }
    expect((await pass(id, '?confirmChanges=3', {}, both)).status).toBe(200)
    const after = (await rollout(api, id)).waves
    expect(after).toMatchObject([
      { overridden: ['frozen', 'soak'] },
      { overridden: ['frozen'], waiting_for: [] },
    ])
  })

  it('has to be confirmed by the number of all that follows at once, and asks none where nothing does', async () => {
    const soak = { soak: '1h', unobserved: 'time' }
    await qaAgain({
      waves: [
        { name: 'canary', size: 1, after: soak },
        { name: 'more', size: 1 },
        { name: 'most', size: 1, after: soak },
        { name: 'rest' },
      ],
    })
    const id = await frozenInQa()
    const frozen = { gates: ['frozen'] }
    expect((await pass(id, '?confirmChanges=1', {}, frozen)).status).toBe(200)
    await step(api, id)
    const nothing = await pass(id, '', {}, { gates: ['soak'] })
    expect(nothing.status, nothing.text).toBe(200)

    // The one behind those two soaks.
    const asked = await pass(id, '?confirmChanges=3', {}, { ...frozen, wave: 2, later_waves: true })
    expect(asked.status, asked.text).toBe(200)
    const again = await pass(id, '', {}, { gates: ['soak'] })
    expect(said(again)).toEqual({ status: 409, code: 'changes_need_confirmation' })
    expect(again.json).toMatchObject({ confirmChanges: 2, waves: 2 })
    expect(again.json.detail).toMatch(/^This changes 2 placements in 2 waves\./)
    const wrong = await pass(id, '?confirmChanges=1', {}, { gates: ['soak'] })
    expect(said(wrong)).toEqual({ status: 409, code: 'changes_need_confirmation' })
    expect((await pass(id, '?confirmChanges=2', {}, { gates: ['soak'] })).status).toBe(200)
  })

  it('is for overriders of the environment', async () => {
    await qaAgain({ overriders: [{ id: 'overriders' }] })
    const id = await waiting()
    const ann = await pass(id, '', await personIn(api, 'ann'))
    const who = 'Admins and the overriders of qa (overriders)'
    expect(ann.json.detail).toBe(`${who} may pass its gates, nobody else.`)
    const eve = await personIn(api, 'eve', 'overriders')
    expect((await pass(id, '?confirmChanges=4', eve)).status).toBe(200)
  })
})

const overridesOf = async (id: number) => {
  const { change } = (await rollout(api, id)).waves[0]
  return (await api.call(`/changes/${change}`)).json.impact.overrides
}
const recorded = async () =>
  (await api.call('/audit?action=override')).json.items
    .map(({ object, change, details }: Answer['json']) => ({
      object,
      change,
      after: details.edits[0].after,
    }))
    .toReversed()
/** Not before the day after tomorrow. */
const closed = () => {
  const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  const day = days[(new Date().getUTCDay() + 2) % 7]
  return { time_zone: 'UTC', weekly: [{ days: [day], from: '08:00', to: '16:00' }] }
}

describe('a wave that came past what was overridden', () => {
  it('says so in its change, with who overrode it and why, and in the audit, each by itself', async () => {
    await save(api, 'PATCH', '/environments/prod', {
      overriders: [{ id: 'overriders' }],
      hours: closed(),
    })
    for (const name of ['christmas', 'stocktaking'])
      await save(api, 'POST', '/freezes', { name, environments: ['prod'], description: 'Closed.' })
    await save(api, 'POST', '/freezes', { name: 'elsewhere', environments: ['qa'] })
    const headers = { 'berth-reason': 'The%20store%20is%20down' }
    const id = await started('prod', 'v1', { query: '?override=true', headers })
    const eve = await personIn(api, 'eve', 'overriders')
    const gates = ['frozen', 'outside_hours', 'approval']
    const passing = { gates, reason: 'The tills hang.' }
    const passed = await pass(id, '?confirmChanges=2', eve, passing)
    expect(passed.status, passed.text).toBe(200)
    await step(api, id)

    const byEve = {
      by: { kind: 'person', id: expect.any(String), name: 'eve' },
      reason: 'The tills hang.',
    }
    const atStart = {
      by: { kind: 'token', id: expect.any(String), name: expect.any(String) },
      reason: 'The store is down',
    }
    expect(await overridesOf(id)).toEqual([
      { code: 'frozen', name: 'christmas', ...byEve },
      { code: 'frozen', name: 'stocktaking', ...byEve },
      { code: 'not_eligible', name: 'prod', ...atStart },
      { code: 'outside_hours', name: 'prod', ...byEve },
      { code: 'approval', name: 'prod', ...byEve },
    ])
    const { change } = (await rollout(api, id)).waves[0]
    const message = expect.stringMatching(
      /^Freeze `.*`, set by .*, holds until it is lifted. Closed.$/,
    )
    expect(await recorded()).toEqual([
      { object: 'freeze/christmas', change, after: { gate: 'frozen', message, ...byEve } },
      { object: 'freeze/stocktaking', change, after: { gate: 'frozen', message, ...byEve } },
      {
        object: 'environment/prod',
        change,
        after: {
          gate: 'not_eligible',
          message: 'The version hasn’t succeeded in qa.',
          ...atStart,
        },
      },
      {
        object: 'environment/prod',
        change,
        after: {
          gate: 'outside_hours',
          message: 'Outside the hours of the environment.',
          ...byEve,
        },
      },
      {
        object: 'environment/prod',
        change,
        after: { gate: 'approval', message: '0 of 1 approval.', ...byEve },
      },
    ])
  })

  it('says nothing of what was over by then', async () => {
    const id = await frozenInQa()
    expect((await pass(id, '?confirmChanges=1', {}, { gates: ['frozen'] })).status).toBe(200)
    await save(api, 'DELETE', '/freezes/christmas')
    await step(api, id)
    expect((await rollout(api, id)).waves[0].overridden).toEqual(['frozen'])
    expect(await overridesOf(id)).toBeUndefined()
    expect(await recorded()).toEqual([])
  })
})

describe('a rollout', () => {
  it('is listed by what it is about, and by the clusters that it reached', async () => {
    const id = await started('qa', 'v1')
    await step(api, id)
    const total = async (query: string) => (await api.call(`/rollouts?${query}`)).json.total
    const rows = (await api.call(`/rollouts/${id}/clusters`)).json
    expect(rows.total).toBe(4)
    const [first, second] = rows.items
    expect(first).toMatchObject({ wave: 'canary', state: 'released' })
    expect(second).toMatchObject({ wave: 'rest', state: 'pending', change: null })
    expect(await total(`cluster=${first.cluster}`)).toBe(1)
    expect(await total(`cluster=${second.cluster}`)).toBe(0)
    expect(await total('cluster=absent')).toBe(0)
    expect(await total('namespace=ieb&application=app1&environment=qa&state=running')).toBe(1)
    expect(await total('environment=prod')).toBe(0)
    const page = (await api.call(`/rollouts/${id}/clusters?limit=1`)).json
    const rest = (await api.call(`/rollouts/${id}/clusters?continue=${page.continue}`)).json
    expect([...page.items, ...rest.items]).toEqual(rows.items)
  })

  it('that comes to more clusters than were confirmed pauses, until somebody confirms them', async () => {
    await qaAgain({ waves: [] })
    const id = await started('qa', 'v1')
    await save(api, 'POST', '/clusters', cluster('q5', 'east', 'qa'))
    await step(api, id)
    expect(await rollout(api, id)).toMatchObject({ state: 'paused', cause: 'outgrown' })
    expect((await act(api, id, 'resume')).json).toMatchObject({ state: 'running', confirmed: 5 })
    await step(api, id)
    expect((await rollout(api, id)).waves[0]).toMatchObject({ state: 'released', clusters: 5 })
  })
})

describe('what a program says of a wave', () => {
  const waves = [
    { name: 'canary', size: 1, after: { checks: ['e2e', 'load'] } },
    { name: 'rest', after: { checks: ['e2e'] } },
  ]
  const body = { wave: 1, state: 'passed', url: 'https://ci.example.com/run/7', detail: '12 of 12' }
  const post = (id: number, more: object = {}, name = 'e2e', headers = {}) =>
    api.call(`/rollouts/${id}/checks/${name}`, { body: { ...body, ...more }, headers })
  const nothing = { state: null, url: null, detail: '', at: null }
  let id: number
  beforeEach(async () => {
    await qaAgain({ waves })
    id = await started('qa', 'v1')
  })

  it('is shown with the wave that waits for it, and the newest of each name counts', async () => {
    const asked = (await rollout(api, id)).waves.map(({ checks }: Answer['json']) => checks)
    expect(asked).toEqual([
      [
        { name: 'e2e', ...nothing },
        { name: 'load', ...nothing },
      ],
      [{ name: 'e2e', ...nothing }],
    ])
    expect((await post(id, { state: 'running' })).status).toBe(200)
    const answer = await post(id)
    const { wave: _, ...said } = body
    expect(answer.json.waves[0].checks).toEqual([
      { name: 'e2e', ...said, at: expect.any(String) },
      { name: 'load', ...nothing },
    ])
    expect(answer.json.waves[1].checks).toEqual([{ name: 'e2e', ...nothing }])
    expect((await rollout(api, id)).waves).toEqual(answer.json.waves)
    expect(answer.headers.get('etag')).toBe('"3"')
  })

  it('is an event of the rollout and in the audit, and has the rollout looked at', async () => {
    await step(api, id)
    const dueAt = () =>
      inTenant(api.database, api.tenant.id, async (tx) => {
        const row = await findRollout({ tx, tenant: api.tenant.id }, id)
        return row!.dueAt
      })
    expect(await dueAt()).toBeNull()
    await post(id, { state: 'failed' })
    expect(await dueAt()).not.toBeNull()
    const { items } = (await api.call(`/rollouts/${id}/events`)).json
    expect(items.at(-1)).toMatchObject({
      code: 'check',
      wave: 1,
      actor: { kind: 'token' },
      facts: { name: 'e2e', state: 'failed', url: body.url, detail: body.detail },
    })
    expect(await audited('rollouts.check')).toMatchObject([{ object: `rollout/${id}` }])
  })

  it('is kept once for an idempotency key, and again without', async () => {
    const headers = { 'idempotency-key': 'run-7' }
    const first = await post(id, {}, 'e2e', headers)
    expect((await post(id, {}, 'e2e', headers)).json).toEqual(first.json)
    expect((await rollout(api, id)).seq).toBe(2)
    const other = await post(id, { state: 'failed' }, 'e2e', headers)
    expect(said(other)).toEqual({ status: 422, code: 'idempotency_key_reused' })
    await post(id)
    expect((await rollout(api, id)).seq).toBe(3)
  })

  it.each([
    ['a wave that there isn’t', { wave: 3 }, 'e2e', 'unknown_wave'],
    ['a name that no wave has', {}, 'smoke', 'unknown_check'],
    ['a name that only another wave has', { wave: 2 }, 'load', 'unknown_check'],
    ['no state', { state: 'skipped' }, 'e2e', 'one_of'],
    ['an address without TLS', { url: 'http://ci.example.com' }, 'e2e', 'link_format'],
    ['an address that is a script', { url: 'javascript:alert(1)' }, 'e2e', 'link_format'],
    ['a long detail', { detail: 'x'.repeat(1001) }, 'e2e', 'too_long'],
    ['a detail of control characters', { detail: '\u001b[31m' }, 'e2e', 'control_char'],
  ])('is refused with %s', async (_, more, name, code) => {
    const answer = await post(id, more, name)
    expect(answer.status).toBe(422)
    expect(answer.json.errors?.[0]?.code ?? answer.json.code).toBe(code)
    expect((await rollout(api, id)).seq).toBe(1)
  })

  it('is refused of a rollout that is over, and of one that there isn’t', async () => {
    await act(api, id, 'abort')
    expect(said(await post(id))).toEqual({ status: 409, code: 'rollout_over' })
    expect((await post(99)).status).toBe(404)
  })

  it('is taken in a pause, which it doesn’t end', async () => {
    await act(api, id, 'pause')
    expect((await post(id)).json).toMatchObject({ state: 'paused' })
  })
})

const newest = async () => (await api.call('/rollouts')).json.items[0]

describe('the list of rollouts', () => {
  it('says what each waits for that is running, as of its last step', async () => {
    const id = await waiting()
    await step(api, id)
    expect(await newest()).toMatchObject({ id, waits_for: 'approval', waits_until: null })
    expect((await answerAs('carol', id)).status).toBe(200)
    await step(api, id)
    expect((await newest()).waits_for).toBe('git')
    const headers = { 'if-match': '*', 'berth-reason': 'It is not needed.' }
    const abort = await api.call(`/rollouts/${id}/abort`, { method: 'POST', headers })
    expect(abort.status, abort.text).toBe(200)
    expect(await newest()).toMatchObject({ waits_for: null, waits_until: null, waiting_for: [] })
  })

  const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString()
  it.each([
    { end: 'it ends', to: IN_A_MONTH, waits_for: 'time', waits_until: IN_A_MONTH },
    { end: 'somebody lifts it', to: undefined, waits_for: 'gate', waits_until: null },
  ])('names the freeze that holds one up until $end', async ({ end: _end, to, ...waits }) => {
    const from = new Date().toISOString()
    const freeze = { name: 'christmas', environments: ['qa'], ...(to && { from, to }) }
    await save(api, 'POST', '/freezes', freeze)
    const id = await started('qa', 'v1')
    expect(await newest()).toMatchObject({
      id,
      waits_for: null,
      waits_until: null,
      waiting_for: [],
    })
    await step(api, id)
    const [{ waiting_for: reasons }] = (await rollout(api, id)).waves
    expect(reasons).toEqual([
      { code: 'frozen', until: waits.waits_until, text: 'Frozen by christmas.' },
    ])
    expect(await newest()).toMatchObject({ ...waits, waiting_for: reasons })
  })

  it('says when the hours open of the environment, and only when all else is over by then, too', async () => {
    await qaAgain({ hours: closed() })
    const id = await started('qa', 'v1')
    await step(api, id)
    const { until } = (await rollout(api, id)).waves[0].waiting_for[0]
    expect(Date.parse(until)).toBeGreaterThan(Date.now() + 86_400_000)
    expect(await newest()).toMatchObject({ waits_for: 'time', waits_until: until })
    await save(api, 'POST', '/freezes', { name: 'christmas', environments: ['qa'] })
    await step(api, id)
    const codes = (await newest()).waiting_for.map(({ code }: Answer['json']) => code)
    expect(codes).toEqual(['frozen', 'outside_hours'])
    expect(await newest()).toMatchObject({ waits_for: 'gate', waits_until: null })
  })
})
