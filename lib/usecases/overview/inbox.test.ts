// What waits for somebody: all of it is theirs to do something about.
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTenant, type Transaction } from '#db/client.ts'
import { insertTeamRequest, settleTeamRequest } from '#db/queries/team-requests.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { documentOf, team } from '#lib/http/testing/bodies.ts'
import { propose } from '#lib/http/testing/pull-requests.ts'
import { PLAIN_WRITE } from '../changes/write-options.ts'
import { applyUseCase } from '../objects/apply.ts'
import { ownSession } from '../session.ts'
import { seeAnswerUseCase } from '../team-requests/see-answer.ts'
import { readInboxUseCase } from './inbox.ts'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})

const ada = actorOf({ id: 'ada', role: 'admin' })
const ben = actorOf({ id: 'ben', role: 'contributor' })

const inboxOf = (actor: typeof ada) =>
  readInboxUseCase.invoke(api.services, ownSession(api.tenant, actor), null)
const inTests = <T>(run: (tx: Transaction) => Promise<T>) =>
  inTenant(api.database, api.tenant.id, run)

const ask = (asker: string, name: string) =>
  inTests((tx) =>
    insertTeamRequest(
      { tx, tenant: api.tenant.id },
      {
        asker,
        askerName: asker,
        asksFor: 'team',
        askingTeam: null,
        body: { name, groups: [], purpose: 'To try' },
      },
    ),
  )

type Settled = {
  readonly state: 'approved' | 'declined' | 'withdrawn'
  readonly decider: string
}

const settle = (id: string, name: string, { state, decider }: Settled) =>
  inTests((tx) =>
    settleTeamRequest({ tx, tenant: api.tenant.id }, id, {
      state,
      by: { id: decider, name: decider },
      decision: null,
      change: null,
      team: state === 'approved' ? name : null,
      cluster: null,
    }),
  )

const NOTHING = {
  approvals: [],
  openApprovals: 0,
  troubledRollouts: [],
  troubledRolloutsTotal: 0,
  requests: [],
  openRequests: 0,
  answers: [],
  failedChanges: [],
  endingTokens: [],
  failingBranches: 0,
  heldBranches: [],
  heldDecisions: [],
  heldDecisionsTotal: 0,
  failedDeliveries: 0,
}

const answered = async (name: string, settlement: Settled) => {
  const id = await ask('nils', name)
  await settle(id, name, settlement)
  return id
}

describe('the inbox', () => {
  it('is empty where nothing waits', async () => {
    expect(await inboxOf(ada)).toEqual(NOTHING)
    expect(await inboxOf(actorOf({ kind: 'person', id: 'nils' }))).toEqual(NOTHING)
  })

  it('has the newest requests for teams, and how many there are, for those who decide', async () => {
    for (let index = 0; index < 7; index++) await ask('Nils', `wanted-${index}`)
    const { requests, openRequests } = await inboxOf(ada)
    expect(openRequests).toBe(7)
    expect(requests).toHaveLength(5)
    expect(requests[0]).toMatchObject({ asker: 'Nils', team: expect.stringMatching(/^wanted-/) })
    expect(await inboxOf(ben)).toEqual(NOTHING)
  })

  it('has what somebody else answered to requests of one’s own within a week, and nobody else’s', async () => {
    await answered('withdrawn', { state: 'withdrawn', decider: 'nils' })
    await answered('mine', { state: 'approved', decider: 'nils' })
    const old = await answered('old', { state: 'declined', decider: 'ada' })
    await answered('kiosk', { state: 'approved', decider: 'ada' })
    await inTests((tx) =>
      tx.execute(
        sql`update team_requests set decided_at = now() - interval '8 days' where id = ${old}`,
      ),
    )
    const nils = actorOf({ kind: 'person', id: 'nils' })
    const { answers } = await inboxOf(nils)
    expect(answers).toMatchObject([{ team: 'kiosk', state: 'approved', at: expect.any(Date) }])
    expect((await inboxOf(ben)).answers).toEqual([])
  })

  it('forgets an answer once its asker has read it, and not when somebody else did', async () => {
    const id = await ask('nils', 'kiosk')
    const nils = actorOf({ kind: 'person', id: 'nils' })
    const seen = (actor: typeof ada) =>
      seeAnswerUseCase.invoke(api.services, ownSession(api.tenant, actor), { id })
    expect(await seen(nils)).toBe(false)
    await settle(id, 'kiosk', { state: 'declined', decider: 'ada' })
    expect(await seen(ada)).toBe(false)
    await expect(seen(ben)).rejects.toMatchObject({ kind: 'forbidden' })
    expect((await inboxOf(nils)).answers).toHaveLength(1)
    expect(await seen(nils)).toBe(true)
    expect((await inboxOf(nils)).answers).toEqual([])
    expect(await seen(nils)).toBe(false)
  })

  it('has the changes that somebody saved and that could not be published, and nobody else’s', async () => {
    await applyUseCase.invoke(api.services, ownSession(api.tenant, ada), {
      documents: [documentOf('team', team), documentOf('cluster', { name: 'one' })],
      options: PLAIN_WRITE,
    })
    expect((await inboxOf(ada)).failedChanges).toEqual([])
    await inTests((tx) => tx.execute(sql`update publications set state = 'failed', error = 'No'`))
    expect((await inboxOf(ada)).failedChanges).toMatchObject([{ id: 1, branches: 1 }])
    expect((await inboxOf(ben)).failedChanges).toEqual([])
  })

  it('has the branches that a closed pull request holds, for admins and for whose changes wait there', async () => {
    const save = (actor: typeof ada, environment: string) =>
      applyUseCase.invoke(api.services, ownSession(api.tenant, actor), {
        documents: [documentOf('cluster', { name: environment, environment })],
        options: PLAIN_WRITE,
      })
    api = await createTestApi({
      GITOPS_REPO_URL: 'https://github.com/example/fleet.git',
      GITOPS_BRANCH: '{environment}',
    })
    const cat = actorOf({ id: 'cat', role: 'admin' })
    for (const environment of ['dev', 'staging']) await save(cat, environment)
    await propose(api, 'staging')
    expect(await inboxOf(ada)).toEqual(NOTHING)
    await propose(api, 'staging', { state: 'closed', closedBy: 'ann' })
    const held = { branch: 'staging', number: 17, closedBy: 'ann', from: 2, to: 2, changes: 1 }
    const url = 'https://git.example.com/fleet/pulls/17'
    expect(await inboxOf(ada)).toEqual({ ...NOTHING, heldBranches: [{ ...held, url }] })
    const former = actorOf({ id: 'cat', role: 'contributor' })
    expect((await inboxOf(former)).heldBranches).toMatchObject([held])
    expect(await inboxOf(ben)).toEqual(NOTHING)
    await propose(api, 'staging', { state: 'closed', reopenAskedAt: new Date() })
    expect(await inboxOf(ada)).toEqual(NOTHING)
  })

  it('has the tokens of somebody that end soon, but none that was made for a few days or is revoked', async () => {
    const { id } = api.tenant
    const soon = sql`now() + interval '3 days'`
    const long = sql`now() - interval '80 days'`
    await inTests((tx) =>
      tx.execute(sql`
        insert into tokens (tenant, hash, name, role, created_by, person, created_at, expires_at, revoked_at)
        values (${id}, '\\x01', 'ends', 'reader', 'person:ada', 'ada', ${long}, ${soon}, null),
          (${id}, '\\x02', 'short', 'reader', 'person:ada', 'ada', now(), ${soon}, null),
          (${id}, '\\x03', 'lasting', 'reader', 'person:ada', 'ada', ${long},
            now() + interval '30 days', null),
          (${id}, '\\x04', 'revoked', 'reader', 'person:ada', 'ada', ${long}, ${soon}, now())`),
    )
    const { endingTokens } = await inboxOf(ada)
    expect(endingTokens.map(({ name }) => name)).toEqual(['ends'])
    expect((await inboxOf(ben)).endingTokens).toEqual([])
  })

  it('says to admins what was given up of deliveries within a day', async () => {
    await inTests((tx) =>
      tx.execute(sql`
        insert into deliveries (tenant, subscription, type, subject, data, dedupe, state, settled_at)
        select ${api.tenant.id}, 1, 'test', 'it', '{}', age, state, now() - age::interval
        from (values ('1 hour', 'failed'), ('2 hours', 'delivered'), ('2 days', 'failed')) d(age, state)`),
    )
    expect((await inboxOf(ada)).failedDeliveries).toBe(1)
    expect(await inboxOf(ben)).toEqual(NOTHING)
  })

  it('says to admins whose scheduler fails again and again, and what waits for them', async () => {
    await api.call('/schedulers', { body: { name: 'packer' } })
    for (const name of ['well', 'failing', 'waits']) {
      const body = { name, app_selector: '*', cluster_selector: '*', scheduler: 'packer' }
      expect((await api.call('/target-policies', { body })).status).toBe(201)
    }
    const at = '2026-01-01T00:00:00.000Z'
    const waiting = JSON.stringify({ change: 1, at, removals: 11, decisions: [] })
    const policies = sql`select object from revisions where kind = 'target-policy' and name =`
    await inTests(async (tx) => {
      await tx.execute(sql`update scheduler_asks set failures = 3, error = 'No'
        where policy = (${policies} 'failing')`)
      await tx.execute(sql`update scheduler_asks set waiting = ${waiting}::jsonb
        where policy = (${policies} 'waits')`)
      await tx.execute(sql`update scheduler_asks set failures = 2
        where policy = (${policies} 'well')`)
    })
    const { heldDecisions, heldDecisionsTotal } = await inboxOf(ada)
    const failing = { failures: 3, error: 'No', removals: null, waitsSince: null, total: 2 }
    const waits = { failures: 0, error: null, removals: 11, waitsSince: at, total: 2 }
    expect(heldDecisionsTotal).toBe(2)
    expect(heldDecisions).toEqual([
      { policy: 'failing', scheduler: 'packer', ...failing },
      { policy: 'waits', scheduler: 'packer', ...waits },
    ])
    expect(await inboxOf(ben)).toEqual(NOTHING)
  })

  it('says to admins that publishing fails', async () => {
    await inTests((tx) =>
      tx.execute(sql`
        insert into branches (tenant, name, error, error_at)
        values (${api.tenant.id}, 'main', 'No', now())`),
    )
    expect((await inboxOf(ada)).failingBranches).toBe(1)
    expect(await inboxOf(ben)).toEqual(NOTHING)
  })
})
