// Asking, for a team that exists, for other limits or a cluster, and deciding on that as an admin through the API.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '#lib/domain/access/actor.ts'
import { personOf } from '#lib/domain/testing/actors.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, policy } from '#lib/http/testing/bodies.ts'
import { ownSession } from '#lib/usecases/session.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { askForMoreUseCase } from '#lib/usecases/team-requests/ask-for-more.ts'
import { withdrawTeamRequestUseCase } from '#lib/usecases/team-requests/ask.ts'
import { getTeamRequestUseCase, listTeamRequestsUseCase } from '#lib/usecases/team-requests/read.ts'

const purpose = 'The stores of the west open in May.'
const limits = { purpose, cluster_boundary: 'region in (east,west)', quota: { pods: '20' } }
const forCluster = { purpose, cluster: { environment: 'prod', metadata: { region: 'west' } } }

const ofTeam = (id: string, role: 'contributor' | 'reader', team = 'ieb') =>
  personOf(id, { teams: new Map([[team, role]]) })
const ines = ofTeam('ines', 'contributor')
const ivo = ofTeam('ivo', 'contributor')
const rob = ofTeam('rob', 'reader')
const olga = ofTeam('olga', 'contributor', 'other')
const nils = personOf('nils')
const rita = personOf('rita', { role: 'reader' })
const cory = personOf('cory', { role: 'contributor' })

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
  const team = { name: 'ieb', cluster_boundary: 'region=east', quota: { pods: '10', cpu: '4' } }
  for (const body of [team, { name: 'other' }]) {
    expect((await api.call('/teams', { body })).status).toBe(201)
  }
})

/** What a use case answers, or why it doesn't. */
async function ask<Raw, Output>(
  useCase: {
    invoke: (...args: [TestApi['services'], ReturnType<typeof ownSession>, Raw]) => Promise<Output>
  },
  actor: Actor,
  raw: Raw,
) {
  const session = ownSession(api.tenant, actor)
  return useCase.invoke(api.services, session, raw).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    const { code, kind, message } = error
    return { code, kind, message }
  })
}

const wants = (actor: Actor, body: unknown = limits, { team = 'ieb', dryRun = false } = {}) =>
  ask(askForMoreUseCase, actor, { team, body, dryRun })

async function open(actor: Actor = ines, body: unknown = limits): Promise<string> {
  const asked = await wants(actor, body)
  if (!('id' in asked) || asked.id === null) throw new Error(JSON.stringify(asked))
  return asked.id
}

const readAs = (actor: Actor, id: string) => ask(getTeamRequestUseCase, actor, { id })
const withdraw = (actor: Actor, id: string) =>
  ask(withdrawTeamRequestUseCase, actor, { id, dryRun: false })
const total = async (path: string): Promise<number> => (await api.call(path)).json.total

const teamNow = async () => {
  const { json, headers } = await api.call('/teams/ieb')
  const { status: _, ...team } = json
  return { team, etag: headers.get('etag') ?? '' }
}

type Sent = { body: object; etag?: string | null; query?: string }

const approve = (id: string, { body, etag = '*', query = '' }: Sent) =>
  api.call(`/team-requests/${id}/approve${query}`, {
    body,
    headers: etag === null ? {} : { 'if-match': etag },
  })

/** What the asker asked for, on the team as it is now. */
async function wider(id: string) {
  const { cluster_boundary, quota } = (await api.call(`/team-requests/${id}`)).json
  const { team, etag } = await teamNow()
  return { team: { ...team, cluster_boundary, quota: { ...team.quota, ...quota } }, etag }
}

describe('a team', () => {
  it('is asked for by whoever may edit what it owns, and by nobody else', async () => {
    for (const [who, kind] of [
      [rob, 'forbidden'],
      [rita, 'forbidden'],
      [olga, 'not_found'],
      [nils, 'not_found'],
      [{ ...ines, kind: 'token' } as const, 'forbidden'],
    ] as const) {
      expect(await wants(who)).toMatchObject({ kind })
    }
    expect(await total('/team-requests')).toBe(0)
    expect(await wants(cory)).toMatchObject({ state: 'open', asks_for: 'limits', name: 'ieb' })
    expect(await wants(ines, forCluster)).toMatchObject({ state: 'open', asks_for: 'cluster' })
  })

  it('that isn’t there can’t ask', async () => {
    expect(await wants(cory, limits, { team: 'absent' })).toMatchObject({ kind: 'not_found' })
  })

  it('keeps what it asks for, and what it had then', async () => {
    expect(await readAs(ines, await open())).toMatchObject({
      asks_for: 'limits',
      name: 'ieb',
      groups: [],
      purpose,
      cluster_boundary: {
        matchExpressions: [{ key: 'region', operator: 'In', values: ['east', 'west'] }],
      },
      quota: { pods: '20' },
      before: {
        cluster_boundary: { matchLabels: { region: 'east' } },
        quota: { cpu: '4', pods: '10' },
      },
      decision: null,
    })
    expect(await readAs(ines, await open(ines, forCluster))).toMatchObject({
      asks_for: 'cluster',
      cluster: { environment: 'prod', metadata: { region: 'west' } },
    })
  })

  it.each<[string, object, string]>([
    // what | body | code
    ['nothing', { purpose }, 'wish_unclear'],
    ['both', { ...limits, ...forCluster }, 'wish_unclear'],
    ['what it has', { purpose, cluster_boundary: { region: 'east' } }, 'wish_met'],
    ['no purpose', { ...limits, purpose: 'More' }, 'too_short'],
    ['a selector that is none', { purpose, cluster_boundary: 'region in east' }, 'selector_syntax'],
    ['an entry that no quota has', { purpose, quota: { pods: 'many' } }, 'quota_format'],
    ['other rights', { ...limits, kubectl: 'edit' }, 'unknown_field'],
    ['a cluster with a bad name', { purpose, cluster: { name: 'A B' } }, 'name_format'],
    ['a cluster with a bad label', { purpose, cluster: { metadata: { 'a b': '' } } }, 'label_key'],
    ['a cluster with rights', { purpose, cluster: { confinement: 'project' } }, 'unknown_field'],
  ])('is told at once that it can’t ask for %s', async (_, body, code) => {
    expect(await wants(ines, body)).toMatchObject({ code })
    expect(await total('/team-requests')).toBe(0)
  })

  it('asks for one of a kind at a time, whoever of it asks', async () => {
    const id = await open()
    expect(await wants(ivo)).toMatchObject({ code: 'request_repeated', kind: 'conflict' })
    expect(await wants(ivo, forCluster)).toMatchObject({ state: 'open' })
    expect(await wants(olga, limits, { team: 'other' })).toMatchObject({ state: 'open' })
    await withdraw(ines, id)
    expect(await wants(ivo)).toMatchObject({ state: 'open' })
  })

  it('asks once when many of it ask at the same moment', async () => {
    const people = Array.from({ length: 6 }, (_, index) => ofTeam(`person-${index}`, 'contributor'))
    const answers = await Promise.all(people.map((who) => wants(who)))
    expect(answers.filter((answer) => 'state' in answer)).toHaveLength(1)
  })

  it('does not ask by a dry run', async () => {
    expect(await wants(ines, limits, { dryRun: true })).toMatchObject({ id: null, state: 'open' })
    expect(await total('/team-requests')).toBe(0)
  })
})

describe('who sees what a team asks for', () => {
  it('is its members and whoever may read the tenant; to all others it is not there', async () => {
    const id = await open()
    for (const who of [ines, ivo, rob, rita, cory])
      expect(await readAs(who, id)).toMatchObject({ id })
    const absent = await readAs(olga, '00000000-0000-4000-8000-000000000000')
    for (const who of [olga, nils]) expect(await readAs(who, id)).toEqual(absent)
    const elsewhere = await createTestApi()
    expect((await elsewhere.call(`/team-requests/${id}`)).status).toBe(404)
  })

  it('is the same in lists', async () => {
    await open()
    for (const [who, count] of [
      [ines, 1],
      [rob, 1],
      [rita, 1],
      [olga, 0],
      [nils, 0],
    ] as const) {
      const list = await ask(listTeamRequestsUseCase, who, { state: null, after: null, limit: 9 })
      expect(list).toMatchObject({ total: count })
    }
  })

  it('includes whoever asked and left the team since, who can still withdraw', async () => {
    const id = await open()
    expect(await readAs(personOf('ines'), id)).toMatchObject({ id })
    expect(await withdraw(ivo, id)).toMatchObject({ kind: 'forbidden' })
    expect(await withdraw(personOf('ines'), id)).toMatchObject({ state: 'withdrawn' })
  })
})

describe('a team that gets the name of one that asked', () => {
  it('neither sees what that one asked for, nor gets it, and asks for itself', async () => {
    const id = await open()
    await api.call('/teams/ieb', { method: 'DELETE', headers: { 'if-match': '*' } })
    const body = { name: 'ieb', cluster_boundary: 'region=east' }
    expect((await api.call('/teams?freeName=true', { body })).status).toBe(201)
    expect(await readAs(ivo, id)).toMatchObject({ kind: 'not_found' })
    expect(
      await ask(listTeamRequestsUseCase, ivo, { state: null, after: null, limit: 9 }),
    ).toMatchObject({ total: 0 })
    const { team } = await wider(id)
    const late = await approve(id, { body: { team } })
    expect([late.status, late.json.code]).toEqual([409, 'team_gone'])
    expect(await wants(ivo)).toMatchObject({ state: 'open' })
  })
})

describe('approving other limits', () => {
  it('is an edit of the team as one change, whose reason names the request', async () => {
    const id = await open()
    const { team, etag } = await wider(id)
    const answer = await approve(id, { body: { team, reason: 'Welcome west' }, etag })
    expect(answer.status, answer.text).toBe(200)
    expect((await teamNow()).team).toEqual(team)
    const change = Number(answer.headers.get('berth-change'))
    expect((await api.call(`/changes/${change}`)).json).toMatchObject({
      action: 'team-requests.approve',
      reason: `Welcome west (team request ${id})`,
      object: { kind: 'team', name: 'ieb' },
    })
    expect(await readAs(ines, id)).toMatchObject({
      state: 'approved',
      decision: { reason: 'Welcome west', team: 'ieb', cluster: null, change },
    })
  })

  it('names the request in the history without a reason, too', async () => {
    const id = await open()
    const { team } = await wider(id)
    const answer = await approve(id, { body: { team } })
    const change = (await api.call(`/changes/${answer.headers.get('berth-change')}`)).json
    expect(change.reason).toBe(`As asked for by team request ${id}`)
  })

  it('can give less than was asked for', async () => {
    const id = await open()
    const { team } = await teamNow()
    expect((await approve(id, { body: { team: { ...team, quota: { pods: '12' } } } })).status).toBe(
      200,
    )
    expect((await teamNow()).team).toMatchObject({
      cluster_boundary: { matchLabels: { region: 'east' } },
      quota: { pods: '12' },
    })
  })

  it('shows the impact on the team as it is now, and keeps nothing then', async () => {
    await api.call('/clusters', { body: { ...cluster, metadata: { region: 'west' } } })
    await api.call('/target-policies', { body: { ...policy, cluster_selector: '*' } })
    await api.call('/applications', { body: application })
    const id = await open()
    const { team, etag } = await wider(id)
    const dry = await approve(id, { body: { team }, etag, query: '?dryRun=true' })
    expect(dry.json).toMatchObject({ placements: { added: 1, removed: 0 } })
    const edit = { method: 'PUT', body: team, headers: { 'if-match': etag } } as const
    const ordinary = await api.call('/teams/ieb?dryRun=true', edit)
    expect(ordinary.json.digest).toBe(dry.json.digest)
    expect(await readAs(ines, id)).toMatchObject({ state: 'open' })
    expect(await total('/placements')).toBe(0)
  })

  it('is refused when the team was changed since it was read, and settles nothing', async () => {
    const id = await open()
    const { team, etag } = await wider(id)
    const edit = {
      method: 'PATCH',
      body: { network: 'closed' },
      headers: { 'if-match': '*' },
    } as const
    await api.call('/teams/ieb', edit)
    const stale = await approve(id, { body: { team }, etag })
    expect([stale.status, stale.json.code]).toEqual([412, 'precondition_failed'])
    const blind = await approve(id, { body: { team }, etag: null })
    expect([blind.status, blind.json.code]).toEqual([428, 'precondition_required'])
    expect((await teamNow()).team).toMatchObject({ network: 'closed', quota: { pods: '10' } })
    expect(await readAs(ines, id)).toMatchObject({ state: 'open' })
  })

  it('is of that team, and of nothing else', async () => {
    const id = await open()
    const { team } = await wider(id)
    for (const [body, code] of [
      [{ team: { ...team, name: 'other' } }, 'name_immutable'],
      [{ cluster }, 'approval_unfit'],
      [{ team, cluster }, 'required'],
      [{}, 'required'],
      [{ team, reason: 'x'.repeat(990) }, 'too_long'],
    ] as const) {
      expect((await approve(id, { body })).json.code).toBe(code)
    }
    expect(await readAs(ines, id)).toMatchObject({ state: 'open' })
  })

  it('is won by exactly one of several who decide at once', async () => {
    const id = await open()
    const { team, etag } = await wider(id)
    const answers = await Promise.all([
      approve(id, { body: { team }, etag }),
      approve(id, { body: { team: { ...team, quota: { pods: '11' } } }, etag }),
      api.call(`/team-requests/${id}/decline`, { body: { reason: 'No' } }),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    for (const { status, json } of answers) {
      if (status >= 300) expect([status, json.code]).toEqual([409, 'request_settled'])
    }
  })

  it('has one effect when it is sent again with its key', async () => {
    const id = await open()
    const { team, etag } = await wider(id)
    const call = { body: { team }, headers: { 'idempotency-key': 'once', 'if-match': etag } }
    const first = await api.call(`/team-requests/${id}/approve`, call)
    const second = await api.call(`/team-requests/${id}/approve`, call)
    expect([second.status, second.text]).toEqual([200, first.text])
  })

  it('can’t be done for a team that was deleted since, but the request can be declined', async () => {
    const id = await open()
    const { team } = await wider(id)
    await api.call('/teams/ieb', { method: 'DELETE', headers: { 'if-match': '*' } })
    const late = await approve(id, { body: { team } })
    expect([late.status, late.json.code]).toEqual([409, 'team_gone'])
    const decline = await api.call(`/team-requests/${id}/decline`, { body: { reason: 'It left.' } })
    expect(decline.json).toMatchObject({ state: 'declined', decision: { reason: 'It left.' } })
  })

  it('is an admin’s alone', async () => {
    const id = await open()
    const { team } = await wider(id)
    const token = await api.token('contributor', { team: 'ieb' })
    const call = { body: { team }, headers: { 'if-match': '*' }, token }
    expect((await api.call(`/team-requests/${id}/approve`, call)).status).toBe(403)
    expect(await readAs(ines, id)).toMatchObject({ state: 'open' })
  })
})

describe('approving a cluster', () => {
  it('makes it as the admin wants it, and tells the team', async () => {
    const id = await open(ines, forCluster)
    const wanted = { name: 'west-1', ...forCluster.cluster }
    const answer = await approve(id, { body: { cluster: wanted, reason: 'Here' }, etag: null })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.headers.get('location')).toBe('/api/v1/clusters/west-1')
    expect((await api.call('/clusters/west-1')).json).toMatchObject(wanted)
    expect(await readAs(ines, id)).toMatchObject({
      state: 'approved',
      decision: { reason: 'Here', team: 'ieb', cluster: 'west-1' },
    })
  })

  it('leaves the request open when the cluster can’t be made', async () => {
    await api.call('/clusters', { body: cluster })
    const id = await open(ines, forCluster)
    for (const [body, code] of [
      [{ cluster }, 'name_taken'],
      [{ cluster: { ...cluster, name: 'A B' } }, 'name_format'],
      [{ team: { name: 'ieb' } }, 'approval_unfit'],
    ] as const) {
      const answer = await approve(id, { body, etag: null })
      expect(answer.json.code).toBe(code)
    }
    const flawed = await approve(id, { body: { cluster: { ...cluster, name: 'A B' } }, etag: null })
    expect(flawed.json.errors).toMatchObject([{ pointer: '/cluster/name' }])
    expect(await readAs(ines, id)).toMatchObject({ state: 'open' })
  })
})
