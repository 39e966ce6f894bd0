// Calls each writing use case with something that it accepts: each makes one event, and none contains a secret.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { readAuditRows } from '#db/queries/audit.ts'
import { keepComparisons, readGitState, stopForGit } from '#db/queries/git-state.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { KINDS, kinds as traits } from '#lib/domain/objects/kinds.ts'
import { type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, kinds } from '#lib/http/testing/bodies.ts'
import { insertOlderBranch } from '#lib/http/testing/older-branch.ts'
import { insertPullRequest } from '#lib/http/testing/pull-requests.ts'
import { deliveryHeaders, pushOf } from '#lib/http/testing/pushes.ts'
import { limitsWish } from '#lib/http/testing/team-requests.ts'
import { useCasesByName } from '#lib/http/testing/use-cases.ts'
import { PLAIN_WRITE } from '../changes/write-options.ts'
import { ownSession } from '../session.ts'
import { approveRolloutUseCase } from '../rollouts/approve.ts'
import { askForMoreUseCase } from '../team-requests/ask-for-more.ts'
import { askForTeamUseCase, withdrawTeamRequestUseCase } from '../team-requests/ask.ts'

const CANARY = 'canary-in-a-cage'
const ANY = { 'if-match': '*' }

const doors = [...(await useCasesByName()).values()]
/** They write nothing: one answers whether settings would work, the other how far those who may write have come. */
const KEEPS_NOTHING = ['repository-settings.try', 'overview.first-run']
const writes = doors
  .filter(({ permission, oneIn }) => permission === 'write' && oneIn === null)
  .filter(({ name }) => !KEEPS_NOTHING.includes(name))
  .map(({ name }) => name)

const person: Actor = {
  kind: 'person',
  id: 'oidc:https://issuer.example.com#ada',
  name: 'Ada',
  email: null,
  role: null,
  teams: new Map(),
  groups: [],
  cluster: null,
  registers: false,
  announces: null,
  schedules: null,
  tellsOfRepository: false,
}

let api: TestApi
/** Texts that are answered once and stored nowhere. */
const told: string[] = []
beforeAll(async () => {
  api = await createTestApi({ GITOPS_BRANCH: 'fleet/{environment}' })
})

async function call(path: string, options: Call = {}) {
  const answer = await api.call(path, { ...options, headers: { ...ANY, ...options.headers } })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer
}

const remove = (path: string) => call(path, { method: 'DELETE' })
const patch = (path: string, body: unknown) => call(path, { method: 'PATCH', body })
const replace = (path: string, body: unknown) => call(path, { method: 'PUT', body })
const create = (path: string, body: unknown) => call(path, { method: 'POST', body })

async function ask(name: string): Promise<string> {
  const body = {
    name,
    groups: [{ id: 'triers', role: 'reader' }],
    purpose: 'A team for what is tried here.',
  }
  const session = ownSession(api.tenant, person)
  const asked = await askForTeamUseCase.invoke(api.services, session, { body, dryRun: false })
  return asked.id!
}

async function clearLeftBranch() {
  const path = '/clusters/moved'
  await create('/clusters', { name: 'moved', environment: 'stage' })
  await patch(path, { environment: 'prod' })
  await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`update publications set state = 'published', commit = 'known'`),
  )
  const body = { branch: 'fleet/stage' }
  const dry = await call(`${path}/branches/clear?dryRun=true`, { body })
  await create(`${path}/branches/clear?confirmRemovals=${dry.json.confirmRemovals}`, body)
}

const scoped = <T>(run: (scope: TenantScope) => Promise<T>) =>
  inTenant(api.database, api.tenant.id, (tx) => run({ tx, tenant: api.tenant.id }))

async function keepDatabase() {
  await scoped(async (scope) => {
    await stopForGit(scope, { code: 'database_behind_git', reason: 'Tried here.' }, null)
    const { lastChange } = await readGitState(scope)
    await keepComparisons(scope, lastChange, lastChange, [])
  })
  await create('/git-state/keep-database', undefined)
}

const grant = { source: 'group', value: 'auditors', role: 'reader' }
const settings = {
  repo_url: 'https://git.example.com/fleet.git',
  username: 'berth',
  token: CANARY,
}

const asksPerson = {
  name: 'rest',
  before: { approvals: { count: 1, groups: [{ id: 'approvers' }] } },
  after: { checks: ['e2e'] },
}

const actOn = (verb: string) =>
  call(`/rollouts/1/${verb}`, { method: 'POST', headers: { 'berth-reason': 'Tried' } })

/** Of the team whose application is rolled out. */
async function makeHook(): Promise<{ id: string; secret: string }> {
  return (await create('/hooks', { name: 'pushes', namespace: 'rolling', host: 'gitlab' })).json
}

async function approve() {
  const { json } = await call('/rollouts/1')
  const approver: Actor = { ...person, role: 'reader', groups: ['approvers'] }
  const body = { wave: 1, decision: 'approve', reason: 'It looks good.' }
  await approveRolloutUseCase.invoke(api.services, ownSession(api.tenant, approver), {
    id: 1,
    body,
    options: { ...PLAIN_WRITE, expectedImpact: json.waves[0].digest },
  })
}

/** In an order in which each of them is accepted. */
const table: Readonly<Record<string, () => Promise<unknown>>> = {
  'repository-settings.replace': () => replace('/repository-settings', settings),
  'repository-settings.clear': () => remove('/repository-settings'),
  'outgoing-hosts.replace': () => replace('/outgoing-hosts', { hosts: ['hooks.example.com'] }),
  'observed-settings.replace': () => replace('/observed/settings', { label_keys: ['zone'] }),
  'application-kinds.replace': () =>
    replace('/application-kinds', {
      application_kinds: [{ group: 'cert-manager.io', resources: ['certificates'] }],
    }),
  ...Object.fromEntries(
    KINDS.flatMap((kind) => {
      const { collection, item, body } = kinds[kind]
      const path = item(body.name)
      return [
        [`${traits[kind].collection}.create`, () => create(collection, body)],
        [
          `${traits[kind].collection}.replace`,
          () => replace(path, { ...body, description: 'Replaced' }),
        ],
        [`${traits[kind].collection}.patch`, () => patch(path, { description: 'Patched' })],
      ]
    }),
  ),
  'versions.announce': () =>
    create('/applications/ieb/app1/versions', { commit: 'd'.repeat(40), name: 'v1' }),
  'applications.rollback': async () => {
    const { json } = await call('/changes?kind=application&sort=at&limit=1')
    await create('/applications/ieb/app1/rollback', { to: { change: json.items[0].id } })
  },
  'changes.revert': async () => {
    const { json } = await call('/changes?kind=application&limit=1')
    await create(`/changes/${json.items[0].id}/revert`, undefined)
  },
  'registration-tokens.make-secret': async () => {
    await create('/registration-tokens', { ...kinds['registration-token'].body, name: 'signing' })
    const { json } = await create('/registration-tokens/signing/secret', undefined)
    told.push(json.secret)
  },
  'clusters.register': async () => {
    const { json } = await create('/registration-tokens/signing/secret', undefined)
    told.push(json.secret)
    const body = { name: 'store-7' }
    const answer = await call('/clusters/register', { body, token: json.secret })
    told.push(answer.json.token)
  },
  'saved-reports.run': () => create('/saved-reports/what-runs/runs', undefined),
  'report-keys.replace': () => replace(`/clusters/${cluster.name}/report-key`, { keys: [] }),
  'subscriptions.test': () => create('/subscriptions/on-call/test', undefined),
  'subscriptions.redeliver': async () => {
    const { json } = await create('/subscriptions/on-call/test', undefined)
    await scoped(({ tx }) =>
      tx.execute(sql`update deliveries set state = 'failed', settled_at = now()`),
    )
    await create(`/subscriptions/on-call/deliveries/${json.id}/redeliver`, undefined)
  },
  // Nothing is deleted that something else names.
  ...Object.fromEntries(
    KINDS.toReversed().map((kind) => {
      const { item, body } = kinds[kind]
      return [`${traits[kind].collection}.delete`, () => remove(item(body.name))]
    }),
  ),
  'clusters.clear-branch': clearLeftBranch,
  'upgrade.confirm': async () => {
    await insertOlderBranch(api, 'older', cluster.name)
    const { json } = await call('/upgrade')
    await call('/upgrade?confirmFiles=1&confirmClusters=1', {
      method: 'POST',
      headers: { 'berth-impact': json.digest },
    })
  },
  'objects.apply': () => create('/apply', [documentOf('team', { name: 'applied' })]),
  'objects.edit': async () => {
    await create('/clusters', { name: 'bulk', environment: 'prod' })
    await create('/bulk', {
      kind: 'Cluster',
      objects: [{ name: 'bulk' }],
      patch: { description: 'Bulk' },
    })
  },
  'decisions.replace': async () => {
    await create('/schedulers', { name: 'packing' })
    const selects = { app_selector: '*', cluster_selector: '*' }
    await create('/target-policies', { ...selects, name: 'packed', scheduler: 'packing' })
    await replace('/target-policies/packed/decision', { decisions: [] })
  },
  'rollouts.start': async () => {
    await create('/teams', { name: 'rolling' })
    await create('/environments', { name: 'rolled', waves: [asksPerson] })
    const metadata = { rolling: 'true' }
    await create('/clusters', { name: 'rolled-1', environment: 'rolled', metadata })
    const rolls = { name: 'rolls', app_selector: metadata, cluster_selector: metadata }
    await create('/target-policies', rolls)
    const program = { ...kinds.application.body, namespace: 'rolling', follow: 'versions' }
    await create('/applications', { ...program, name: 'app1', metadata })
    await create('/applications/rolling/app1/versions', { commit: 'e'.repeat(40) })
    await create('/rollouts', {
      namespace: 'rolling',
      application: 'app1',
      environment: 'rolled',
      version: 1,
    })
  },
  'rollouts.approve': approve,
  'rollouts.override': () => {
    const body = { wave: 1, gates: ['approval'], reason: 'The store is down.' }
    return create('/rollouts/1/override?confirmChanges=1', body)
  },
  'rollouts.check': () => create('/rollouts/1/checks/e2e', { wave: 1, state: 'passed' }),
  'rollouts.pause': () => actOn('pause'),
  'rollouts.resume': () => actOn('resume'),
  'rollouts.rollback': () => actOn('rollback'),
  'rollouts.abort': async () => {
    await create('/rollouts', {
      namespace: 'rolling',
      application: 'app1',
      environment: 'rolled',
      version: 1,
    })
    await call('/rollouts/2/abort', { method: 'POST', headers: { 'berth-reason': 'Tried' } })
  },
  'git-state.keep-database': keepDatabase,
  'tokens.create': async () => {
    const { json } = await create('/tokens', { name: 'CI', role: 'reader' })
    told.push(json.token)
  },
  'tokens.revoke': async () => {
    const { json } = await create('/tokens', { name: 'CI', role: 'reader' })
    told.push(json.token)
    await remove(`/tokens/${json.id}`)
  },
  'hooks.create': async () => {
    told.push((await makeHook()).secret)
  },
  'hooks.receive': async () => {
    const { id, secret } = await makeHook()
    const { repo_url: repository, repo_branch: branch } = application
    const body = pushOf('gitlab', { repository, ref: `refs/heads/${branch}` })
    const headers = deliveryHeaders('gitlab', secret, JSON.stringify(body))
    await call(`/hooks/${id}`, { body, headers, token: null })
  },
  'pull-request.reopen': async () => {
    await insertPullRequest(api, 'fleet/prod', 'closed')
    await create('/pull-requests/fleet%2Fprod/reopen', undefined)
  },
  'hooks.delete': async () => remove(`/hooks/${(await makeHook()).id}`),
  'saved-views.create': () => create('/saved-views', { list: 'clusters', name: 'east' }),
  'saved-views.patch': async () => {
    const { json } = await create('/saved-views', { list: 'clusters', name: 'west' })
    await patch(`/saved-views/${json.id}`, { query: 'q=west' })
  },
  'saved-views.delete': async () => {
    const { json } = await create('/saved-views', { list: 'clusters', name: 'north' })
    await remove(`/saved-views/${json.id}`)
  },
  'role-grants.create': () => create('/role-grants', grant),
  'role-grants.delete': async () => {
    const { json } = await create('/role-grants', { ...grant, value: 'others' })
    await remove(`/role-grants/${json.id}`)
  },
  'team-requests.create': () => ask('asked'),
  'team-requests.ask': async () => {
    await create('/teams', { name: 'asking', cluster_boundary: 'region=east' })
    const session = ownSession(api.tenant, {
      ...person,
      teams: new Map([['asking', 'contributor']]),
    })
    const asked = { team: 'asking', body: limitsWish, dryRun: false }
    await askForMoreUseCase.invoke(api.services, session, asked)
  },
  'team-requests.withdraw': async () => {
    const id = await ask('withdrawn')
    const session = ownSession(api.tenant, person)
    await withdrawTeamRequestUseCase.invoke(api.services, session, { id, dryRun: false })
  },
  'team-requests.approve': async () => {
    const id = await ask('approved')
    await create(`/team-requests/${id}/approve`, { team: { name: 'approved' } })
  },
  'team-requests.decline': async () => {
    const id = await ask('declined')
    await create(`/team-requests/${id}/decline`, { reason: 'No' })
  },
}

async function readEvents() {
  return inTenant(api.database, api.tenant.id, (tx) =>
    readAuditRows({ tx, tenant: api.tenant.id }, { after: 0, limit: 1000 }),
  )
}

describe('an accepted write', () => {
  it('is one of these', () => {
    expect(Object.keys(table).sort()).toEqual([...writes].sort())
  })

  it.each(Object.entries(table))(
    'by %s leaves one event that says on what',
    async (name, write) => {
      const named = async () => (await readEvents()).filter(({ action }) => action === name)
      const before = await named()
      await write()
      const [event, ...others] = (await named()).slice(before.length)
      expect(others).toEqual([])
      expect(event).toMatchObject({ result: 'accepted', code: null })
      expect(event?.object ?? event?.details).not.toBeNull()
    },
  )

  it('tells the audit no secret', async () => {
    const texts = JSON.stringify(await readEvents())
    expect(told.length).toBeGreaterThan(0)
    for (const secret of [CANARY, ...told]) expect(texts).not.toContain(secret)
  })
})
