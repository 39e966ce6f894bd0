// The audit of writes over the API: what is kept of each, and that nothing is written without its event.
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { readAuditRows, readChainHead, sha256 } from '#db/queries/audit.ts'
import { verifyChain } from '#lib/domain/audit/audit-chain.ts'
import { type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, team } from '#lib/http/testing/bodies.ts'
import { countRows } from '#lib/http/testing/rows.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { recordRefusal } from '#lib/usecases/audit/refusals.ts'
import { ownSession } from '#lib/usecases/session.ts'

const ANY = { 'if-match': '*' }

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})

const readEvents = () =>
  inTenant(api.database, api.tenant.id, async (tx) => {
    const scope = { tx, tenant: api.tenant.id }
    const rows = await readAuditRows(scope, { after: 0, limit: 1000 })
    expect(verifyChain(sha256, rows, await readChainHead(scope))).toMatchObject({ ok: true })
    return rows
  })

/** Puts a row where the next event goes, so that the event can't be written; answers how to remove it. */
async function blockAudit(): Promise<() => Promise<void>> {
  const owner = await connect(inject('ownerUrl'))
  const { id: tenant } = api.tenant
  await owner.client`
    insert into audit_events (tenant, id, at, actor_kind, actor_id, actor_name, action, result, hash)
    select ${tenant}, coalesce((select last_id from audit_heads where tenant = ${tenant}), 0) + 1,
      now(), 'system', '', '', '', 'accepted', ''`
  return async () => {
    await owner.client`delete from audit_events where tenant = ${tenant} and hash = ''`
    await owner.close()
  }
}

describe('an accepted write', () => {
  it('is one event that says who, from where, by what, on what, and what was before and after', async () => {
    const headers = { 'x-berth-address': '192.0.2.7', 'x-berth-request': 'request-1' }
    const created = await api.call('/teams', { body: team, headers })
    expect(created.headers.get('x-request-id')).toBe('request-1')
    await api.call('/teams/ieb', { method: 'PATCH', body: { description: 'x' }, headers: ANY })
    await api.call('/teams/ieb', { method: 'DELETE', headers: ANY })
    const [first, second, third, ...others] = await readEvents()
    expect(others).toEqual([])
    expect(first).toMatchObject({
      actorKind: 'token',
      actorName: 'test admin',
      address: '192.0.2.7',
      requestId: 'request-1',
      token: first?.actorId,
      action: 'teams.create',
      object: 'team/ieb',
      result: 'accepted',
      code: null,
      change: 1,
    })
    expect(JSON.parse(first?.details ?? '')).toMatchObject({
      objects: 1,
      edits: [{ object: 'team/ieb', before: null, after: { name: 'ieb' } }],
    })
    expect(JSON.parse(second?.details ?? '')).toMatchObject({
      edits: [{ before: { description: team.description ?? '' }, after: { description: 'x' } }],
    })
    expect(JSON.parse(third?.details ?? '')).toMatchObject({
      edits: [{ before: { description: 'x' }, after: null }],
    })
  })

  it('of many objects keeps the first hundred, and how many there were', async () => {
    const body = Array.from({ length: 120 }, (_, index) =>
      documentOf('cluster', { name: `cluster-${index}` }),
    )
    expect((await api.call('/apply', { body })).status).toBe(200)
    const [event] = await readEvents()
    expect(event).toMatchObject({ action: 'objects.apply', object: null, change: 1 })
    const { objects, edits } = JSON.parse(event?.details ?? '')
    expect([objects, edits.length]).toEqual([120, 100])
  })

  it('that finds nothing to do is also one event, without a change', async () => {
    await api.call('/teams', { body: team })
    await api.call('/teams/ieb', { method: 'PUT', body: team, headers: ANY })
    const [, event] = await readEvents()
    expect(event).toMatchObject({ action: 'teams.replace', object: 'team/ieb', change: null })
    expect(event?.details).toBeNull()
  })

  it('that is answered again from its key is the one event that it was', async () => {
    const call = { body: team, headers: { 'idempotency-key': 'one' } }
    expect((await api.call('/teams', call)).status).toBe(201)
    expect((await api.call('/teams', call)).status).toBe(201)
    expect(await readEvents()).toHaveLength(1)
  })

  it('is not kept when its event can’t be', async () => {
    await api.call('/teams', { body: team })
    const before = await countRows(api)
    const unblock = await blockAudit()
    const { status } = await api.call('/clusters', { body: cluster })
    await unblock()
    expect(status).toBe(500)
    expect(await countRows(api)).toEqual(before)
    expect(await readEvents()).toHaveLength(1)
  })
})

describe('what keeps nothing', () => {
  it.each([
    // case | path | call
    ['a read', '/teams', {}],
    ['a dry run', '/teams?dryRun=true', { body: team }],
    ['a refused dry run', '/teams?dryRun=true', { body: { name: 'A' } }],
    ['a refused read', '/teams/absent', {}],
    ['a write of nobody known', '/teams', { body: team, token: null }],
    ['a write with a wrong token', '/teams', { body: team, token: `berth_${'a'.repeat(43)}` }],
  ] satisfies [string, string, Call][])('%s leaves no event', async (_, path, call) => {
    await api.call(path, call)
    expect(await readEvents()).toEqual([])
  })
})

describe('a refused write', () => {
  const rows: readonly (readonly [string, string, Call, number, string | null, string])[] = [
    // case | path | call | status | object | code
    ['a body that is no JSON', '/teams', { text: '{' }, 400, null, 'malformed_json'],
    [
      'a field that nobody knows',
      '/teams',
      { body: { ...team, more: 1 } },
      422,
      'team/ieb',
      'unknown_field',
    ],
    [
      'a grant of everybody',
      '/role-grants',
      { body: { source: 'group', value: 'Everyone', role: 'admin' } },
      422,
      'role-grant/admin/group/Everyone',
      'group_everybody',
    ],
    ['a parameter that nobody knows', '/teams?x=1', { body: team }, 400, null, 'param_unknown'],
    [
      'no precondition',
      '/clusters/a',
      { method: 'DELETE' },
      428,
      'cluster/a',
      'precondition_required',
    ],
    [
      'an absent object',
      '/applications/ieb/app1',
      { method: 'DELETE', headers: ANY },
      404,
      'application/ieb/app1',
      'not_found',
    ],
    [
      'a name that nobody can have',
      `/teams/${'a'.repeat(300)}`,
      { method: 'DELETE', headers: ANY },
      404,
      `team/${'a'.repeat(300)}`,
      'not_found',
    ],
  ]
  it.each(rows)(
    'for %s is one event with the code alone',
    async (_, path, call, status, object, code) => {
      const answer = await api.call(path, call)
      expect([answer.status, answer.json.code]).toEqual([status, code])
      const events = await readEvents()
      expect(events).toHaveLength(1)
      expect(events[0]).toMatchObject({
        result: 'refused',
        object,
        code,
        change: null,
        details: null,
      })
    },
  )

  it('for a role is one event of that principal', async () => {
    const token = await api.token('reader')
    expect((await api.call('/teams', { body: team, token })).status).toBe(403)
    expect(await readEvents()).toMatchObject([
      { action: 'teams.create', actorName: 'test reader', code: 'forbidden' },
    ])
  })

  it('is one event, whatever stands in its path', async () => {
    const name = 'a\r\n\u001b[31m\u202e\0\ud800'
    // The router doesn't check a path, so this one reaches the operation.
    await api.call(`/teams/${encodeURIComponent(name.toWellFormed())}`, { method: 'DELETE' })
    const [event, ...others] = await readEvents()
    expect(others).toEqual([])
    expect(event?.object).toBe('team/a\r\n\u001b[31m\u202e\ufffd\ufffd')
    const csv = (await api.call('/audit?format=csv')).text
    expect(csv.trimEnd().split(/[\r\n]+/)).toHaveLength(2)
    expect(csv).toContain('team/a<U+000D><U+000A><U+001B>[31m<U+202E>')
  })

  it('is answered with 503 when the audit can’t hold it', async () => {
    const unblock = await blockAudit()
    const refused = await api.call('/teams', { body: { name: 'A' } })
    await unblock()
    expect([refused.status, refused.json.code]).toEqual([503, 'unavailable'])
    expect((await api.call('/teams', { body: { name: 'A' } })).status).toBe(422)
  })

  it('for too many requests is none: they would flood it', async () => {
    const slow = await createTestApi({ BERTH_RATE_PER_SECOND: '1', BERTH_RATE_BURST: '1' })
    await slow.call('/teams', { body: team })
    expect((await slow.call('/teams', { body: { name: 'other' } })).status).toBe(429)
    const [row] = await inTenant(slow.database, slow.tenant.id, (tx) =>
      tx.execute(
        sql`select count(*)::int as events from audit_events where tenant = ${slow.tenant.id}`,
      ),
    )
    expect(row).toEqual({ events: 1 })
  })
})

async function list(query: string, call: Call = {}) {
  return (await api.call(`/audit${query}`, call)).json
}

describe('refused writes', () => {
  it('of a payer are limited, and delay nobody else’s', async () => {
    const slow = await createTestApi({ BERTH_RATE_PER_SECOND: '20', BERTH_RATE_BURST: '100' })
    const other = await slow.token('admin')
    const answers = []
    for (let turn = 0; turn < 20; turn += 1) {
      answers.push(await slow.call('/teams', { body: { name: 'A' } }))
    }
    const refused = answers.filter(({ status }) => status === 422)
    const held = answers.filter(({ status }) => status === 429)
    expect(refused.length + held.length).toBe(20)
    expect(held.length).toBeGreaterThan(0)
    expect(Number(held[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await slow.call('/teams')).status).toBe(200)
    expect((await slow.call('/teams', { body: team, token: other })).status).toBe(201)
    const [row] = await inTenant(slow.database, slow.tenant.id, (tx) =>
      tx.execute(sql`
        select count(*)::int as events from audit_events
        where tenant = ${slow.tenant.id} and result = 'refused'`),
    )
    expect(row).toEqual({ events: refused.length })
  })
})

describe('the list', () => {
  beforeEach(async () => {
    await api.call('/apply', {
      body: [documentOf('team', team), documentOf('application', application)],
    })
    await api.call('/clusters', { body: cluster })
    await api.call('/clusters', { body: { name: 'A' } })
    await api.call('/teams/ieb', {
      method: 'PATCH',
      body: { description: '=cmd|x' },
      headers: { ...ANY, 'x-berth-address': '192.0.2.7', 'x-berth-request': 'request-1' },
    })
  })

  it('is newest first, with what was before and after, and a hash', async () => {
    const { items, total } = await list('')
    expect(total).toBe(4)
    expect(items.map(({ id }: { id: number }) => id)).toEqual([4, 3, 2, 1])
    expect(items[0]).toMatchObject({
      action: 'teams.patch',
      actor: { kind: 'token', name: 'test admin' },
      address: '192.0.2.7',
      request_id: 'request-1',
      details: { edits: [{ object: 'team/ieb', after: { description: '=cmd|x' } }] },
    })
    expect(items[3]).toMatchObject({ object: null, details: { objects: 2 } })
  })

  it.each([
    ['?q=CLUSTERS', [3, 2]],
    ['?q=request-1', [4]],
    ['?q=192.0.2.7', [4]],
    ['?q=192.0.2', []],
    ['?q=%25', []],
    ['?action=clusters.create', [3, 2]],
    ['?action=clusters', [3, 2]],
    ['?action=cluster', []],
    ['?result=refused', [3]],
    ['?object=ieb', [4]],
    ['?object=team/ieb', [4, 1]],
    ['?object=application/ieb/app1', [1]],
    ['?change=2', [2]],
    ['?actor=ADMIN', [4, 3, 2, 1]],
    ['?actor=nobody', []],
    ['?from=2100-01-01', []],
    ['?to=2100-01-01', [4, 3, 2, 1]],
    ['?to=2000-01-01', []],
    ['?at=2000-01-01', []],
    ['?result=accepted&action=clusters', [2]],
  ])('narrowed by %s holds what it should', async (query, ids) => {
    const { items, total } = await list(query)
    expect(items.map(({ id }: { id: number }) => id)).toEqual(ids)
    expect(total).toBe(ids.length)
  })

  it('goes on page by page, each event on one of them, whatever is added meanwhile', async () => {
    const first = await list('?limit=3')
    await api.call('/teams', { body: { name: 'later' } })
    const second = await list(`?limit=3&continue=${first.continue}`)
    const ids = [...first.items, ...second.items].map(({ id }: { id: number }) => id)
    expect(ids).toEqual([4, 3, 2, 1])
    expect(second.continue).toBeNull()
  })

  it('is the same list as a file, in which nothing is a formula', async () => {
    const named = { kind: 'person', id: 'p', name: '=cmd|x' } as const
    await recordRefusal(
      api.services,
      ownSession(api.tenant, {
        ...named,
        email: null,
        role: null,
        teams: new Map(),
        groups: [],
        cluster: null,
        registers: false,
        announces: null,
        schedules: null,
        tellsOfRepository: false,
      }),
      { useCase: objectUseCases.team.create, ref: {}, sent: null },
      'forbidden',
    )
    const { text, headers } = await api.call('/audit', { headers: { accept: 'text/csv' } })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [names, ...rows] = text.trimEnd().split('\r\n')
    expect(names).toBe(
      'id,at,actor_kind,actor_id,actor,address,request_id,token,action,object,result,code,change,details,hash',
    )
    expect(rows).toHaveLength(5)
    expect(rows[0]).toContain(",'=cmd|x,")
  })

  it('is there for roles in the tenant, and absent for a team’s', async () => {
    expect((await api.call('/audit', { token: await api.token('reader') })).status).toBe(200)
    const token = await api.token('contributor', { team: 'ieb' })
    expect((await api.call('/audit', { token })).status).toBe(404)
  })

  it('is answered while somebody is adding to it', async () => {
    const asSomebodyElse = AsyncLocalStorage.snapshot()
    await inTenant(api.database, api.tenant.id, async (tx) => {
      await tx.execute(sql`select from audit_heads where tenant = ${api.tenant.id} for update`)
      expect((await asSomebodyElse(() => list(''))).total).toBe(4)
    })
  })
})
