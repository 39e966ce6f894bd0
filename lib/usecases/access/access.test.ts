import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { readAccess } from '#db/queries/access.ts'
import { readAuditRows } from '#db/queries/audit.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import type { UseCase } from '../define.ts'
import { ownSession } from '../session.ts'
import { Refusal } from '../refusal.ts'
import { readMeUseCase } from './me.ts'
import { explainAccessUseCase, listPeopleUseCase } from './people.ts'
import {
  createRoleGrantUseCase,
  deleteRoleGrantUseCase,
  listRoleGrantsUseCase,
  ROLE_GRANTS_MAX,
} from './role-grants.ts'

const PLATFORM = { source: 'group', value: 'platform', role: 'admin', description: '' } as const
const ada = actorOf({ kind: 'person', id: 'oidc:ada', name: 'Ada', role: 'admin' })
const member = actorOf({ kind: 'person', id: 'oidc:mia', name: 'Mia' })

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})

const as =
  (actor: Actor, services = () => api.services) =>
  async <Raw, Output>({ invoke }: Pick<UseCase<Raw, Output>, 'invoke'>, raw: Raw) =>
    invoke(services(), ownSession(api.tenant, actor), raw).catch((error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    })

const inOurs = <T>(action: Parameters<typeof inTenant<T>>[2]) =>
  inTenant(api.database, api.tenant.id, action)

const know = (subject: string, groups: readonly string[], over: { message?: string } = {}) =>
  inOurs((tx) =>
    tx.execute(sql`
      insert into people (tenant, subject, name, email, groups, rights_state, rights_message,
        read_at, tried_at, signed_in_at)
      values (${api.tenant.id}, ${subject}, ${subject.slice(5)}, ${`${subject}@example.com`},
        array(select jsonb_array_elements_text(${JSON.stringify(groups)}::jsonb)),
        ${over.message === undefined ? 'read' : 'unavailable'}, ${over.message ?? null},
        now(), now(), now())`),
  )

const page = (text: string | null, after: { name: string; subject: string } | null) =>
  as(ada)(listPeopleUseCase, { filter: { text }, after, limit: 2 })

const accessNow = () => inOurs((tx) => readAccess({ tx, tenant: api.tenant.id }))

async function granted(grant: object, who = ada): Promise<string> {
  const answer = await as(who)(createRoleGrantUseCase, grant)
  if (typeof answer === 'string') throw new Error(answer)
  return answer.id!
}

describe('a grant', () => {
  it('is kept in the one form in which groups are compared, and moves the version', async () => {
    const { version } = await accessNow()
    await granted({ ...PLATFORM, value: '{6F9619FF-8B86-4D01-B42D-00CF4FC964FF}' })
    const now = await accessNow()
    expect(now.grants).toMatchObject([{ value: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' }])
    expect(now.version).toBeGreaterThan(version)
  })

  it('is in the audit when it is made and when it is removed', async () => {
    const id = await granted(PLATFORM)
    await as(ada)(deleteRoleGrantUseCase, { id })
    const scope = { tenant: api.tenant.id }
    const rows = await inOurs((tx) => readAuditRows({ tx, ...scope }, { after: 0, limit: 9 }))
    expect(rows).toMatchObject([
      { action: 'role-grants.create', object: `role-grant/${id}`, actorId: ada.id, change: null },
      { action: 'role-grants.delete', object: `role-grant/${id}` },
    ])
    expect(rows[0]?.details).toContain('"platform"')
  })

  it('is made only once for a group, and a second try leaves nothing', async () => {
    await granted(PLATFORM)
    const before = await accessNow()
    expect(await as(ada)(createRoleGrantUseCase, { ...PLATFORM, role: 'reader' })).toBe(
      'grant_exists',
    )
    expect(await accessNow()).toEqual(before)
  })

  it('of an app role differs from that of a group of the same name', async () => {
    await granted(PLATFORM)
    await granted({ ...PLATFORM, source: 'role' })
    expect((await accessNow()).grants).toHaveLength(2)
  })

  it(`is refused beside ${ROLE_GRANTS_MAX} others`, async () => {
    await inOurs((tx) =>
      tx.execute(sql`
        insert into role_grants (tenant, source, value, role, created_by)
        select ${api.tenant.id}, 'group', 'g' || n, 'reader', 'test'
        from generate_series(1, ${ROLE_GRANTS_MAX}) as numbers (n)`),
    )
    expect(await as(ada)(createRoleGrantUseCase, PLATFORM)).toBe('too_many')
  })

  it.each([
    ['reader', actorOf({ role: 'reader' })],
    ['contributor', actorOf({ role: 'contributor' })],
  ])('is shown to a %s, who may not change it', async (_, actor) => {
    const id = await granted(PLATFORM)
    expect(await as(actor)(listRoleGrantsUseCase, null)).toMatchObject([{ id }])
    expect(await as(actor)(createRoleGrantUseCase, { ...PLATFORM, value: 'x' })).toBe('forbidden')
    expect(await as(actor)(deleteRoleGrantUseCase, { id })).toBe('forbidden')
    expect((await accessNow()).grants).toHaveLength(1)
  })
})

describe('somebody who removes a grant', () => {
  beforeEach(() => know(ada.id, ['platform', 'second']))

  it('must stay an admin', async () => {
    const id = await granted(PLATFORM)
    expect(await as(ada)(deleteRoleGrantUseCase, { id })).toBe('would_lock_out')
    expect((await accessNow()).grants).toHaveLength(1)
    await granted({ ...PLATFORM, value: 'second' })
    expect(await as(ada)(deleteRoleGrantUseCase, { id })).toBeNull()
  })

  it('isn’t kept an admin by a weaker role', async () => {
    const id = await granted(PLATFORM)
    await granted({ ...PLATFORM, value: 'second', role: 'contributor' })
    expect(await as(ada)(deleteRoleGrantUseCase, { id })).toBe('would_lock_out')
  })

  it('may remove every grant where the environment keeps them an admin', async () => {
    const { environment } = api.services
    const admins = [{ ...PLATFORM, description: 'BERTH_ADMINS' }]
    const kept = {
      ...api.services,
      environment: { ...environment, admins, tenantName: api.tenant.name },
    }
    const ask = as(ada, () => kept)
    const id = await granted(PLATFORM)
    expect(await ask(listRoleGrantsUseCase, null)).toMatchObject([{ id: null }, { id }])
    expect(await ask(deleteRoleGrantUseCase, { id })).toBeNull()
  })

  it('may remove a grant of others, but none that isn’t there', async () => {
    await granted(PLATFORM)
    const id = await granted({ ...PLATFORM, value: 'auditors', role: 'reader' })
    expect(await as(ada)(deleteRoleGrantUseCase, { id })).toBeNull()
    expect(await as(ada)(deleteRoleGrantUseCase, { id })).toBe('not_found')
    expect(await as(ada)(deleteRoleGrantUseCase, { id: 'no uuid' })).toBe('not_found')
  })
})

describe('people', () => {
  beforeEach(async () => {
    await know('oidc:ada', ['platform'])
    await know('oidc:bea', [])
    await know('oidc:cyd', [], { message: 'The directory did not answer.' })
  })

  it('are listed by name, page by page, and found by a part of name, e-mail or subject', async () => {
    const first = await page(null, null)
    expect(first).toMatchObject({ total: 3, items: [{ name: 'ada', groups: 1 }, { name: 'bea' }] })
    const after = { name: 'bea', subject: 'oidc:bea' }
    expect(first).toMatchObject({ next: after })
    expect(await page(null, after)).toMatchObject({
      items: [{ name: 'cyd', rightsState: 'unavailable' }],
      next: null,
    })
    expect(await page('BEA@EXAMPLE', null)).toMatchObject({ total: 1, items: [{ name: 'bea' }] })
    expect(await page('%', null)).toMatchObject({ total: 0 })
  })

  it('are explained: what gives them which rights, and why they may not do the rest', async () => {
    await granted({ ...PLATFORM, role: 'reader', description: 'Auditors' })
    const answer = await as(ada)(explainAccessUseCase, { person: 'oidc:ada' })
    expect(answer).toMatchObject({
      person: { subject: 'oidc:ada', name: 'ada' },
      role: 'reader',
      because: [{ kind: 'grant', grant: { value: 'platform' } }],
      notice: null,
    })
    expect(answer).toHaveProperty('matrix')
    if (typeof answer === 'string') return
    const rowOf = (resource: string, action: string) =>
      answer.matrix.find((row) => row.resource === resource && row.action === action)
    expect(rowOf('audit', 'read')).toMatchObject({ allowed: 'all', refusal: null })
    expect(rowOf('cluster', 'write')).toMatchObject({
      allowed: 'none',
      refusal: { reason: 'Only admins may change this cluster.', allowedBy: [] },
    })
    expect(rowOf('token', 'write')).toMatchObject({ allowed: 'own' })
  })

  it('without groups for now are told why', async () => {
    expect(await as(ada)(explainAccessUseCase, { person: 'oidc:cyd' })).toMatchObject({
      role: null,
      notice: 'The directory did not answer.',
    })
  })

  it('may be anybody with some groups and app roles, of teams too', async () => {
    const groups = [{ id: 'ieb-dev', role: 'contributor' }]
    await api.call('/teams', { body: { name: 'ieb', groups } })
    const memberships = { groups: ['ieb-dev'], roles: [] }
    const answer = await as(ada)(explainAccessUseCase, { person: null, memberships })
    expect(answer).toMatchObject({ role: null, teams: new Map([['ieb', 'contributor']]) })
    expect(answer).toMatchObject({
      matrix: expect.arrayContaining([
        { resource: 'application', action: 'write', allowed: 'own', teams: ['ieb'], refusal: null },
      ]),
    })
  })

  it('who are unknown are not found', async () => {
    expect(await as(ada)(explainAccessUseCase, { person: 'oidc:absent' })).toBe('not_found')
  })
})

describe('a person without any role', () => {
  it('learns who they are, and nothing of others and of what gives rights', async () => {
    await know(member.id, ['strangers'])
    const ask = as(member)
    expect(await ask(readMeUseCase, null)).toMatchObject({ actor: { id: member.id }, because: [] })
    expect(await ask(listRoleGrantsUseCase, null)).toBe('not_found')
    expect(await ask(createRoleGrantUseCase, PLATFORM)).toBe('not_found')
    expect(await ask(deleteRoleGrantUseCase, { id: 'x' })).toBe('not_found')
    expect(await ask(listPeopleUseCase, { filter: { text: null }, after: null, limit: 1 })).toBe(
      'not_found',
    )
    expect(await ask(explainAccessUseCase, { person: member.id })).toBe('not_found')
  })
})

describe('over HTTP', () => {
  beforeEach(() => know('oidc:ada', ['platform']))

  it('everybody is told who they are', async () => {
    expect((await api.call('/me')).json).toMatchObject({
      kind: 'token',
      tenant: api.tenant.name,
      role: 'admin',
      teams: [],
      because: [],
      notice: null,
      token: expect.any(String),
    })
  })

  it('a grant has an address, and can be removed there', async () => {
    const made = await api.call('/role-grants', { body: PLATFORM })
    expect(made.status).toBe(201)
    const address = made.headers.get('location')!.replace('/api/v1', '')
    expect((await api.call('/role-grants?limit=1')).json).toMatchObject({
      items: [{ value: 'platform' }],
      total: 1,
      continue: null,
    })
    expect((await api.call(address, { method: 'DELETE' })).status).toBe(204)
    expect((await api.call('/role-grants')).json.total).toBe(0)
  })

  it('grants are paged', async () => {
    for (const value of ['a', 'b', 'c']) await granted({ ...PLATFORM, value })
    const first = (await api.call('/role-grants?limit=2')).json
    const rest = (await api.call(`/role-grants?limit=2&continue=${first.continue}`)).json
    expect([...first.items, ...rest.items].map(({ value }) => value)).toEqual(['a', 'b', 'c'])
    expect(rest.continue).toBeNull()
  })

  it('groups and app roles may be given several times', async () => {
    await granted(PLATFORM)
    const asked = await api.call('/access?group=x&group=platform&role=y')
    expect(asked.json).toMatchObject({
      person: null,
      groups: ['x', 'platform'],
      roles: ['y'],
      role: 'admin',
      because: [{ source: 'group', value: 'platform', role: 'admin', team: null }],
    })
    expect((await api.call('/access?person=oidc%3Aada')).json).toMatchObject({ role: 'admin' })
    expect((await api.call('/access?person=oidc%3Aada&group=x')).status).toBe(400)
    expect((await api.call('/access?person=a&person=b')).json).toMatchObject({
      code: 'param_repeated',
    })
    const many = Array.from({ length: 201 }, () => 'group=x').join('&')
    expect((await api.call(`/access?${many}`)).status).toBe(400)
  })
})
