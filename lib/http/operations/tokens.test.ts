import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, team } from '#lib/http/testing/bodies.ts'
import { signedInCookie, signInSettings } from '#lib/http/testing/signed-in.ts'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
  await api.call('/teams', { body: team })
  await api.call('/clusters', { body: cluster })
})

const DAY_MS = 86_400_000
const make = (fields: object = {}, token?: string) =>
  api.call('/tokens', {
    body: { name: 'CI', role: 'reader', ...fields },
    ...(token !== undefined && { token }),
  })
const made = async (
  fields: object = {},
  token?: string,
): Promise<{ id: string; token: string }> => {
  const answer = await make(fields, token)
  expect(answer.status, answer.text).toBe(201)
  return answer.json
}
const revoke = (id: string, token?: string) =>
  api.call(`/tokens/${id}`, { method: 'DELETE', ...(token !== undefined && { token }) })
const namesOf = async (path: string, token?: string) => {
  const { json } = await api.call(path, token === undefined ? {} : { token })
  return json.items.map(({ name }: { name: string }) => name)
}
const states = async () => {
  const { json } = await api.call('/tokens?sort=name')
  return json.items.map((row: { name: string; state: string }) => `${row.name} ${row.state}`)
}
const write = (statement: ReturnType<typeof sql>) =>
  inTenant(api.database, api.tenant.id, (tx) => tx.execute(statement))

/** The application's role may not change when a token ends, so the tables' owner does it. */
async function age(id: string, columns: string) {
  const owner = await connect(inject('ownerUrl'))
  await owner.client.unsafe(`update tokens set ${columns} where id = '${id}'`)
  await owner.close()
}

describe('a token', () => {
  it('is answered once, opens what it is for, and is in no answer after', async () => {
    const answer = await make({ days: 7 })
    const { token, id } = answer.json
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(token).toMatch(/^berth_[\w-]{43}$/)
    expect((await api.call('/teams', { token })).status).toBe(200)
    expect((await api.call('/teams', { token, body: { name: 'x' } })).status).toBe(403)
    for (const path of ['/tokens', '/tokens?format=csv']) {
      const { text } = await api.call(path)
      expect(text).toContain(id)
      expect(text).not.toContain(token.slice(6, 20))
    }
  })

  it('is kept as its hash alone, also for a retry', async () => {
    const headers = { 'idempotency-key': 'one' }
    const body = { name: 'CI', role: 'reader' }
    const { json } = await api.call('/tokens', { body, headers })
    const rows = await write(sql`
      select row_to_json(t)::text as row from tokens t
      union all select row_to_json(i)::text from idempotency_keys i
      union all select row_to_json(a)::text from audit_events a`)
    expect(rows.length).toBeGreaterThan(3)
    expect(JSON.stringify(rows)).not.toContain(json.token.slice(6))
    const again = await api.call('/tokens', { body, headers })
    expect(again.json).toMatchObject({ status: 409, code: 'token_shown_once', id: json.id })
    expect(await namesOf('/tokens?q=CI')).toEqual(['CI'])
  })

  it('lives for the days that were asked for, and for 90 when none were', async () => {
    for (const [fields, days] of [
      [{}, 90],
      [{ days: 366 }, 366],
    ] as const) {
      const { json } = await api.call('/tokens', {
        body: { name: 'a', role: 'admin', ...fields },
        token: await api.token('admin', { days: 366 }),
      })
      const lives = Date.parse(json.expires_at) - Date.parse(json.created_at)
      expect(lives / DAY_MS).toBeCloseTo(days, 1)
    }
  })

  it('doesn’t outlive the token that made it, and ends with it', async () => {
    const parent = await made({ role: 'admin', days: 1 })
    const child = await made({ role: 'admin', days: 300 }, parent.token)
    const grandchild = await made({ role: 'reader', days: 300 }, child.token)
    const { json } = await api.call('/tokens?sort=created')
    const ends = json.items.map((row: { expires_at: string }) => row.expires_at)
    expect(Math.max(...ends.map(Date.parse))).toBeLessThan(Date.now() + 2 * DAY_MS)
    expect((await revoke(parent.id)).status).toBe(204)
    for (const { token } of [parent, child, grandchild]) {
      expect((await api.call('/teams', { token })).json).toMatchObject({ code: 'token_invalid' })
    }
  })

  it('ends at once when it is revoked, and to revoke it again changes nothing', async () => {
    const { id, token } = await made()
    expect((await revoke(id)).status).toBe(204)
    expect((await api.call('/teams', { token })).status).toBe(401)
    const revokedAt = async () => (await api.call('/tokens?q=CI')).json.items[0].revoked_at
    const first = await revokedAt()
    expect((await revoke(id)).status).toBe(204)
    expect(await revokedAt()).toBe(first)
  })

  it.each(['absent', '00000000-0000-4000-8000-000000000000', "'; drop"])(
    'of the id %s is none to revoke',
    async (id) => {
      expect((await revoke(encodeURIComponent(id))).status).toBe(404)
    },
  )

  it('that expired or was revoked opens nothing, and is shown for 90 days', async () => {
    const expired = await made({ name: 'expired' })
    const revoked = await made({ name: 'revoked' })
    await age(expired.id, `expires_at = now() - interval '89 days'`)
    await age(revoked.id, `revoked_at = now() - interval '89 days'`)
    expect(await states()).toEqual(expect.arrayContaining(['expired expired', 'revoked revoked']))
    for (const { token } of [expired, revoked]) {
      expect((await api.call('/teams', { token })).json).toMatchObject({ code: 'token_invalid' })
    }
    await age(expired.id, `expires_at = now() - interval '91 days'`)
    await age(revoked.id, `revoked_at = now() - interval '91 days'`)
    expect(await states()).toEqual([expect.stringContaining('active')])
  })

  it('of a deleted team opens nothing, also when the name is given again', async () => {
    await api.call('/teams', { body: { name: 'leaving' } })
    const { token } = await made({ role: 'contributor', team: 'leaving' })
    expect((await api.call('/teams/leaving', { token })).status).toBe(200)
    const call = { method: 'DELETE', headers: { 'if-match': '*' } }
    expect((await api.call('/teams/leaving', call)).status).toBe(204)
    const refused = async () => (await api.call('/teams', { token })).json
    expect(await refused()).toMatchObject({ status: 401, code: 'token_invalid' })
    await api.call('/teams?freeName=true', { body: { name: 'leaving' } })
    expect(await refused()).toMatchObject({ status: 401, code: 'token_invalid' })
    expect((await api.call('/tokens?q=leaving')).json.items).toMatchObject([
      { team: 'leaving', state: 'void' },
    ])
  })

  it('of another tenant opens its own tenant alone, and is not there to see or revoke', async () => {
    const elsewhere = await createTestApi()
    const { id } = await made({ name: 'ours' })
    const theirs = await elsewhere.token('admin')
    expect(await namesOf('/tokens', theirs)).toEqual(['test admin', 'test admin'])
    expect((await revoke(id, theirs)).status).toBe(404)
  })

  it('says when it was last used, to the minute', async () => {
    const { id, token } = await made({ name: 'used' })
    await api.call('/teams', { token })
    await api.services.tokenUse.settle()
    const { json } = await api.call('/tokens?sort=-lastUsed&q=used')
    expect(json.items).toMatchObject([{ id, last_used_at: expect.stringMatching(/:00\.000Z$/) }])
  })
})

describe('who makes a token', () => {
  const limits = { team: 'ieb' }
  it.each([
    { role: 'contributor', limit: {}, fields: { role: 'contributor' }, status: 201 },
    { role: 'contributor', limit: {}, fields: { role: 'admin' }, status: 403 },
    { role: 'reader', limit: {}, fields: { role: 'reader' }, status: 201 },
    { role: 'reader', limit: {}, fields: { role: 'contributor' }, status: 403 },
    { role: 'reader', limit: {}, fields: { role: 'contributor', team: 'ieb' }, status: 403 },
    {
      role: 'contributor',
      limit: limits,
      fields: { role: 'contributor', team: 'ieb' },
      status: 201,
    },
    { role: 'contributor', limit: limits, fields: { role: 'reader', team: 'ieb' }, status: 201 },
    { role: 'contributor', limit: limits, fields: { role: 'reader' }, status: 403 },
    { role: 'contributor', limit: limits, fields: { role: 'reader', team: 'other' }, status: 422 },
    { role: 'reader', limit: limits, fields: { role: 'contributor', team: 'ieb' }, status: 403 },
    {
      role: 'contributor',
      limit: {},
      fields: { role: 'reader', cluster: cluster.name },
      status: 403,
    },
    { role: 'admin', limit: {}, fields: { role: 'reader', cluster: cluster.name }, status: 201 },
    {
      role: 'contributor',
      limit: { cluster: cluster.name },
      fields: { role: 'reader' },
      status: 404,
    },
  ] as const)(
    'a $role $limit asks for $fields: $status',
    async ({ role, limit, fields, status }) => {
      await api.call('/teams', { body: { name: 'other' } })
      const answer = await make(fields, await api.token(role, limit))
      expect(answer.status, answer.text).toBe(status)
    },
  )

  it('sees and revokes their own, and an admin and an auditor see all', async () => {
    const contributor = await api.token('contributor', limits)
    const other = await api.token('contributor', limits)
    const { id } = await made({ name: 'mine', role: 'reader', team: 'ieb' }, contributor)
    expect(await namesOf('/tokens', contributor)).toEqual(['mine'])
    expect(await namesOf('/tokens', other)).toEqual([])
    expect(await namesOf('/tokens', await api.token('reader'))).toContain('mine')
    expect(await namesOf('/tokens')).toContain('mine')
    expect((await revoke(id, other)).status).toBe(404)
    expect((await revoke(id, await api.token('reader'))).status).toBe(403)
    expect((await revoke(id, contributor)).status).toBe(204)
  })

  it('has at most 1,000 that live', async () => {
    const admin = await api.token('admin')
    const { id } = await made({ name: 'one' }, admin)
    await write(sql`
      insert into tokens (tenant, hash, name, role, created_by, payer, expires_at)
      select tenant, sha256((id::text || n)::bytea), name, role, created_by, payer, expires_at
      from tokens, generate_series(1, 999) n where id = ${id}`)
    expect((await make({}, admin)).json).toMatchObject({ status: 409, code: 'token_limit' })
    await revoke(id, admin)
    expect((await make({}, admin)).status).toBe(201)
  })
})

const member = { groups: ['ada-admins'], name: 'Ada' }

/** Somebody who is signed in and makes tokens for themselves, in a world with few requests. */
async function worldOfAda(settings: Record<string, string> = {}) {
  const world = await createTestApi({ ...signInSettings, ...settings })
  await world.call('/role-grants', {
    body: { source: 'group', value: 'ada-admins', role: 'admin' },
  })
  const cookie = await signedInCookie(world.services, member)
  const own = { token: null, headers: { cookie, origin: 'https://berth.example.com' } }
  return { world, own }
}

describe('what tokens do counts for whoever made them', () => {
  it('even through tokens that tokens made', async () => {
    const { world, own } = await worldOfAda({ BERTH_RATE_PER_SECOND: '1', BERTH_RATE_BURST: '9' })
    const make = async (call: Call) =>
      (await world.call('/tokens', { body: { name: 'x', role: 'admin' }, ...call })).json.token
    const parent = await make(own)
    const child = await make({ token: parent })
    const statuses = []
    for (let turn = 0; turn < 20; turn += 1) {
      for (const token of [parent, child]) {
        statuses.push((await world.call('/me', { token })).status)
      }
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(20)
    expect((await world.call('/me', own)).status).toBe(429)
  })

  it('also where nobody is behind the first of them, and not for tokens of another', async () => {
    const world = await createTestApi({ BERTH_RATE_PER_SECOND: '1', BERTH_RATE_BURST: '5' })
    const first = await world.token('admin')
    const other = await world.token('admin')
    const { json } = await world.call('/tokens', {
      body: { name: 'x', role: 'admin' },
      token: first,
    })
    for (let turn = 0; turn < 20; turn += 1) await world.call('/me', { token: json.token })
    expect((await world.call('/me', { token: first })).status).toBe(429)
    expect((await world.call('/me', { token: other })).status).toBe(200)
  })

  it('but a cluster’s count for the cluster', async () => {
    const { world, own } = await worldOfAda({ BERTH_RATE_PER_SECOND: '1', BERTH_RATE_BURST: '5' })
    await world.call('/clusters', { body: cluster })
    const body = { name: 'x', role: 'reader', cluster: cluster.name }
    const { json } = await world.call('/tokens', { ...own, body })
    for (let turn = 0; turn < 20; turn += 1) await world.call('/me', own)
    expect((await world.call('/me', own)).status).toBe(429)
    expect((await world.call('/me', { token: json.token })).status).toBe(200)
  })

  it('also in what they remove without confirming', async () => {
    const { world, own } = await worldOfAda()
    const clusters = Array.from({ length: 24 }, (_, index) => ({
      ...cluster,
      name: `c${index}`,
      metadata: {},
    }))
    const policy = { name: 'all', app_selector: '*', cluster_selector: '*' }
    const documents = [
      documentOf('team', team),
      documentOf('application', application),
      ...clusters.map((each) => documentOf('cluster', each)),
      documentOf('target-policy', policy),
    ]
    expect((await world.call('/apply', { body: documents })).status).toBe(200)
    const tokens = await Promise.all(
      [1, 2].map(async () => {
        const body = { name: 'x', role: 'admin' }
        return (await world.call('/tokens', { ...own, body })).json.token as string
      }),
    )
    const codes = []
    for (let index = 0; index < 6; index += 1) {
      const { json, status } = await world.call(`/clusters/c${index}`, {
        method: 'DELETE',
        headers: { 'if-match': '*' },
        token: tokens[index % 2]!,
      })
      codes.push(status === 204 ? 'removed' : json.code)
    }
    expect(codes).toContain('removed')
    expect(codes.at(-1)).toBe('removals_need_confirmation')
  })
})

describe('what is asked for', () => {
  it.each([
    // fields | code | pointer
    [{ name: '' }, 'required', '/name'],
    [{ name: 'a'.repeat(101) }, 'too_long', '/name'],
    [{ name: 'a\nb' }, 'control_char', '/name'],
    [{ role: 'owner' }, 'one_of', '/role'],
    [{ role: 'admin', team: 'ieb' }, 'one_of', '/role'],
    [{ days: 0 }, 'token_days', '/days'],
    [{ days: 367 }, 'token_days', '/days'],
    [{ days: 1.5 }, 'token_days', '/days'],
    [{ days: '1' }, 'type', '/days'],
    [{ team: 'absent' }, 'team_unknown', '/team'],
    [{ cluster: 'absent' }, 'cluster_unknown', '/cluster'],
    [{ cluster: 'a\0b' }, 'cluster_unknown', '/cluster'],
    [{ hash: 'x' }, 'unknown_field', '/hash'],
  ])('is refused: %j is %s', async (fields, code, pointer) => {
    expect((await make(fields)).json).toMatchObject({
      status: 422,
      code,
      errors: [{ pointer }],
    })
  })
})

describe('the list', () => {
  it.each(['name', '-name', 'created', '-created', 'expires', '-expires', 'lastUsed', '-lastUsed'])(
    'sorted by %s is the same in pages as in one',
    async (sort) => {
      for (const name of ['b', 'A', 'c', 'b', 'd']) await made({ name, days: name.charCodeAt(0) })
      await api.services.tokenUse.settle()
      const whole = (await api.call(`/tokens?sort=${sort}`)).json
      const paged: unknown[] = []
      let next: string | null = ''
      while (next !== null) {
        const { json } = await api.call(`/tokens?sort=${sort}&limit=2&continue=${next}`)
        paged.push(...json.items)
        next = json.continue
      }
      expect(paged).toEqual(whole.items)
      expect(whole.total).toBe(6)
    },
  )

  it('is searched by name, team, and whoever made it', async () => {
    await made({ name: 'alpha' })
    await made({ name: 'beta', team: 'ieb' })
    expect(await namesOf('/tokens?q=ALPH')).toEqual(['alpha'])
    expect(await namesOf('/tokens?q=ieb')).toEqual(['beta'])
    expect((await namesOf('/tokens?q=test admin&sort=name')).length).toBe(3)
    expect(await namesOf('/tokens?q=%25')).toEqual([])
  })
})
