// Guard rules, as edits meet them.
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf, guardRule, policy, team } from '#lib/http/testing/bodies.ts'

const ANY = { 'if-match': '*' }
const POLICY = '/target-policies/everywhere'
const RULE = `/guard-rules/${guardRule.name}`
const SITES = ['p1', 'p2', 'p3', 's1']

const everywhere = { ...policy, name: 'everywhere', app_selector: '*', cluster_selector: '*' }
const site = (name: string) => ({ name, environment: name < 'q' ? 'production' : 'staging' })

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
  const documents = [
    documentOf('team', team),
    documentOf('application', application),
    documentOf('target-policy', everywhere),
    ...SITES.map((name) => documentOf('cluster', site(name))),
  ]
  expect(await api.call('/apply', { body: documents })).toMatchObject({ status: 200 })
  await setRule({ removals: 1 })
})

/** Replaces the rule, which needs no confirmation and no reason. */
async function setRule(rule: object) {
  const { removals: _, ...unlimited } = guardRule
  const body = { ...unlimited, reason_required: false, ...rule }
  const { status, text } = await api.call(RULE, { method: 'DELETE', headers: ANY })
  expect([204, 404], text).toContain(status)
  expect((await api.call('/guard-rules', { body })).status).toBe(201)
}

type Sent = { readonly query?: string; readonly headers?: Record<string, string> }
const edit = (path: string, body: unknown, { query = '', headers = {} }: Sent = {}) =>
  api.call(`${path}${query}`, { method: 'PATCH', body, headers: { ...ANY, ...headers } })
const suspend = (sent?: Sent) => edit(POLICY, { suspended: true }, sent)
const remove = (name: string, sent: Sent = {}) =>
  api.call(`/clusters/${name}${sent.query ?? ''}`, {
    method: 'DELETE',
    headers: { ...ANY, ...sent.headers },
  })
const release = (query = '') => edit('/applications/ieb/app1', { repo_branch: 'v2' }, { query })
const why = { 'berth-reason': 'It%20is%20time' }
const codeOf = ({ json }: Answer): string => json.code

describe('a guard rule', () => {
  it('is told by the preview with what it asks, and names itself in the refusal', async () => {
    await setRule({ removals: 1, reason_required: true })
    const preview = await suspend({ query: '?dryRun=true' })
    expect(preview).toMatchObject({
      status: 200,
      json: {
        placements: { removed: 4 },
        confirmRemovals: 4,
        confirmChanges: null,
        reasonRequired: true,
        guards: [
          { asks: 'reason', rule: 'production', placements: 3, clusters: 3, limit: 0 },
          {
            asks: 'removals',
            rule: 'production',
            placements: 3,
            clusters: 3,
            limit: 1,
            message: 'Rule `production`: 3 removals on 3 clusters, at most 1 without confirmation.',
          },
        ],
      },
    })
    const refused = await suspend({ headers: why })
    expect(refused.status).toBe(409)
    expect(refused.json.detail).toContain(preview.json.guards[1].message)
    expect(refused.json.impact.guards).toEqual(preview.json.guards)
  })

  it('refuses in order: 428, 412, reason, impact_changed, removals', async () => {
    await setRule({ removals: 1, reason_required: true })
    const old = { 'berth-impact': 'old' }
    const bare = await api.call(POLICY, { method: 'PATCH', body: { suspended: true } })
    expect(bare.status).toBe(428)
    expect((await suspend({ headers: { 'if-match': '"9"', ...old } })).status).toBe(412)
    expect(await suspend({ query: '?confirmRemovals=4', headers: old })).toMatchObject({
      status: 422,
      json: { code: 'reason_required', impact: { reasonRequired: true } },
    })
    expect(codeOf(await suspend({ headers: { ...why, ...old } }))).toBe('impact_changed')
    expect(codeOf(await suspend({ query: '?confirmRemovals=3', headers: why }))).toBe(
      'removals_need_confirmation',
    )
    const confirmed = { query: '?confirmRemovals=4', headers: why }
    expect((await suspend(confirmed)).status).toBe(200)
  })

  it('asks for the number of changes', async () => {
    await setRule({ changes: 2 })
    expect(await release()).toMatchObject({
      status: 409,
      json: { code: 'changes_need_confirmation', impact: { confirmChanges: 4 } },
    })
    expect((await release('?confirmChanges=4')).status).toBe(200)
  })

  it('lets pass what is on no cluster of it, and what only adds', async () => {
    await setRule({ removals: 0, changes: 0, reason_required: true })
    expect((await remove('s1')).status).toBe(204)
    expect((await api.call('/clusters', { body: site('p4') })).status).toBe(201)
  })

  it('is not gone round by several small edits of one principal', async () => {
    expect((await remove('p1')).status).toBe(204)
    const second = await remove('p2')
    expect(second).toMatchObject({
      status: 409,
      json: { code: 'removals_need_confirmation', impact: { confirmRemovals: 1 } },
    })
    expect(second.json.detail).toContain('after 1 unconfirmed removal in ten minutes')
    expect((await remove('p2', { query: '?confirmRemovals=1' })).status).toBe(204)
  })

  it('holds for a cluster that the same edit takes out of it', async () => {
    await setRule({ removals: 0 })
    await edit(
      POLICY,
      { cluster_selector: 'environment=production' },
      { query: '?confirmRemovals=1' },
    )
    const relabel = await edit('/clusters/p1', { environment: 'staging' })
    expect(codeOf(relabel)).toBe('removals_need_confirmation')
  })

  it('holds for an edit that weakens it at once', async () => {
    const documents = [
      documentOf('guard-rule', { ...guardRule, reason_required: false, removals: 100 }),
      documentOf('target-policy', { ...everywhere, suspended: true }),
    ]
    expect(codeOf(await api.call('/apply', { body: documents }))).toBe('removals_need_confirmation')
  })

  it('takes no reason for somebody’s that Berth gives itself', async () => {
    await setRule({ reason_required: true })
    const added = await api.call('/clusters', { body: site('p4') })
    const undo = (headers = {}) =>
      api.call(`/changes/${added.headers.get('berth-change')}/revert`, { method: 'POST', headers })
    expect(codeOf(await undo())).toBe('reason_required')
    expect((await undo(why)).status).toBe(200)
  })

  it('is one of a hundred at most, because each edit looks at all of them', async () => {
    const rules = Array.from({ length: 100 }, (_, index) =>
      documentOf('guard-rule', { ...guardRule, name: `rule-${index}` }),
    )
    const isFull = { status: 409, json: { code: 'too_many' } }
    expect(await api.call('/apply', { body: rules })).toMatchObject(isFull)
    expect((await api.call('/apply', { body: rules.slice(1) })).status).toBe(200)
    const body = { ...guardRule, name: 'more' }
    expect(await api.call('/guard-rules', { body })).toMatchObject(isFull)
    expect((await edit(RULE, { description: 'Still edited' }, { headers: why })).status).toBe(200)
  })

  it('makes nothing easier: what must be confirmed everywhere stays so', async () => {
    await setRule({ removals: 1_000_000, changes: 1_000_000 })
    const names = Array.from({ length: 21 }, (_, index) => `p-${index}`)
    const sites = names.map((name) => documentOf('cluster', site(name)))
    expect((await api.call('/apply', { body: sites })).status).toBe(200)
    expect(await suspend()).toMatchObject({
      json: { code: 'removals_need_confirmation', impact: { confirmRemovals: 25, guards: [] } },
    })
  })

  it('says with each edit how many clusters it guards', async () => {
    const { json } = await edit(RULE, { removals: 2 }, { query: '?dryRun=true' })
    expect(json.warnings).toEqual([
      { code: 'guard_reach', message: 'production guards 3 of 4 clusters.' },
    ])
  })

  it('is edited as a change of its own', async () => {
    const edited = await edit(RULE, { removals: null }, { headers: why })
    expect(edited.json).not.toHaveProperty('removals')
    const change = await api.call(`/changes/${edited.headers.get('berth-change')}`)
    expect(change.json).toMatchObject({
      action: 'guard-rules.patch',
      reason: 'It is time',
      impact: { placements: { added: 0, removed: 0, changed: 0 } },
    })
    expect((await suspend()).status).toBe(200)
  })

  it.each([
    ['a number below 0', { removals: -1 }, 'count_range'],
    ['a fraction', { changes: 0.5 }, 'type'],
    ['an empty selector', { cluster_selector: '' }, 'selector_empty'],
  ])('is refused with %s', async (_, body, code) => {
    expect(await edit(RULE, body)).toMatchObject({ status: 422, json: { code } })
  })
})
