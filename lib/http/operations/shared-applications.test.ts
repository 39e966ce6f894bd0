// What the rest of a tenant may read of an application whose team shows it to the whole tenant, and what it may not.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { reportedItem, reportOf } from '#lib/http/testing/reports.ts'

const ANY = { 'if-match': '*' }
const SHOWN = '/applications/platform/cert-manager'
const HIDDEN = '/applications/platform/secret'
const VERSION = { commit: 'a'.repeat(40), name: 'v1' }

const platform = { ...application, namespace: 'platform' }
const ownPolicy = {
  ...policy,
  name: 'of-platform',
  namespace: 'platform',
  app_selector: '*',
  cluster_selector: '*',
}

let api: TestApi
/** A contributor of `ieb` alone. */
let token: string
/** When nothing was shown to anybody. */
let before: string
beforeAll(async () => {
  api = await createTestApi()
  const documents = [
    documentOf('team', team),
    documentOf('team', { name: 'platform', description: '' }),
    documentOf('cluster', cluster),
    documentOf('application', application),
    documentOf('application', { ...platform, name: 'cert-manager' }),
    documentOf('application', { ...platform, name: 'secret' }),
    documentOf('target-policy', { ...ownPolicy }),
    documentOf('target-policy', { ...ownPolicy, name: 'of-all', namespace: undefined }),
  ]
  expect((await api.call('/apply', { body: documents })).status).toBe(200)
  token = await api.token('contributor', { team: 'ieb' })
  before = (await api.call(SHOWN)).json.status.since
  for (const path of [SHOWN, HIDDEN]) await api.call(`${path}/versions`, { body: VERSION })
  const body = { visibility: 'tenant', description: 'For everybody' }
  expect((await api.call(SHOWN, { method: 'PATCH', body, headers: ANY })).status).toBe(200)
  const items = ['platform--cert-manager', 'platform--secret', 'ieb--app1'].map((name) =>
    reportedItem({ name, health: 'Degraded' }),
  )
  const report = await api.call(`/clusters/${cluster.name}/report`, {
    method: 'PUT',
    body: reportOf(items),
  })
  expect(report.status).toBeLessThan(300)
})

const asOther = (path: string, call = {}) => api.call(path, { token, ...call })
const named = (json: { depends_on: readonly { namespace: string; application: string }[] }) =>
  json.depends_on.map(({ namespace, application: name }) => `${namespace}/${name}`)
const statusOf = async (path: string, call = {}) => (await asOther(path, call)).status

describe('an application that its team shows to the tenant', () => {
  it('is read by everybody with a role, with how it is', async () => {
    const { status, json } = await asOther(SHOWN)
    expect([status, json.name, json.visibility]).toEqual([200, 'cert-manager', 'tenant'])
    expect(json.status.counts).toEqual((await api.call(SHOWN)).json.status.counts)
    expect(Object.keys(json.status.counts)).not.toEqual([])
    expect(await statusOf(HIDDEN)).toBe(404)
  })

  it('is in the list of applications, page by page and as a file, with how it is', async () => {
    const { json } = await asOther('/applications')
    expect(json.items.map(({ name }: { name: string }) => name)).toEqual(['app1', 'cert-manager'])
    expect(json.total).toBe(2)
    expect(json.items[1].status.counts).toEqual((await api.call(SHOWN)).json.status.counts)
    const page = await asOther('/applications?limit=1')
    const next = await asOther(`/applications?limit=1&continue=${page.json.continue}`)
    expect(next.json.items).toMatchObject([{ name: 'cert-manager' }])
    const { text } = await asOther('/applications?format=csv')
    expect([text.includes('cert-manager'), text.includes('secret')]).toEqual([true, false])
    const none = await asOther('/applications?q=secret')
    expect(none.json.total).toBe(0)
  })

  it('names what it needs to whoever may see that, too', async () => {
    const depends_on = ['platform/secret', 'ieb/app1']
    const body = { depends_on }
    expect((await api.call(SHOWN, { method: 'PATCH', body, headers: ANY })).status).toBe(200)
    expect(named((await api.call(SHOWN)).json)).toEqual(depends_on)
    expect(named((await asOther(SHOWN)).json)).toEqual(['ieb/app1'])
    const { json } = await asOther('/applications')
    expect(json.items.map(named)).toEqual([[], ['ieb/app1']])
    for (const path of [SHOWN, '/applications?format=csv', `${SHOWN}?format=yaml`]) {
      expect((await asOther(path)).text, path).not.toContain('secret')
    }
    const without = { method: 'PATCH', body: { depends_on: [] }, headers: ANY }
    expect((await api.call(SHOWN, without)).status).toBe(200)
  })

  it('shows its versions', async () => {
    expect((await asOther(`${SHOWN}/versions`)).json.items).toMatchObject([VERSION])
    expect(await asOther(`${SHOWN}/versions/v1`)).toMatchObject({ status: 200, json: VERSION })
    expect(await statusOf(`${HIDDEN}/versions`)).toBe(404)
    expect(await statusOf(`${HIDDEN}/versions/v1`)).toBe(404)
  })

  it('shows its health on each cluster to whoever asks for it by name, and no policy of its team', async () => {
    const place = 'namespace=platform&application=cert-manager'
    for (const query of [place, `${place}&cluster=${cluster.name}`, `${place}&state=degraded`]) {
      const { json } = await asOther(`/placements?${query}`)
      expect(json, query).toMatchObject({
        total: 1,
        items: [{ application: 'cert-manager', state: 'degraded', policies: ['of-all'] }],
      })
    }
    const all = await api.call(`/placements?${place}`)
    expect(all.json.items[0].policies).toEqual(['of-all', 'of-platform'])
    const { text } = await asOther(`/placements?${place}&format=csv`)
    expect(text).toContain('cert-manager')
    expect(text).not.toContain('of-platform')
    const hidden = await asOther('/placements?namespace=platform&application=secret')
    expect(hidden.json.total).toBe(0)
  })

  it('is not among the placements of the whole team, nor among those of the tenant', async () => {
    for (const query of ['', 'namespace=platform', `cluster=${cluster.name}`]) {
      const { json } = await asOther(`/placements?${query}`)
      expect(json.items.map((each: { namespace: string }) => each.namespace)).toEqual(
        query === 'namespace=platform' ? [] : ['ieb'],
      )
    }
  })

  it('is no one else’s to write', async () => {
    const write = { method: 'PATCH', body: { description: 'mine' }, headers: ANY }
    expect(await asOther(SHOWN, write)).toMatchObject({
      status: 403,
      json: {
        detail:
          "Only admins, contributors and the team's contributors may change this application.",
      },
    })
    expect(await statusOf(HIDDEN, write)).toBe(404)
    expect(await statusOf(SHOWN, { method: 'DELETE', headers: ANY })).toBe(403)
    expect(await statusOf(`${SHOWN}/versions`, { body: { commit: 'b'.repeat(40) } })).toBe(403)
    const bulk = {
      kind: 'Application',
      matching: { labelSelector: 'common=true' },
      patch: { description: 'Mine' },
    }
    expect((await asOther('/bulk', { body: bulk })).json).toMatchObject({ total: 1 })
  })

  it('tells nothing of what else its team does with it', async () => {
    const pair = `/placements/platform/cert-manager/${cluster.name}`
    for (const path of [pair, `${SHOWN}/environments`, '/teams/platform']) {
      expect(await statusOf(path), path).toBe(404)
    }
    const lists = [
      '/history?namespace=platform&application=cert-manager',
      '/rollouts?namespace=platform&application=cert-manager',
      '/changes?object=application/platform/cert-manager',
    ]
    for (const list of lists) expect((await asOther(list)).json, list).toMatchObject({ total: 0 })
    const matrix = await asOther('/matrix?rows=namespace&columns=environment')
    expect(matrix.text).not.toContain('platform')
  })

  it('isn’t shown as it was when its team showed it to nobody', async () => {
    const at = `at=${before}`
    expect(await statusOf(`${SHOWN}?${at}`)).toBe(404)
    expect((await asOther(`/applications?${at}`)).json.total).toBe(1)
    const then = await asOther(`/placements?namespace=platform&application=cert-manager&${at}`)
    expect(then.json.total).toBe(0)
  })

  it('is shown to nobody who has no role, nor to clusters and announcers', async () => {
    const others = [
      await api.token('reader', { cluster: cluster.name }),
      await api.token('announcer', { team: 'ieb' }),
    ]
    for (const other of others) {
      expect((await api.call(SHOWN, { token: other })).status).not.toBe(200)
      expect((await api.call(`${SHOWN}/versions`, { token: other })).status).not.toBe(200)
    }
    const own = await api.token('announcer', { team: 'platform' })
    expect((await api.call(`${SHOWN}/versions`, { token: own })).status).toBe(200)
  })
})

describe('one that is shown no more, or made again', () => {
  it('is hidden at once', async () => {
    const hide = (visibility: string) =>
      api.call(SHOWN, { method: 'PATCH', body: { visibility }, headers: ANY })
    await hide('team')
    expect(await statusOf(SHOWN)).toBe(404)
    expect((await asOther('/applications')).json.total).toBe(1)
    await hide('tenant')
    expect(await statusOf(SHOWN)).toBe(200)
  })

  it('tells nothing of the one that had its name before', async () => {
    const { since } = (await api.call(HIDDEN)).json.status
    await api.call(HIDDEN, { method: 'DELETE', headers: ANY })
    const again = { ...platform, name: 'secret', visibility: 'tenant' }
    expect((await api.call('/applications', { body: again })).status).toBe(201)
    expect(await statusOf(HIDDEN)).toBe(200)
    expect(await statusOf(`${HIDDEN}?at=${since}`)).toBe(404)
    expect((await asOther(`${HIDDEN}/versions`)).json.total).toBe(0)
    const then = await asOther(`/placements?namespace=platform&application=secret&at=${since}`)
    expect(then.json.total).toBe(0)
  })
})
