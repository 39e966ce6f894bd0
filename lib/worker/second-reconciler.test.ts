// A second reconciler costs only its own folder and its registration: nothing else knows of it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { clusterDetailsUseCase } from '#lib/usecases/objects/details.ts'
import { ownSession } from '#lib/usecases/session.ts'
import type * as Registered from '#lib/domain/reconcilers/registered.ts'
import type { TestPublisher } from './testing/publisher.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import { createTestPublisher, filesOn } from './testing/publisher.ts'

vi.mock('#lib/domain/reconcilers/registered.ts', async (importOriginal) => {
  const { RECONCILERS } = await importOriginal<typeof Registered>()
  const { listing } = await import('#lib/domain/reconcilers/testing/listing/reconciler.ts')
  return { RECONCILERS: [listing, ...RECONCILERS] }
})

const listed = {
  ...cluster('listed', 'east', 'dev'),
  description: 'ours',
  type: 'listed',
  metadata: { region: 'east', tone: 'low' },
}

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher({ GITOPS_BRANCH: 'fleet/{environment}' })
  await save(publisher, 'POST', '/teams', team('ieb', { description: 'edge' }))
  await save(publisher, 'POST', '/clusters', cluster('plain', 'east', 'dev'))
  await save(publisher, 'POST', '/cluster-types', { name: 'listed', reconciler: 'listing' })
  await save(publisher, 'POST', '/clusters', listed)
  await save(publisher, 'POST', '/applications', application())
  await save(publisher, 'POST', '/target-policies', policy())
  await publishAll()
})
afterEach(() => publisher.close())

async function publishAll() {
  for (let round = 0; round < 3; round++) {
    for (const branch of ['fleet/dev', 'fleet/prod']) {
      const { outcome } = await publisher.publish(branch)
      expect(['published', 'idle', 'waiting']).toContain(outcome)
    }
  }
}

/** The files of a cluster on a branch, by their paths within its folder. */
async function folderOf(name: string, branch: string): Promise<Record<string, string>> {
  const folder = `clusters/${name}/`
  const files = [...(await filesOn(publisher.directory, branch))]
  return Object.fromEntries(
    files.flatMap(([path, text]) =>
      path.startsWith(folder) ? [[path.slice(folder.length), text]] : [],
    ),
  )
}

const written = {
  'apps/ieb/app1.yaml': 'low: ieb/app1@master\n',
  'base/about.yaml': 'ours',
  'base/branch.yaml': 'fleet/dev',
  'teams/ieb/team.yaml': 'low: ieb',
  'teams/ieb/words.yaml': 'edge',
}

describe('a cluster of another reconciler', () => {
  it('has that one’s files, and a cluster of Argo CD keeps its own', async () => {
    expect(await folderOf('listed', 'fleet/dev')).toEqual(written)
    const plain = await folderOf('plain', 'fleet/dev')
    expect(Object.keys(plain)).toContain('base/root.yaml')
    expect(plain['apps/ieb/app1.yaml']).toContain('kind: Application')
    const files = await filesOn(publisher.directory, 'fleet/dev')
    expect(files.get('bootstrap/listed.yaml')).toMatch(/^listed follows /)
    const readme = files.get('README.md')!
    expect(readme).toMatch(/^# What runs on which cluster\n\nBerth writes this repository/)
    expect(readme.endsWith('\nLists are here, too.\n')).toBe(true)
  })

  it('hears what its own says, of what comes to its own clusters', async () => {
    const body = { ...listed, name: 'other' }
    const { json } = await publisher.call('/clusters?dryRun=true', { method: 'POST', body })
    const warnings: { code: string; message: string }[] = json.warnings
    expect(warnings.map(({ code }) => code)).toEqual(['listed', 'heard'])
    expect(warnings[1]?.message).toBe('Heard on 1.')
  })

  it('is connected by that one, whose name its page says', async () => {
    const session = ownSession(publisher.tenant, actorOf({ role: 'admin' }))
    const reconcilers = ['plain', 'listed'].map(async (name) => {
      const input = { ref: { name }, at: null }
      const details = await clusterDetailsUseCase.invoke(publisher.services, session, input)
      return details.onboarding.reconciler
    })
    expect(await Promise.all(reconcilers)).toEqual(['Argo CD', 'Listing'])
  })

  it('loses the files that its own declares as optional, and no others', async () => {
    await save(publisher, 'PATCH', '/teams/ieb', { description: '' })
    await save(publisher, 'PATCH', '/clusters/listed', { description: '' })
    await publishAll()
    const { 'base/about.yaml': _, 'teams/ieb/words.yaml': __, ...always } = written
    expect(await folderOf('listed', 'fleet/dev')).toEqual(always)
  })

  it('leaves a folder that says where it went, which goes with it whole', async () => {
    await save(publisher, 'PATCH', '/clusters/listed', { environment: 'prod' })
    await publishAll()
    const moved = { ...written, 'base/branch.yaml': 'fleet/prod' }
    expect(await folderOf('listed', 'fleet/prod')).toEqual(moved)
    expect(await folderOf('listed', 'fleet/dev')).toEqual(moved)
    await save(publisher, 'DELETE', '/clusters/listed')
    await publishAll()
    expect(await folderOf('listed', 'fleet/prod')).toEqual({})
    expect(await folderOf('listed', 'fleet/dev')).toEqual({})
    expect((await publisher.history()).problems).toEqual([])
  })

  it('becomes another variant only while nothing is placed there', async () => {
    const { status, json } = await publisher.call('/clusters/listed', {
      method: 'PATCH',
      body: { metadata: { tone: 'high' } },
      headers: { 'If-Match': '*' },
    })
    expect([status, json.detail]).toEqual([409, 'Cluster listed: The tone is heard.'])
  })
})
