// A cluster goes from one reconciler to another, by an edit of the cluster or of its type.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import type { Reconciler } from '#lib/domain/reconcilers/interface/reconciler.ts'
import type * as Registered from '#lib/domain/reconcilers/registered.ts'
import { RECONCILERS } from '#lib/domain/reconcilers/registered.ts'
import { listing } from '#lib/domain/reconcilers/testing/listing/reconciler.ts'
import { FleetHistory, type FleetStep } from './fleet-history.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import { createTestPublisher, filesOn, type TestPublisher } from './testing/publisher.ts'

vi.mock('#lib/domain/reconcilers/registered.ts', async (importOriginal) => ({
  RECONCILERS: [...(await importOriginal<typeof Registered>()).RECONCILERS],
}))
const registered = RECONCILERS as Reconciler[]

const DEV = 'fleet/dev'
const LISTED = { type: 'listed', metadata: { tone: 'low' } }
const PLAIN = { type: null, metadata: { tone: null } }

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher({ GITOPS_BRANCH: 'fleet/{environment}' })
  await save(publisher, 'POST', '/teams', team('ieb', { description: 'edge' }))
  await save(publisher, 'POST', '/clusters', cluster('other', 'east', 'dev'))
  await save(publisher, 'POST', '/clusters', { ...cluster('it', 'west', 'dev'), description: 'us' })
  await save(publisher, 'POST', '/applications', application())
  await save(publisher, 'POST', '/target-policies', policy())
})
afterEach(async () => {
  registered.splice(0, registered.length - 1)
  await publisher.close()
})

const publish = async (by = publisher.world) => {
  const outcome = await publisher.publish(DEV, by)
  expect(outcome).toMatchObject({ outcome: 'published' })
}
const edited = (body: object) => save(publisher, 'PATCH', '/clusters/it', body)
const relabel = (metadata: object) => edited({ metadata })
const register = async () => {
  registered.unshift(listing)
  await save(publisher, 'POST', '/cluster-types', { name: 'listed', reconciler: 'listing' })
}
const patch = (body: object, query = '') =>
  publisher.call(`/clusters/it${query}`, { method: 'PATCH', body, headers: { 'If-Match': '*' } })
const files = () => filesOn(publisher.directory, DEV)

/** The names of the files in the cluster's folder. */
async function folder(): Promise<string[]> {
  const paths = [...(await files()).keys()].filter((path) => path.startsWith('clusters/it/'))
  return paths.map((path) => path.slice('clusters/it/'.length))
}

const LISTED_BASE = ['base/about.yaml', 'base/branch.yaml']
const PLAIN_BASE = ['base/network.yaml', 'base/project.yaml', 'base/root.yaml']
const LISTED_TEAM = ['teams/ieb/team.yaml', 'teams/ieb/words.yaml']

describe('a cluster that changes its reconciler', () => {
  beforeEach(async () => {
    await register()
    await publish()
  })

  it.each([
    { to: 'another', from: PLAIN, edit: LISTED, left: LISTED_BASE },
    { to: 'the first', from: LISTED, edit: PLAIN, left: PLAIN_BASE },
  ])('loses to $to what the old one wrote, as it was previewed', async ({ from, edit, left }) => {
    if (from === LISTED) await edited(from).then(() => publish())
    const before = await files()
    const preview = (await patch(edit, '?dryRun=true')).json.files
    await edited(edit)
    await publish()
    expect(await folder()).toEqual(left)
    const after = await files()
    const paths = [...new Set([...before.keys(), ...after.keys()])]
    expect(preview).toEqual({
      added: paths.filter((path) => !before.has(path)).length,
      removed: paths.filter((path) => !after.has(path)).length,
      modified: paths.filter(
        (path) => before.has(path) && after.has(path) && before.get(path) !== after.get(path),
      ).length,
    })
    expect((await publisher.history()).problems).toEqual([])
  })

  it('is published with what comes to it, goes and comes again in the same commit', async () => {
    await relabel({ region: 'east' })
    await publish()
    await relabel({ region: 'west' })
    await edited(LISTED)
    await relabel({ region: 'east' })
    await publish()
    expect(await folder()).toEqual(['apps/ieb/app1.yaml', ...LISTED_BASE, ...LISTED_TEAM])
  })

  it('may be another one of its name', async () => {
    await save(publisher, 'DELETE', '/clusters/it')
    const metadata = { region: 'west', tone: 'low' }
    await save(publisher, 'POST', '/clusters', {
      ...cluster('it', 'west', 'dev'),
      type: 'listed',
      metadata,
    })
    await publish()
    expect(await folder()).toEqual(['base/branch.yaml'])
  })

  it('returns to a folder that it left as the old one’s', async () => {
    await save(publisher, 'PATCH', '/clusters/it', { environment: 'prod' })
    await publisher.publish('fleet/prod')
    await publish()
    await edited(LISTED)
    await publisher.publish('fleet/prod')
    expect(await folder()).toEqual(PLAIN_BASE)
    await save(publisher, 'PATCH', '/clusters/it', { environment: 'dev' })
    await publish()
    expect(await folder()).toEqual(LISTED_BASE)
  })

  it('is new to the one and gone to the other, and needs its bootstrap', async () => {
    const { warnings } = (await patch(LISTED, '?dryRun=true')).json
    const codes = warnings.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(['workloads_unmanaged', 'listed'])
    const change = await edited(LISTED)
    expect((await publisher.call(`/changes/${change}`)).json.impact.bootstraps).toBe(1)
    expect((await publisher.call(`/changes/${change}/bootstraps`)).json.items).toEqual([
      { cluster: 'it', branch: DEV },
    ])
  })

  it.each([
    { to: 'another', from: PLAIN, edit: LISTED },
    { to: 'the first', from: LISTED, edit: PLAIN },
  ])('goes to $to only while nothing is placed there, and by itself', async ({ from, edit }) => {
    await edited(from)
    await relabel({ region: 'east' })
    expect((await patch(edit)).json).toMatchObject({
      status: 409,
      code: 'type_change_needs_empty_cluster',
      errors: [{ pointer: '/type' }],
    })
    await relabel({ region: 'west' })
    expect((await patch({ ...edit, environment: 'prod' })).json).toMatchObject({
      status: 409,
      code: 'cluster_moves',
    })
  })

  it('keeps nothing that only the other understands', async () => {
    const { json } = await patch({ ...LISTED, argocd_namespace: 'gitops' })
    expect(json).toMatchObject({
      status: 422,
      errors: [{ pointer: '/argocd_namespace', code: 'not_of_this_reconciler' }],
    })
  })

  it('goes there by an edit of its type, under the same rule, as it was previewed', async () => {
    await save(publisher, 'POST', '/cluster-types', { name: 'edge', reconciler: 'argocd' })
    await edited({ type: 'edge', metadata: { tone: 'low', region: 'east' } })
    await publish()
    const retype = (query = '') =>
      publisher.call(`/cluster-types/edge${query}`, {
        method: 'PATCH',
        body: { reconciler: 'listing', settings: null },
        headers: { 'If-Match': '*' },
      })
    expect((await retype()).json).toMatchObject({
      status: 409,
      code: 'type_change_needs_empty_cluster',
      errors: [{ pointer: '/reconciler' }],
    })
    await relabel({ region: 'west' })
    await publish()
    const preview = (await retype('?dryRun=true')).json.files
    expect(preview).toMatchObject({ added: 2, removed: 3 })
    expect((await retype()).status).toBe(200)
    await publish()
    expect(await folder()).toEqual(LISTED_BASE)
    expect((await publisher.history()).problems).toEqual([])
  })
})

/** A publisher that takes each step for another one. */
const misled = (mislead: (step: FleetStep) => FleetStep) => {
  const history = new FleetHistory()
  const step = async (scope: TenantScope, from: number, to: number) =>
    mislead(await history.step(scope, from, to))
  return publisher.newWorld({ fleets: { forget: () => undefined, step } })
}

describe('the removal guard, at a change of the reconciler', () => {
  beforeEach(async () => {
    await register()
    await publish()
  })

  it('lets nothing go of a cluster that keeps its own, whatever was rendered', async () => {
    await save(publisher, 'PATCH', '/clusters/it', { default_project: 'empty' })
    const listed = misled((step) => {
      const id = step.after.clusters.ordered.find(
        (each) => step.after.clusters.slots[each]?.name === 'it',
      )!
      const was: Cluster = step.after.clusters.slots[id]!
      const after = { ...was, type: 'listed', labels: new Map([...was.labels, ['tone', 'low']]) }
      const edits = [{ kind: 'cluster' as const, id, after }]
      return { ...step, after: step.after.with(edits), edits }
    })
    const tip = await publisher.git('rev-parse', DEV)
    const outcome = await publisher.publish(DEV, listed)
    expect(outcome).toMatchObject({ outcome: 'refused' })
    expect(JSON.stringify(outcome)).toContain('would remove 3 files that no change took away')
    expect(await publisher.git('rev-parse', DEV)).toBe(tip)
  })

  it('keeps nothing of the old one where the new one has come', async () => {
    await edited(LISTED)
    const stuck = misled((step) => ({ ...step, after: step.before, edits: [] }))
    const outcome = await publisher.publish(DEV, stuck)
    expect(outcome).toMatchObject({ outcome: 'refused' })
    expect(JSON.stringify(outcome)).toContain('would keep 3 files that its changes took away')
  })
})
