// The publisher without row-level security: it connects as the owner of the tables, and only its queries keep the tenants
// apart. The other tenant has clusters of the same names on branches of the same names, some of which have moved.
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { queueEvents } from '#db/queries/deliveries.ts'
import { branchesWithWork } from '#db/queries/publishing.ts'
import { LocalRemote } from '#lib/adapters/git/local-remote.ts'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { type CallOut } from '#lib/adapters/outgoing/call-out.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { operations } from '#lib/http/operations/operations.ts'
import { cluster, subscription } from '#lib/http/testing/bodies.ts'
import {
  ask,
  createTwinTenants,
  MARKER,
  SHARED_KEY,
  type TwinTenants,
} from '#lib/http/testing/twin-tenants.ts'
import { tenantRepository } from '#lib/usecases/repository/tenant-repository.ts'
import { SchedulerAsker } from './ask-schedulers.ts'
import { Conductor } from './conductor.ts'
import { countHours } from './count-hours.ts'
import { maintain } from './maintenance.ts'
import { publishBranch } from './publish-branch.ts'
import { DeliverySender } from './send-deliveries.ts'
import { expectedFiles, filesOn } from './testing/publisher.ts'
import { watchAlerts } from './watch-alerts.ts'
import { noteFailingRollouts } from './watch-completed.ts'
import { createWorld, type PublisherWorld, type Repository } from './world.ts'

const BRANCHES = ['non-prod', 'prod']

let twins: TwinTenants
let world: PublisherWorld
let repository: Repository
let close: () => Promise<void>
beforeAll(async () => {
  twins = await createTwinTenants({ GITOPS_BRANCH: '{environment}' })
  const scratch = await scratchDirectory()
  const store = await openObjectStore(path.join(scratch.directory, 'gitops.git'), 'prod')
  const settings = tenantRepository(twins.unwalled.environment, twins.ours.tenant, {
    repository: null,
    kinds: null,
  })
  repository = { settings, store, remote: new LocalRemote(store), host: null }
  const made = createWorld(
    twins.unwalled,
    () => connect(inject('ownerUrl')),
    async () => repository,
  )
  world = { ...made, tenants: async () => [twins.ours.tenant], failPoint: () => undefined }
  close = async () => {
    await world.locks.close()
    store.close()
    await scratch.remove()
  }
})
afterAll(() => close())

/** Saves as the owner of the tables, too: what a save stores is what is published. */
async function save(id: string, address: string, body?: unknown): Promise<void> {
  const operation = operations.find((row) => row.id === id)!
  const { status, text } = await ask(twins.unwalled, operation, address, { body, as: twins.token })
  expect(status, text).toBeLessThan(300)
}

const waiting = () =>
  inTenant(twins.owner, twins.ours.tenant.id, (tx) =>
    branchesWithWork({ tx, tenant: twins.ours.tenant.id }),
  )

async function publishAll(): Promise<void> {
  for (let passes = 0; (await waiting()).length > 0; passes++) {
    expect(passes).toBeLessThan(10)
    for (const branch of await waiting()) {
      const outcome = await publishBranch(world, twins.ours.tenant, branch)
      expect(['published', 'idle', 'again', 'waiting'], JSON.stringify(outcome)).toContain(
        outcome.outcome,
      )
    }
  }
}

/** `left` are the clusters whose old folders the branch still holds. */
async function expectOurModelInGit(left: Readonly<Record<string, string>> = {}): Promise<void> {
  const { ours } = twins
  const inScope: Parameters<typeof expectedFiles>[0]['inScope'] = (read) =>
    inTenant(ours.database, ours.tenant.id, (tx) => read({ tx, tenant: ours.tenant.id }))
  for (const branch of BRANCHES) {
    const files = await filesOn(repository.store.directory, branch)
    expect(JSON.stringify([...files])).not.toContain(MARKER)
    for (const file of files.keys()) {
      if (file.startsWith(`clusters/${left[branch]}/`)) files.delete(file)
    }
    expect(files).toEqual(await expectedFiles({ ...ours, inScope }, branch))
  }
}

it('publishes our changes alone, and touches no row of the other tenant', async () => {
  const { theirRows } = twins
  const before = await theirRows()
  await save('patchCluster', '/clusters/second', { environment: 'prod' })
  await save('createCluster', '/clusters', { ...cluster, name: 'third', environment: 'prod' })
  await publishAll()
  await expectOurModelInGit({ 'non-prod': 'second' })
  await save('patchCluster', '/clusters/second', { environment: 'non-prod' })
  await save('patchTeam', '/teams/ieb', { network: 'closed' })
  await publishAll()
  await expectOurModelInGit({ prod: 'second' })
  await save('patchTargetPolicy', '/target-policies/own', { suspended: true })
  await save('deleteCluster', '/clusters/second')
  await publishAll()
  await expectOurModelInGit()
  expect(await theirRows()).toEqual(before)
})

it('rebuilds a branch from our model alone, when it knows nothing of it any more', async () => {
  const { ours, theirRows } = twins
  const before = await theirRows()
  world.verified.clear()
  world.fleets.forget(ours.tenant.id)
  await save('patchApplication', '/applications/ieb/app1', { repo_branch: 'v3' })
  await publishAll()
  await expectOurModelInGit()
  expect(await theirRows()).toEqual(before)
})

it('forgets our old answers alone', async () => {
  const { ours, theirs, owner, theirRows } = twins
  await ours.call('/teams', { body: { name: 'aged' }, headers: { 'Idempotency-Key': SHARED_KEY } })
  const tenants = [ours.tenant.id, theirs.tenant.id]
  await inTenant(owner, ours.tenant.id, (tx) =>
    tx.execute(sql`
      update idempotency_keys set created_at = now() - interval '1 year' where tenant in ${tenants}`),
  )
  const before = await theirRows()
  await maintain(world)
  expect(await theirRows()).toEqual(before)
  const kept = await inTenant(owner, ours.tenant.id, (tx) =>
    tx.execute(sql`select tenant from idempotency_keys where tenant in ${tenants}`),
  )
  expect(kept.map(({ tenant }) => tenant)).toEqual([theirs.tenant.id])
})

it('carries our rollouts on alone', async () => {
  const { ours, unwalled, theirRows } = twins
  const before = await theirRows()
  const conductor = new Conductor({ services: unwalled, tenants: async () => [ours.tenant] })
  await conductor.look()
  await conductor.ended()
  expect(await theirRows()).toEqual(before)
  expect((await ours.call('/rollouts/1')).json.waves[0].state).toBe('released')
})

it('looks at our applications alone that may get a version by themselves', async () => {
  const { ours, theirs, owner, unwalled, theirRows } = twins
  for (const { tenant } of [ours, theirs]) {
    await inTenant(owner, tenant.id, (tx) =>
      tx.execute(sql`
        insert into auto_candidates (tenant, application_id, environment, due_at)
        select ${tenant.id}, n, 'prod', now() from generate_series(0, 9) n`),
    )
  }
  const before = await theirRows()
  const conductor = new Conductor({ services: unwalled, tenants: async () => [ours.tenant] })
  await conductor.look()
  await conductor.ended()
  expect(await theirRows()).toEqual(before)
  const left = await inTenant(owner, ours.tenant.id, (tx) =>
    tx.execute(sql`select from auto_candidates where tenant = ${ours.tenant.id}`),
  )
  expect(left).toHaveLength(0)
})

it('looks at our applications alone that wait for others', async () => {
  const { ours, theirs, owner, unwalled, theirRows } = twins
  for (const { tenant } of [ours, theirs]) {
    await inTenant(owner, tenant.id, (tx) =>
      tx.execute(sql`
        insert into dependents (tenant, application_id, due_at)
        select ${tenant.id}, n, now() from generate_series(0, 9) n`),
    )
  }
  const before = await theirRows()
  const conductor = new Conductor({ services: unwalled, tenants: async () => [ours.tenant] })
  await conductor.look()
  await conductor.ended()
  expect(await theirRows()).toEqual(before)
  const left = await inTenant(owner, ours.tenant.id, (tx) =>
    tx.execute(sql`select from dependents where tenant = ${ours.tenant.id}`),
  )
  expect(left).toHaveLength(0)
})

it('counts our hours alone', async () => {
  const { ours, owner, theirRows } = twins
  const before = await theirRows()
  await countHours(world, new Date(Date.now() + 2 * 3_600_000))
  expect(await theirRows()).toEqual(before)
  const counted = await inTenant(owner, ours.tenant.id, (tx) =>
    tx.execute<{ tenant: number; groups: string }>(
      sql`select distinct tenant, jsonb_path_query_array(counts::jsonb, '$[*][1][*][0]')::text as groups
        from observed_hours where tenant = ${ours.tenant.id} and by = 'cluster'`,
    ),
  )
  expect(counted.length).toBeGreaterThan(0)
  expect(JSON.stringify([...counted])).not.toContain(MARKER)
})

it('looks at our alert rules alone', async () => {
  const { ours, theirRows } = twins
  const before = await theirRows()
  const body = { name: 'branches', state: ['branch_error', 'stale', 'degraded'], for: '0m' }
  await ours.call('/alert-rules', { body })
  for (const minutes of [0, 1]) {
    await watchAlerts(world, ours.tenant, new Date(Date.now() + minutes * 60_000))
  }
  await noteFailingRollouts(world, ours.tenant, new Date())
  // Only theirs has branches in error.
  expect((await ours.call('/alerts')).json.items).toEqual([])
  expect(await theirRows()).toEqual(before)
})

it('asks our schedulers alone, and keeps what they decide for us alone', async () => {
  const { ours, unwalled, theirRows } = twins
  const before = await theirRows()
  await inTenant(ours.database, ours.tenant.id, (tx) =>
    tx.execute(
      sql`update scheduler_asks set due_at = now() - interval '1 second' where tenant = ${ours.tenant.id}`,
    ),
  )
  const decisions = [{ namespace: 'ieb', application: 'app1', clusters: [cluster.name] }]
  const asked: string[] = []
  const callOut: typeof unwalled.callOut = async (_, { body = '' }) => {
    asked.push(body)
    const text = JSON.stringify({ decisions })
    return { outcome: 'answered', status: 200, headers: new Headers(), text }
  }
  const world = { services: { ...unwalled, callOut }, tenants: async () => [ours.tenant] }
  const asker = new SchedulerAsker(world, new AbortController().signal)
  await asker.look()
  await asker.ended()
  expect(asked).toHaveLength(1)
  expect(asked.join('')).not.toContain(MARKER)
  const { json } = await ours.call('/target-policies/packed/decision')
  expect(json).toMatchObject({ status: { failures: 0, error: null }, current: decisions })
  expect(await theirRows()).toEqual(before)
})

it('delivers our events alone', async () => {
  const { ours, theirs, owner, theirRows } = twins
  const queue = (tenant: number) =>
    inTenant(owner, tenant, (tx) => {
      const event = { type: 'alert.fired', subject: 'x', data: {}, dedupe: 'one' } as const
      const told = { ...event, subscription: { name: subscription.name, team: null } }
      return queueEvents({ tx, tenant }, [told])
    })
  for (const { id } of [theirs.tenant, ours.tenant]) expect(await queue(id)).toBe(1)
  const before = await theirRows()
  const told: string[] = []
  const callOut: CallOut = async (url, { body = '' }) => {
    told.push(url, body)
    return { outcome: 'answered', status: 410, headers: new Headers(), text: '' }
  }
  const sender = new DeliverySender(
    { ...world, services: { ...world.services, callOut } },
    new AbortController().signal,
  )
  await sender.look()
  await sender.ended()
  expect(told).toHaveLength(2)
  expect(JSON.stringify(told)).not.toContain(MARKER)
  expect(await theirRows()).toEqual(before)
})
