// What applications need of each other, over the API: what a save refuses and a preview warns of.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'

const ANY = { 'if-match': '*' }

const platform = { name: 'platform', description: '' }
const app = (namespace: string, name: string, more: Body = {}) => ({
  ...application,
  namespace,
  name,
  ...more,
})
const needs = (...depends_on: readonly unknown[]) => ({ depends_on })

let api: TestApi

type Body = Readonly<Record<string, unknown>>

async function begin(...applications: readonly Body[]) {
  api = await createTestApi()
  const documents = [
    documentOf('team', team),
    documentOf('team', platform),
    ...documentsOf(...applications),
  ]
  expect(await api.call('/apply', { body: documents })).toMatchObject({ status: 200 })
}

const patch = (path: string, body: object, token?: string) =>
  api.call(`/applications/${path}`, {
    method: 'PATCH',
    body,
    headers: ANY,
    ...(token && { token }),
  })
const remove = (path: string, query = '') =>
  api.call(`/applications/${path}${query}`, { method: 'DELETE', headers: ANY })

const refusedWith = (pointer: string, code: string, more: object = {}) => ({
  status: 422,
  json: { code, errors: [{ pointer, code, ...more }] },
})

const documentsOf = (...objects: readonly Body[]) =>
  objects.map((each) => documentOf('application', each))

describe('what an application needs', () => {
  beforeAll(() => begin(app('ieb', 'app1'), app('platform', 'vault')))

  it('is answered in its long form, whichever was sent', async () => {
    const sent = await patch('ieb/app1', needs('platform/vault'))
    expect(sent).toMatchObject({
      status: 200,
      json: needs({
        namespace: 'platform',
        application: 'vault',
        on: 'cluster',
        healthy: true,
      }),
    })
    expect((await api.call('/applications/ieb/app1')).json.depends_on).toEqual(sent.json.depends_on)
    const again = await patch('ieb/app1', needs('platform/vault'))
    expect(again.headers.get('berth-change')).toBeNull()
  })

  it('must be there, its environment and its version too', async () => {
    const vault = { namespace: 'platform', application: 'vault' }
    expect(await patch('ieb/app1', needs('platform/absent'))).toMatchObject(
      refusedWith('/depends_on/0', 'unknown_application'),
    )
    expect(await patch('ieb/app1', needs({ ...vault, on: 'environment:nowhere' }))).toMatchObject(
      refusedWith('/depends_on/0/on', 'unknown_environment'),
    )
    expect(await patch('ieb/app1', needs({ ...vault, min_version: 'v9' }))).toMatchObject(
      refusedWith('/depends_on/0/min_version', 'unknown_version'),
    )
    const version = { commit: 'a'.repeat(40), name: 'v9' }
    await api.call('/applications/platform/vault/versions', { body: version })
    await api.call('/environments', { body: { name: 'described' } })
    await api.call('/clusters', { body: { ...cluster, environment: 'named-by-a-cluster' } })
    for (const environment of ['described', 'named-by-a-cluster']) {
      const dependency = { ...vault, on: `environment:${environment}`, min_version: 'v9' }
      expect((await patch('ieb/app1', needs(dependency))).status).toBe(200)
    }
    expect(await patch('ieb/app1', needs({ ...vault, min_version: 'v10' }))).toMatchObject(
      refusedWith('/depends_on/0/min_version', 'unknown_version'),
    )
  })

  it('can be made in the same request, which is refused as a whole otherwise', async () => {
    const later = app('ieb', 'later', needs('platform/new'))
    expect(await api.call('/apply', { body: documentsOf(later) })).toMatchObject(
      refusedWith('/0/spec/depends_on/0', 'unknown_application'),
    )
    const both = documentsOf(later, app('platform', 'new'))
    expect((await api.call('/apply', { body: both })).status).toBe(200)
  })
})

describe('a circle', () => {
  beforeEach(() =>
    begin(
      app('ieb', 'api', needs('ieb/db')),
      app('ieb', 'db', needs('platform/vault')),
      app('platform', 'vault'),
    ),
  )

  it('is refused with the way round', async () => {
    const members = ['platform/vault', 'ieb/api', 'ieb/db', 'platform/vault']
    expect(await patch('platform/vault', needs('ieb/api'))).toMatchObject(
      refusedWith('/depends_on/0', 'dependency_cycle', {
        message: `It would wait for itself: ${members.join(' -> ')}.`,
        members,
      }),
    )
    expect(await patch('ieb/db', needs('ieb/db'))).toMatchObject(
      refusedWith('/depends_on/0', 'dependency_cycle', { members: ['ieb/db', 'ieb/db'] }),
    )
  })

  it('is one whatever its dependencies say of where', async () => {
    await api.call('/environments', { body: { name: 'qa' } })
    const inQa = { namespace: 'ieb', application: 'api', on: 'environment:qa' }
    expect(await patch('platform/vault', needs(inQa))).toMatchObject(
      refusedWith('/depends_on/0', 'dependency_cycle'),
    )
  })

  it('is found over the documents of one request, once', async () => {
    const ring = Array.from({ length: 20 }, (_, index) =>
      documentOf('application', app('ieb', `r${index}`, needs(`ieb/r${(index + 1) % 20}`))),
    )
    const { status, json } = await api.call('/apply', { body: ring })
    expect([status, json.code, json.errors.length]).toEqual([422, 'dependency_cycle', 1])
    const [{ pointer, members }] = json.errors
    expect(pointer).toMatch(/^\/\d+\/spec\/depends_on\/0$/)
    expect(members).toHaveLength(21)
    expect(members[0]).toBe(members[20])
    const broken = [...ring.slice(1), documentOf('application', app('ieb', 'r0'))]
    expect((await api.call('/apply', { body: broken })).status).toBe(200)
  })

  it('can be turned round in one request', async () => {
    const turned = [
      app('ieb', 'api'),
      app('ieb', 'db', needs('ieb/api')),
      app('platform', 'vault', needs('ieb/db')),
    ]
    expect((await api.call('/apply', { body: documentsOf(...turned) })).status).toBe(200)
  })

  it('is refused of a name that others still need, when it is made again', async () => {
    expect((await remove('platform/vault')).status).toBe(204)
    const again = app('platform', 'vault', needs('ieb/api'))
    expect(await api.call('/applications', { body: again })).toMatchObject(
      refusedWith('/depends_on/0', 'dependency_cycle'),
    )
    expect((await api.call('/applications', { body: app('platform', 'vault') })).status).toBe(201)
  })

  it('that an undone change would bring back is refused', async () => {
    const { headers } = await patch('ieb/db', needs())
    const freed = headers.get('berth-change')
    expect((await patch('platform/vault', needs('ieb/api'))).status).toBe(200)
    expect(await api.call(`/changes/${freed}/revert`, { method: 'POST' })).toMatchObject({
      status: 422,
      json: { code: 'dependency_cycle' },
    })
  })
})

const chain = (length: number) =>
  Array.from({ length: length + 1 }, (_, index) =>
    app('ieb', `r${index}`, index < length ? needs(`ieb/r${index + 1}`) : {}),
  )

describe('a chain', () => {
  beforeAll(() => begin(...chain(20), app('ieb', 'top')))

  it('has at most 20 dependencies one after another, wherever it is made longer', async () => {
    expect(await patch('ieb/top', needs('ieb/r0'))).toMatchObject(
      refusedWith('/depends_on/0', 'dependency_depth'),
    )
    expect(await patch('ieb/r20', needs('ieb/top'))).toMatchObject(
      refusedWith('/depends_on/0', 'dependency_depth'),
    )
    expect((await patch('ieb/top', needs('ieb/r1'))).status).toBe(200)
    expect(await api.call('/apply', { body: documentsOf(...chain(21)) })).toMatchObject({
      status: 422,
      json: { code: 'dependency_depth' },
    })
  })
})

const warnings = ({ json }: { json: { warnings: { code: string; message: string }[] } }) =>
  json.warnings.map(({ code }) => code)

describe('an application that others need', () => {
  beforeEach(async () => {
    await begin(app('ieb', 'app1'), app('platform', 'vault'))
    const everything = { ...policy, app_selector: '*', cluster_selector: '*' }
    const body = [documentOf('cluster', cluster), documentOf('target-policy', everything)]
    expect((await api.call('/apply', { body })).status).toBe(200)
    // It is there already, so it is released.
    expect((await patch('ieb/app1', needs('platform/vault'))).status).toBe(200)
  })
  it('can be deleted, which its preview warns of, and what needs it can still be edited', async () => {
    const preview = await remove('platform/vault', '?dryRun=true')
    expect(preview.json.warnings).toContainEqual({
      code: 'needed_by',
      message:
        'platform/vault is needed by 1 application on 1 cluster, which keep what they have and get nothing new there without it.',
    })
    expect((await remove('platform/vault')).status).toBe(204)
    expect((await patch('ieb/app1', { description: 'still there' })).status).toBe(200)
    const another = { namespace: 'platform', application: 'vault', healthy: false }
    expect((await patch('ieb/app1', needs(another))).status).toBe(200)
    expect(await patch('ieb/app1', needs('platform/vault', 'platform/gone'))).toMatchObject(
      refusedWith('/depends_on/1', 'unknown_application'),
    )
  })

  it('is needed by its name, so another one of that name takes its place, without its versions', async () => {
    const version = { commit: 'a'.repeat(40), name: 'v1' }
    await api.call('/applications/platform/vault/versions', { body: version })
    const v1 = { namespace: 'platform', application: 'vault', min_version: 'v1' }
    expect((await patch('ieb/app1', needs(v1))).status).toBe(200)
    await remove('platform/vault')
    await api.call('/applications', { body: app('platform', 'vault') })
    const preview = await remove('platform/vault', '?dryRun=true')
    expect(warnings(preview)).toContain('needed_by')
    expect((await patch('ieb/app1', { description: 'kept' })).status).toBe(200)
    const later = app('ieb', 'app2', needs(v1))
    expect(await api.call('/applications', { body: later })).toMatchObject(
      refusedWith('/depends_on/0/min_version', 'unknown_version'),
    )
  })

  it('is warned of where it isn’t placed, and when both go at once', async () => {
    const none = { ...policy, name: 'none', app_selector: { name: 'vault' }, cluster_selector: '*' }
    await api.call('/target-policies', { body: { ...none, effect: 'exclude' } })
    const asked = await api.call('/applications?dryRun=true', {
      body: app('ieb', 'app2', needs('platform/vault')),
    })
    expect(warnings(asked)).toContain('dependency_not_placed')
    await api.call('/target-policies/none', { method: 'DELETE', headers: ANY })
    const both = await api.call('/target-policies/app1_to_east?dryRun=true', {
      method: 'DELETE',
      headers: ANY,
    })
    expect(warnings(both)).toContain('removed_together')
    expect(warnings(both)).not.toContain('needed_by')
  })
})

describe('whoever may not see an application', () => {
  let token: string
  beforeEach(async () => {
    await begin(
      app('ieb', 'app1', { visibility: 'tenant' }),
      app('platform', 'secret', needs('ieb/app1')),
      app('platform', 'shown', { visibility: 'tenant', ...needs('platform/secret') }),
    )
    token = await api.token('contributor', { team: 'ieb' })
  })

  it('is told of it what is told of none, also where it would close a circle', async () => {
    const [there, none] = await Promise.all(
      ['platform/secret', 'platform/absent'].map((name) => patch('ieb/app1', needs(name), token)),
    )
    expect(there).toMatchObject(refusedWith('/depends_on/0', 'unknown_application'))
    expect(there!.text.replaceAll('secret', 'absent')).toBe(none!.text)
    const versions = await Promise.all(
      ['secret', 'absent'].map((application) =>
        patch('ieb/app1', needs({ namespace: 'platform', application, min_version: 'v1' }), token),
      ),
    )
    expect(versions[0]!.text.replaceAll('secret', 'absent')).toBe(versions[1]!.text)
    expect((await patch('ieb/app1', needs('platform/secret'))).json.code).toBe('dependency_cycle')
  })

  it('may need one that is shown to the tenant, and reads no hidden name in a circle through it', async () => {
    const free = app('ieb', 'app2', needs('platform/shown'))
    expect((await api.call('/applications', { body: free, token })).status).toBe(201)
    expect(await patch('ieb/app1', needs('platform/shown'), token)).toMatchObject(
      refusedWith('/depends_on/0', 'dependency_cycle', {
        members: ['ieb/app1', 'platform/shown', 'an application of another team', 'ieb/app1'],
      }),
    )
  })

  it('keeps what it needs when that is shown no more, and can’t begin to need it', async () => {
    const free = app('ieb', 'app2', needs('platform/shown'))
    await api.call('/applications', { body: free, token })
    await patch('platform/shown', { visibility: 'team' })
    expect((await patch('ieb/app2', { description: 'kept' }, token)).status).toBe(200)
    const another = app('ieb', 'app3', needs('platform/shown'))
    expect(await api.call('/applications', { body: another, token })).toMatchObject(
      refusedWith('/depends_on/0', 'unknown_application'),
    )
  })
})
