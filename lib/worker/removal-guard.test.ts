import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { FleetHistory } from './fleet-history.ts'
import { application, cluster, save, saveSmallFleet, schema, team } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await saveSmallFleet(publisher)
  await save(publisher, 'POST', '/teams', team('ops'))
  await save(publisher, 'POST', '/applications', application('app2', { namespace: 'ops' }))
  await save(publisher, 'POST', '/config-schemas', schema())
  await publisher.publish()
})
afterEach(() => publisher.close())

/** A publisher whose fleets lack what `loses` returns, as if the database had answered only a part of the rows. */
function misled(loses: (fleet: Fleet) => readonly Edit[]) {
  const history = new FleetHistory()
  return publisher.newWorld({
    fleets: {
      forget: (tenant) => history.forget(tenant),
      step: async (scope: TenantScope, from: number, to: number) => {
        const step = await history.step(scope, from, to)
        const lost = loses(step.after)
        return { ...step, after: step.after.with(lost), edits: [...step.edits, ...lost] }
      },
    },
  })
}

const losses: [string, (fleet: Fleet) => readonly Edit[]][] = [
  ['a cluster', ({ clusters }) => [{ kind: 'cluster', id: clusters.ordered[0]!, after: null }]],
  [
    'half of the applications',
    ({ applications }) => [{ kind: 'application', id: applications.ordered[0]!, after: null }],
  ],
  [
    'every policy',
    ({ policies }) => policies.ordered.map((id) => ({ kind: 'target-policy', id, after: null })),
  ],
  [
    'every schema',
    (fleet) =>
      fleet['config schemas'].ordered.map((id) => ({ kind: 'config-schema', id, after: null })),
  ],
  [
    'everything',
    (fleet) => [
      ...fleet.clusters.ordered.map((id) => ({ kind: 'cluster' as const, id, after: null })),
      ...fleet.applications.ordered.map((id) => ({
        kind: 'application' as const,
        id,
        after: null,
      })),
    ],
  ],
]

describe('the removal guard', () => {
  it.each(losses)('lets no file go when the model that was read lacks %s', async (_, loses) => {
    const before = await filesOn(publisher.directory, 'main')
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish('main', misled(loses))).toMatchObject({ outcome: 'refused' })
    expect(await filesOn(publisher.directory, 'main')).toEqual(before)
    const publications = (await publisher.call('/changes/9')).json
    expect(publications).toMatchObject({ state: 'failed' })
    // What was read wrongly is read again, and the change is published.
    expect(await publisher.publish()).toMatchObject({ outcome: 'published', changes: [9] })
    expect(await filesOn(publisher.directory, 'main')).toEqual(
      await expectedFiles(publisher, 'main'),
    )
  })

  it('stops a commit that keeps what its changes took away', async () => {
    await save(publisher, 'DELETE', '/applications/ieb/app1')
    const history = new FleetHistory()
    const stuck = publisher.newWorld({
      fleets: {
        forget: () => undefined,
        step: async (scope, from) => history.step(scope, from, from),
      },
    })
    const tip = await publisher.git('rev-parse', 'main')
    expect(await publisher.publish('main', stuck)).toMatchObject({ outcome: 'refused' })
    expect(await publisher.git('rev-parse', 'main')).toBe(tip)
  })

  it.each([
    { what: 'a team’s optional files', method: 'PATCH', path: '/teams/ieb', body: { quota: null } },
    { what: 'a team’s roles', method: 'PATCH', path: '/teams/ieb', body: { groups: [] } },
    { what: 'an application', method: 'DELETE', path: '/applications/ieb/app1', body: undefined },
    { what: 'a cluster', method: 'DELETE', path: '/clusters/one', body: undefined },
    { what: 'a policy', method: 'DELETE', path: '/target-policies/everywhere', body: undefined },
    { what: 'a schema', method: 'DELETE', path: '/config-schemas/zones', body: undefined },
    {
      what: 'what a schema declares',
      method: 'PATCH',
      path: '/config-schemas/zones',
      body: { schema: { properties: { zone: { default: null } } } },
    },
    {
      what: 'the label by which a schema selects a cluster',
      method: 'PATCH',
      path: '/clusters/one',
      body: { metadata: { told: 'no' } },
    },
    {
      what: 'the label by which a schema selects an application',
      method: 'PATCH',
      path: '/applications/ieb/app1',
      body: { metadata: { told: 'no' } },
    },
    {
      what: 'a label',
      method: 'PATCH',
      path: '/clusters/one',
      body: { metadata: { region: 'west' } },
    },
  ] as const)('lets go what $what takes away', async ({ method, path, body }) => {
    await save(publisher, 'PATCH', '/teams/ieb', {
      quota: { pods: '10' },
      groups: [{ id: '00000000-0000-0000-0000-000000000001', role: 'reader' }],
    })
    await save(publisher, 'PATCH', '/config-schemas/zones', { app_selector: 'told!=no' })
    await publisher.publish()
    await save(publisher, method, path, body)
    expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
    expect(await filesOn(publisher.directory, 'main')).toEqual(
      await expectedFiles(publisher, 'main'),
    )
  })

  it('lets a name go and come again within one batch', async () => {
    await save(publisher, 'DELETE', '/clusters/one')
    await save(publisher, 'POST', '/clusters', cluster('one'))
    await save(publisher, 'DELETE', '/applications/ieb/app1')
    await save(publisher, 'POST', '/applications', application('app1', { repo_branch: 'v9' }))
    expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
    expect(await filesOn(publisher.directory, 'main')).toEqual(
      await expectedFiles(publisher, 'main'),
    )
  })
})
