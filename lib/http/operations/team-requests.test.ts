// Asking for a team as a person without any role, and deciding on that as an admin through the API.
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { personOf } from '#lib/domain/testing/actors.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, policy } from '#lib/http/testing/bodies.ts'
import { PLAIN_WRITE } from '#lib/usecases/changes/write-options.ts'
import { ownSession } from '#lib/usecases/session.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { askForTeamUseCase, withdrawTeamRequestUseCase } from '#lib/usecases/team-requests/ask.ts'
import {
  approveTeamRequestUseCase,
  declineTeamRequestUseCase,
} from '#lib/usecases/team-requests/decide.ts'
import {
  getTeamRequestUseCase,
  listTeamRequestsUseCase,
  type TeamRequestAnswer,
} from '#lib/usecases/team-requests/read.ts'

const GROUP = '6f1f9f0e-0000-4000-8000-00000000000a'
const wish = {
  name: 'shop',
  groups: [{ id: GROUP, role: 'contributor' }],
  purpose: 'Runs the shop of the company.',
}
const team = { name: 'shop', groups: wish.groups }
const ANY = { 'if-match': '*' }

const nils = personOf('nils')
const olga = personOf('olga')
const ada = personOf('ada', { role: 'admin' })
const rita = personOf('rita', { role: 'reader' })
const cory = personOf('cory', { role: 'contributor' })
const program: Actor = { ...personOf('program', { role: 'admin' }), kind: 'token' }

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})

type Asked<Output> = Promise<Output | { code: string; kind: string; message: string }>

/** What a use case answers, or why it doesn't. */
async function ask<Raw, Output>(
  useCase: {
    invoke: (...args: [TestApi['services'], ReturnType<typeof ownSession>, Raw]) => Promise<Output>
  },
  actor: Actor,
  raw: Raw,
): Asked<Output> {
  const session = ownSession(api.tenant, actor)
  return useCase.invoke(api.services, session, raw).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    const { code, kind, message } = error
    return { code, kind, message }
  })
}

const wants = (actor: Actor, body: unknown = wish, dryRun = false) =>
  ask(askForTeamUseCase, actor, { body, dryRun })
/** Why a team can't be asked for. */
async function told(actor: Actor): Promise<string> {
  const answer = await wants(actor, wish, true)
  return 'message' in answer ? answer.message : ''
}
const readAs = (actor: Actor, id: string) => ask(getTeamRequestUseCase, actor, { id })
const listAs = (actor: Actor) =>
  ask(listTeamRequestsUseCase, actor, { state: null, after: null, limit: 100 })

async function namesFor(actor: Actor) {
  const list = await listAs(actor)
  return 'items' in list ? list.items.map(({ name }) => name) : list
}

const memberships = (request: TeamRequestAnswer) =>
  request.groups.map(({ asker_is_member: isMember }) => isMember)

async function open(actor: Actor = nils, body: unknown = wish): Promise<string> {
  const asked = await wants(actor, body)
  if (!('id' in asked) || asked.id === null) throw new Error(JSON.stringify(asked))
  return asked.id
}

const approve = (id: string, body: unknown = { team, reason: 'Welcome' }, query = '') =>
  api.call(`/team-requests/${id}/approve${query}`, { body })

async function rowsOf(table: 'team_requests' | 'revisions' | 'changes'): Promise<number> {
  const [row] = await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute<{ rows: number }>(sql`select count(*)::int as rows from ${sql.identifier(table)}`),
  )
  return row!.rows
}

describe('a request for a team', () => {
  it('can be made by whoever signed in, without any role', async () => {
    const id = await open()
    expect(await readAs(nils, id)).toMatchObject({
      id,
      state: 'open',
      asker: { id: 'nils', name: 'nils' },
      name: 'shop',
      groups: [{ id: GROUP, role: 'contributor', asker_is_member: null }],
      purpose: wish.purpose,
      decision: null,
    })
  })

  it('can’t be made by a token, whatever its role, and the refusal says why', async () => {
    const answer = await api.call('/team-requests', { body: wish })
    expect(answer.status).toBe(403)
    expect(answer.json).toMatchObject({
      code: 'person_required',
      detail: expect.stringMatching(/token/),
    })
    expect(await rowsOf('team_requests')).toBe(0)
  })

  it.each<[string, object, string]>([
    // case | over | code
    ['a reserved name', { name: 'kube-system' }, 'name_reserved'],
    ['a name that is none', { name: 'Shop' }, 'name_format'],
    ['two groups in one', { groups: [{ id: 'One, Two', role: 'reader' }] }, 'group_format'],
    [
      'everybody as a group',
      { groups: [{ id: 'system:authenticated', role: 'reader' }] },
      'group_reserved',
    ],
    ['a selector without terms', { cluster_boundary: {} }, 'selector_empty'],
    ['no group', { groups: [] }, 'required'],
    ['no purpose', { purpose: '         x' }, 'too_short'],
    ['too long a purpose', { purpose: 'x'.repeat(2001) }, 'too_long'],
    ['what cannot be stored', { purpose: 'because of \u0000 this' }, 'control_char'],
    ['fields that a request has not', { quota: {} }, 'unknown_field'],
  ])('is refused with %s', async (_, over, code) => {
    expect(await wants(nils, { ...wish, ...over })).toMatchObject({ code })
    expect(await rowsOf('team_requests')).toBe(0)
  })

  it('is kept as a team would be: group ids in one form, the boundary as one selector', async () => {
    const id = await open(nils, {
      ...wish,
      groups: [
        { id: `{${GROUP.toUpperCase()}}`, role: 'reader' },
        { id: 'CN=Shop,OU=Groups,DC=example', role: 'reader' },
      ],
      cluster_boundary: 'region in (east)',
    })
    expect(await readAs(nils, id)).toMatchObject({
      groups: [
        { id: GROUP, role: 'reader' },
        { id: 'CN=Shop,OU=Groups,DC=example', role: 'reader' },
      ],
      cluster_boundary: { matchLabels: { region: 'east' } },
    })
  })

  it('is told how to join a team of that name, with its groups only where they may read it', async () => {
    const group = '6f1f9f0e-0000-4000-8000-00000000000a'
    await api.call('/teams', { body: { name: 'shop', groups: [{ id: group, role: 'reader' }] } })
    const inside = personOf('ines', { teams: new Map([['shop', 'contributor']]) })
    expect(await told(nils)).toBe(
      'There is a team shop already. To join it, ask an admin of Berth to add one of your groups to it.',
    )
    expect(await told(rita)).toContain(`get into one of its groups (${group}), or ask an admin`)
    expect(await told(inside)).toBe('There is a team shop already, and you are in it.')
  })

  it('is told at once that the name is taken, held, or asked for by oneself', async () => {
    await api.call('/teams', { body: { name: 'shop' } })
    expect(await wants(nils, wish, true)).toMatchObject({ code: 'name_taken', kind: 'conflict' })
    await api.call('/teams/shop', { method: 'DELETE', headers: ANY })
    expect(await wants(nils)).toMatchObject({ code: 'name_held', kind: 'conflict' })
    await open(nils, { ...wish, name: 'store' })
    expect(await wants(nils, { ...wish, name: 'store' })).toMatchObject({
      code: 'request_repeated',
    })
  })

  it('is not kept by a dry run', async () => {
    expect(await wants(nils, wish, true)).toMatchObject({ id: null, state: 'open', name: 'shop' })
    expect(await rowsOf('team_requests')).toBe(0)
  })

  it('is one of five open ones at most, for each person', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await open(nils, { ...wish, name })
    expect(await wants(nils)).toMatchObject({ code: 'too_many_requests_open', kind: 'conflict' })
    const id = await open(olga)
    expect(await ask(withdrawTeamRequestUseCase, olga, { id, dryRun: false })).toMatchObject({
      state: 'withdrawn',
    })
    expect(await rowsOf('team_requests')).toBe(6)
  })

  it('is not one too many when five are sent at once', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `team-${index}`)
    const answers = await Promise.all(names.map((name) => wants(nils, { ...wish, name })))
    expect(answers.filter((answer) => 'state' in answer)).toHaveLength(5)
  })
})

/** What the identity provider says of the asker. */
const tellOfNils = (groups: readonly string[], state: 'read' | 'unavailable' = 'read') =>
  inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`
      insert into people (tenant, subject, name, groups, rights_state, read_at, tried_at)
      values (${api.tenant.id}, 'nils', 'nils', ${sql.param(groups)}::text[], ${state}, now(), now())
      on conflict (tenant, subject) do update
      set groups = excluded.groups, rights_state = excluded.rights_state`),
  )

describe('who sees a request', () => {
  it('is the asker, and whoever may read the tenant; to all others it is not there', async () => {
    const id = await open()
    for (const who of [nils, ada, rita, cory]) expect(await readAs(who, id)).toMatchObject({ id })
    expect(await readAs(olga, id)).toMatchObject({ kind: 'not_found' })
    const absent = await readAs(olga, '00000000-0000-4000-8000-000000000000')
    expect(await readAs(olga, id)).toEqual(absent)
    expect(await readAs(olga, 'no id')).toEqual(absent)
    const member = personOf('ines', { teams: new Map([['ieb', 'contributor']]) })
    expect(await readAs(member, id)).toEqual(absent)
  })

  it('is the same in lists', async () => {
    await open()
    await open(olga, { ...wish, name: 'store' })
    expect(await namesFor(nils)).toEqual(['shop'])
    expect(await namesFor(ada)).toEqual(['store', 'shop'])
    expect(await namesFor(rita)).toEqual(['store', 'shop'])
    expect(await namesFor(personOf('nobody'))).toEqual([])
  })

  it('is nobody of another tenant', async () => {
    const id = await open()
    const elsewhere = await createTestApi()
    expect((await elsewhere.call(`/team-requests/${id}`)).status).toBe(404)
    expect((await elsewhere.call('/team-requests')).json).toMatchObject({ items: [], total: 0 })
  })

  it('reads pages, states and CSV through the API', async () => {
    for (const name of ['a', 'b', 'c']) await open(nils, { ...wish, name })
    const first = await api.call('/team-requests?limit=2')
    expect(first.json).toMatchObject({ items: [{ name: 'c' }, { name: 'b' }], total: 3 })
    const rest = await api.call(
      `/team-requests?limit=2&continue=${encodeURIComponent(first.json.continue)}`,
    )
    expect(rest.json).toMatchObject({ items: [{ name: 'a' }], continue: null })
    expect((await api.call('/team-requests?state=declined')).json.total).toBe(0)
    expect((await api.call('/team-requests?state=lost')).json.code).toBe('param_state')
    expect((await api.call('/team-requests?format=csv')).text.trim().split('\r\n')).toHaveLength(4)
    const foreign = Buffer.from(JSON.stringify([1, 'x'])).toString('base64url')
    expect((await api.call(`/team-requests?continue=${foreign}`)).json.code).toBe('param_continue')
  })

  it('sees which groups the asker is not in, where those are known', async () => {
    const other = 'another-group'
    const groups = [...wish.groups, { id: other, role: 'reader' }]
    const id = await open(nils, { ...wish, groups })
    await tellOfNils([GROUP])
    const { json } = await api.call(`/team-requests/${id}`)
    expect(memberships(json)).toEqual([true, false])
    await tellOfNils([], 'unavailable')
    expect(memberships((await api.call(`/team-requests/${id}`)).json)).toEqual([null, null])
  })
})

const seen = async (id: string) => (await api.call(`/team-requests/${id}`)).json.asker_sees_team

async function warningsOf(id: string, groups: unknown) {
  const { json } = await approve(id, { team: { ...team, groups } }, '?dryRun=true')
  return json.warnings
}

describe('whether the asker sees the team', () => {
  it('is told before: by the groups that they asked for, or any other right of theirs', async () => {
    const id = await open()
    expect(await seen(id)).toBeNull()
    await tellOfNils(['newcomers'])
    expect(await seen(id)).toBe(false)
    await api.call('/role-grants', {
      body: { source: 'group', value: 'newcomers', role: 'reader' },
    })
    expect(await seen(id)).toBe(true)
  })

  it('is told after: by the groups that the team has by then', async () => {
    await tellOfNils([GROUP])
    const id = await open()
    await approve(id, { team: { ...team, groups: [{ id: 'others', role: 'reader' }] } })
    expect(await seen(id)).toBe(false)
    const groups = [{ id: GROUP, role: 'reader' }]
    await api.call('/teams/shop', { method: 'PATCH', body: { groups }, headers: ANY })
    expect(await seen(id)).toBe(true)
    await api.call('/teams/shop', { method: 'DELETE', headers: ANY })
    expect(await seen(id)).toBeNull()
  })

  it('is warned of in the preview of an approval, with what is missing', async () => {
    const id = await open()
    expect(await warningsOf(id, wish.groups)).toMatchObject([{ code: 'asker_groups_unknown' }])
    await tellOfNils([GROUP])
    expect(await warningsOf(id, wish.groups)).toEqual([])
    expect(await warningsOf(id, [{ id: 'others', role: 'reader' }])).toEqual([
      {
        code: 'asker_sees_no_team',
        message: `nils would not see the team: none of their groups is among its groups. Add one of theirs: "${GROUP}".`,
      },
    ])
    await tellOfNils([])
    expect(await warningsOf(id, wish.groups)).toMatchObject([
      { code: 'asker_sees_no_team', message: expect.stringMatching(/names no group/) },
    ])
  })
})

describe('an approval', () => {
  it('makes the team as the admin edited it, as one change, and tells the asker', async () => {
    const id = await open()
    const edited = { ...team, name: 'web-shop', description: 'Sells.', kubectl: 'edit' }
    const answer = await approve(id, { team: edited, reason: 'Welcome' })
    expect(answer.status, answer.text).toBe(201)
    const change = Number(answer.headers.get('berth-change'))
    expect(answer.headers.get('location')).toBe('/api/v1/teams/web-shop')
    expect((await api.call('/teams/web-shop')).json).toMatchObject(edited)
    expect((await api.call(`/changes/${change}`)).json).toMatchObject({
      action: 'team-requests.approve',
      reason: 'Welcome',
      object: { kind: 'team', name: 'web-shop' },
    })
    expect(await readAs(nils, id)).toMatchObject({
      state: 'approved',
      decision: { reason: 'Welcome', team: 'web-shop', change, by: { name: 'test admin' } },
    })
  })

  it('shows its impact first, and keeps nothing then', async () => {
    const id = await open()
    const dry = await approve(id, { team }, '?dryRun=true')
    expect(dry.status).toBe(200)
    expect(dry.json).toMatchObject({ placements: { added: 0 }, confirmRemovals: null })
    expect(await rowsOf('changes')).toBe(0)
    const stale = await api.call(`/team-requests/${id}/approve`, {
      body: { team },
      headers: { 'berth-impact': 'of another time' },
    })
    expect(stale.json).toMatchObject({ code: 'impact_changed' })
    expect(await readAs(nils, id)).toMatchObject({ state: 'open' })
  })

  it('holds once: whoever comes later is told, and makes no team', async () => {
    const id = await open()
    expect((await approve(id)).status).toBe(201)
    const again = await approve(id, { team: { ...team, name: 'again' } })
    expect([again.status, again.json.code]).toEqual([409, 'request_settled'])
    expect((await api.call('/teams/again')).status).toBe(404)
    const late = await api.call(`/team-requests/${id}/decline`, { body: { reason: 'Too late' } })
    expect([late.status, late.json.code]).toEqual([409, 'request_settled'])
    expect(await ask(withdrawTeamRequestUseCase, nils, { id, dryRun: false })).toMatchObject({
      code: 'request_settled',
    })
  })

  it('is won by exactly one of several who decide at once', async () => {
    const id = await open()
    const answers = await Promise.all([
      approve(id, { team: { ...team, name: 'one' } }),
      approve(id, { team: { ...team, name: 'two' } }),
      api.call(`/team-requests/${id}/decline`, { body: { reason: 'No' } }),
      approve(id, { team: { ...team, name: 'three' } }),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    for (const { status, json } of answers) {
      if (status >= 300) expect([status, json.code]).toEqual([409, 'request_settled'])
    }
    const teams = (await api.call('/teams')).json.total
    const { state }: TeamRequestAnswer = (await api.call(`/team-requests/${id}`)).json
    expect(teams).toBe(state === 'approved' ? 1 : 0)
  })

  it('leaves the request open when the team can’t be made', async () => {
    const id = await open()
    await api.call('/teams', { body: { name: 'shop' } })
    for (const [body, code] of [
      [{ team }, 'name_taken'],
      [{ team: { ...team, name: 'berth' } }, 'name_reserved'],
      [{ team: { ...team, source_repos: ['*'] } }, 'url_glob'],
      [{ team: { ...team, name: 'x' }, reason: 'a\nb' }, 'control_char'],
      [{}, 'required'],
    ] as const) {
      expect((await approve(id, body)).json.code).toBe(code)
    }
    const flawed = await approve(id, { team: { ...team, name: 'berth' } })
    expect(flawed.json.errors).toMatchObject([{ pointer: '/team/name' }])
    expect(await readAs(nils, id)).toMatchObject({ state: 'open' })
    expect(await rowsOf('changes')).toBe(1)
  })

  it('frees a held name only when the admin says so', async () => {
    const id = await open()
    await api.call('/teams', { body: { name: 'shop' } })
    await api.call('/teams/shop', { method: 'DELETE', headers: ANY })
    expect((await approve(id)).json.code).toBe('name_held')
    expect((await approve(id, { team }, '?freeName=true')).status).toBe(201)
  })

  it('has one effect when it is sent again with its key', async () => {
    const id = await open()
    const call = { body: { team }, headers: { 'idempotency-key': 'once' } }
    const path = `/team-requests/${id}/approve`
    const first = await api.call(path, call)
    const second = await api.call(path, call)
    expect([second.status, second.text]).toEqual([201, first.text])
    expect(await rowsOf('changes')).toBe(1)
  })

  it('gives the team what policies give it, guarded as every write is', async () => {
    await api.call('/clusters', { body: cluster })
    await api.call('/target-policies', { body: policy })
    expect(
      (await approve(await open(nils, { ...wish, name: 'ieb' }), { team: { name: 'ieb' } })).status,
    ).toBe(201)
    const placed = await api.call('/applications', { body: application })
    expect(placed.status).toBe(201)
    expect((await api.call('/placements')).json.total).toBe(1)
  })
})

describe('a decision', () => {
  it('is an admin’s: the asker, other members, contributors and the auditor make none', async () => {
    const id = await open()
    const options = PLAIN_WRITE
    for (const [who, kind] of [
      [nils, 'forbidden'],
      [rita, 'forbidden'],
      [cory, 'forbidden'],
      [olga, 'not_found'],
    ] as const) {
      const body = { team, reason: 'Mine' }
      expect(
        await ask(approveTeamRequestUseCase, who, { id, body, precondition: null, options }),
      ).toMatchObject({
        kind,
      })
      const refusal = { id, body: { reason: 'Mine' }, dryRun: false }
      expect(await ask(declineTeamRequestUseCase, who, refusal)).toMatchObject({ kind })
    }
    expect(await readAs(nils, id)).toMatchObject({ state: 'open' })
    expect(await rowsOf('revisions')).toBe(0)
  })

  it('against a team has a reason, which the asker reads', async () => {
    const id = await open()
    const decline = (reason: string) =>
      api.call(`/team-requests/${id}/decline`, { body: { reason } })
    expect((await decline('  ')).json.code).toBe('required')
    expect((await decline('a\nb')).json.code).toBe('control_char')
    expect((await decline('There is one already.')).status).toBe(200)
    expect(await readAs(nils, id)).toMatchObject({
      state: 'declined',
      decision: { reason: 'There is one already.', team: null, change: null },
    })
    expect(await wants(nils)).toMatchObject({ state: 'open' })
  })

  it('is not made by a dry run', async () => {
    const id = await open()
    const path = `/team-requests/${id}/decline?dryRun=true`
    expect((await api.call(path, { body: { reason: 'No' } })).json).toMatchObject({ state: 'open' })
    expect(await ask(withdrawTeamRequestUseCase, nils, { id, dryRun: true })).toMatchObject({
      state: 'open',
    })
  })
})

describe('a withdrawal', () => {
  it('is the asker’s alone', async () => {
    const id = await open()
    for (const [who, kind] of [
      [ada, 'forbidden'],
      [rita, 'forbidden'],
      [olga, 'not_found'],
      [{ ...program, id: 'nils' }, 'forbidden'],
    ] as const) {
      expect(await ask(withdrawTeamRequestUseCase, who, { id, dryRun: false })).toMatchObject({
        kind,
      })
    }
    expect(await ask(withdrawTeamRequestUseCase, nils, { id, dryRun: false })).toMatchObject({
      state: 'withdrawn',
    })
  })
})

describe('the audit', () => {
  it('tells of each step who took it', async () => {
    const id = await open()
    await approve(id)
    const other = await open(olga, { ...wish, name: 'store' })
    await api.call(`/team-requests/${other}/decline`, { body: { reason: 'No' } })
    const last = await open(olga, { ...wish, name: 'store' })
    await ask(withdrawTeamRequestUseCase, olga, { id: last, dryRun: false })
    const events = await inTenant(api.database, api.tenant.id, (tx) =>
      tx.execute(
        sql`select actor_name as who, action, result from audit_events where tenant = ${api.tenant.id} order by id`,
      ),
    )
    expect([...events]).toEqual([
      { who: 'nils', action: 'team-requests.create', result: 'accepted' },
      { who: 'test admin', action: 'team-requests.approve', result: 'accepted' },
      { who: 'olga', action: 'team-requests.create', result: 'accepted' },
      { who: 'test admin', action: 'team-requests.decline', result: 'accepted' },
      { who: 'olga', action: 'team-requests.create', result: 'accepted' },
      { who: 'olga', action: 'team-requests.withdraw', result: 'accepted' },
    ])
  })
})
