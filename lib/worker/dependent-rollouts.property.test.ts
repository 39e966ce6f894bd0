// Rollouts of an application that needs another one, while that one is placed, taken away, falls ill and gets well, and while
// people decide and stop: what is kept with each release says that all was there.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { reportedItem, reportOf } from '#lib/http/testing/reports.ts'
import { act, announce, commitOf } from '#lib/http/testing/rollouts.ts'
import { unmetReleases } from './testing/dependencies.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import { createTestPublisher, expectedFiles, filesOn } from './testing/publisher.ts'
import { carryOn, conduct, revisionsOn } from './testing/rollouts.ts'
import { look } from './testing/wave-reports.ts'

const numRuns = Math.ceil(Number(process.env['BERTH_TRIALS'] ?? 100) / 25)
const CLUSTERS = ['a', 'b', 'c', 'd', 'e']
const VERSIONS = ['1', '2', '3']

/** Null: nothing. */
const needs = fc.record(
  {
    on: fc.constantFrom('cluster', 'environment:prod'),
    min_version: fc.constantFrom(...VERSIONS.map((digit) => `v${digit}`)),
    healthy: fc.boolean(),
  },
  { requiredKeys: [] },
)
const clusters = fc.subarray(CLUSTERS, { minLength: 1 })
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('place', 'place', 'remove'), clusters }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('report'),
      clusters,
      health: fc.constantFrom('Healthy', 'Healthy', 'Healthy', 'Degraded', 'Progressing'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('start'), version: fc.constantFrom(...VERSIONS) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('publish', 'look', 'carryOn') }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('free'), clusters, wave: fc.constantFrom(1, 2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('pause', 'resume', 'resume', 'abort', 'rollback') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('need'), needs: fc.option(needs, { freq: 5 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('bring'), version: fc.constantFrom(...VERSIONS) }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

async function begin() {
  const publisher = await createTestPublisher()
  await save(publisher, 'POST', '/teams', team())
  for (const name of CLUSTERS) {
    const metadata = { region: 'east', db: 'no', ring: name < 'c' ? 'canary' : 'main' }
    await save(publisher, 'POST', '/clusters', { ...cluster(name), metadata })
  }
  const waves = [{ name: 'canary', clusters: 'ring=canary' }, { name: 'rest' }]
  await save(publisher, 'POST', '/environments', { name: 'prod', waves })
  await save(publisher, 'POST', '/target-policies', policy())
  const db = { ...policy('db', { db: 'yes' }), app_selector: { name: 'db' } }
  await save(publisher, 'POST', '/target-policies', db)
  const follow = 'versions'
  await save(publisher, 'POST', '/applications', application('db', { metadata: {}, follow }))
  const dependent = application('app1', { follow, depends_on: ['ieb/db'] })
  await save(publisher, 'POST', '/applications', dependent)
  for (const digit of VERSIONS) {
    await announce(publisher, digit)
    const body = { commit: commitOf(digit), name: `v${digit}` }
    await publisher.call('/applications/ieb/db/versions', { body })
  }
  await publisher.publish()
  let rollout: number | null = null

  async function startOf(name: string, version: string): Promise<number | null> {
    const body = {
      namespace: 'ieb',
      application: name,
      environment: 'prod',
      version: `v${version}`,
    }
    const answer = await publisher.call('/rollouts?supersede=true', { body })
    return answer.status === 201 ? answer.json.id : null
  }

  async function report(names: readonly string[], health: string): Promise<void> {
    const revisions = await revisionsOn(publisher, names, 'main', 'db')
    const root = reportedItem({ name: 'berth', revision: await publisher.git('rev-parse', 'main') })
    for (const name of names) {
      const digit = revisions[name] ?? null
      const revision = commitOf(digit ?? '9')
      const item = {
        ...reportedItem({ name: 'ieb--db', health, revision }),
        targetRevision: revision,
      }
      const token = await publisher.token('contributor', { cluster: name })
      const body = reportOf(digit === null ? [root] : [root, item])
      await publisher.call(`/clusters/${name}/report`, { method: 'PUT', token, body })
    }
  }

  async function label(names: readonly string[], db: string): Promise<void> {
    for (const name of names) {
      await save(publisher, 'PATCH', `/clusters/${name}`, { metadata: { db } })
    }
  }

  async function take(action: Action): Promise<void> {
    switch (action.do) {
      case 'place':
        return label(action.clusters, 'yes')
      case 'remove':
        return label(action.clusters, 'no')
      case 'report':
        return report(action.clusters, action.health)
      case 'start':
        rollout = (await startOf('app1', action.version)) ?? rollout
        return
      case 'bring':
        await startOf('db', action.version)
        return carryOn(publisher)
      case 'publish':
        await publisher.publish()
        return
      case 'look':
        await look(publisher)
        return conduct(publisher)
      case 'carryOn':
        return carryOn(publisher)
      case 'need': {
        const db = { namespace: 'ieb', application: 'db' }
        const depends = { depends_on: action.needs === null ? [] : [{ ...db, ...action.needs }] }
        // Refused, where it would begin or cease to need others while a rollout of it is under way.
        const headers = { 'if-match': '*' }
        await publisher.call('/applications/ieb/app1', { method: 'PATCH', body: depends, headers })
        return
      }
      default:
        if (rollout !== null) await decide(rollout, action)
    }
  }

  async function decide(id: number, action: Action): Promise<void> {
    switch (action.do) {
      case 'free': {
        const { wave, clusters: asked } = action
        const body = {
          wave,
          gates: ['depends'],
          clusters: asked.slice(0, 1),
          reason: 'It is needed now.',
        }
        const first = await publisher.call(`/rollouts/${id}/override`, { body })
        const query = `?confirmChanges=${first.json.confirmChanges}`
        await publisher.call(`/rollouts/${id}/override${query}`, { body })
        return
      }
      default:
        await act(publisher, id, action.do)
    }
  }

  return { publisher, take }
}

it('no wave is released where something was missing by what is kept with it, and nothing else is in Git', async () => {
  let released = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 15, maxLength: 30, size: 'max' }),
      async (actions) => {
        const { publisher, take } = await begin()
        try {
          for (const action of actions) await take(action)
          await carryOn(publisher)
          expect(await unmetReleases(publisher)).toEqual([])
          expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
          expect(await filesOn(publisher.directory, 'main')).toEqual(
            await expectedFiles(publisher, 'main'),
          )
          const waves = (await publisher.call('/changes?limit=1000')).json.items.filter(
            (change: { action: string }) => change.action === 'rollouts.wave',
          )
          released += waves.length
        } finally {
          await publisher.close()
        }
      },
    ),
    { numRuns, endOnFailure: true },
  )
  expect(released).toBeGreaterThan(0)
})
