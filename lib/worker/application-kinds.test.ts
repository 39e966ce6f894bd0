// The kinds that admins let teams bring, on their way into each cluster's bootstrap.
import { beforeEach, afterEach, describe, expect, it } from 'vitest'
import { openRepositories } from './repositories.ts'
import { cluster, save, saveSmallFleet } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import type { PublisherWorld, Repository } from './world.ts'

const CERTIFICATES = { group: 'cert-manager.io', resources: ['certificates'] }
const ENDPOINTS = { group: '', resources: ['endpoints'] }

let publisher: TestPublisher
let world: PublisherWorld
let opened: Set<Repository['store']>
beforeEach(async () => {
  opened = new Set()
  publisher = await createTestPublisher()
  const repositories = openRepositories({
    ...publisher.services,
    environment: { ...publisher.services.environment, dataDirectory: publisher.directory },
  })
  world = publisher.newWorld({
    repository: async (tenant) => {
      const repository = await repositories(tenant)
      opened.add(repository.store)
      return repository
    },
  })
  await saveSmallFleet(publisher)
  await publish()
})
afterEach(async () => {
  for (const store of opened) store.close()
  await publisher.close()
})

const publish = async () => {
  expect(await publisher.publish('main', world)).toMatchObject({ outcome: 'published' })
}
const files = async () => {
  const [store] = opened
  return filesOn(store!.directory, 'main')
}

async function allow(...kinds: object[]): Promise<number> {
  const { json: clusters } = await publisher.call('/clusters')
  const answer = await publisher.call(`/application-kinds?confirmClusters=${clusters.total}`, {
    method: 'PUT',
    body: { application_kinds: kinds },
    headers: { 'if-match': '*' },
  })
  expect(answer.status, answer.text).toBe(200)
  return clusters.total
}

describe('other application kinds', () => {
  it('are published to the bootstrap of every cluster, and to nothing else', async () => {
    const before = await files()
    const clusters = await allow(CERTIFICATES)
    await publish()
    const after = await files()
    const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path))
    expect(changed).toHaveLength(clusters)
    for (const path of changed) {
      expect(path).toMatch(/^bootstrap\//)
      expect(after.get(path)).toContain('cert-manager.io')
    }
    expect([...after.keys()]).toEqual([...before.keys()])
    expect(after).toEqual(new Map(await expectedFiles(publisher, 'main')))
  })

  it('are published by a publisher that knew the branch with the old kinds', async () => {
    await allow(CERTIFICATES)
    await publish()
    await allow(ENDPOINTS)
    await save(publisher, 'POST', '/clusters', cluster('three'))
    await publish()
    const after = await files()
    expect(after.get('bootstrap/one.yaml')).toContain('endpoints')
    expect(after.get('bootstrap/one.yaml')).not.toContain('cert-manager.io')
    expect(after).toEqual(new Map(await expectedFiles(publisher, 'main')))
  })
})
