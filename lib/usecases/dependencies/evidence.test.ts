// On which clusters what an application needs is there, by what they report and what is in Git, on real Postgres and git.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSaidOfReleased } from '#db/queries/dependency-evidence.ts'
import { loadModel } from '#db/queries/model.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { metClusters } from '#lib/domain/dependencies/met.ts'
import { unmetOn } from '#lib/domain/dependencies/unmet.ts'
import { emptyFleet, type Fleet, findObject } from '#lib/domain/fleet/fleet.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import { bitsOf, hasBit, idsIn } from '#lib/domain/sets/bits.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { anApplication } from '#lib/domain/testing/objects.ts'
import { heldOf, releaseOf, submitWave } from '#lib/http/testing/releasing.ts'
import { reportedItem, reportOf } from '#lib/http/testing/reports.ts'
import { announce, commitOf, rollOut } from '#lib/http/testing/rollouts.ts'
import { application, cluster, policy, save, team } from '#lib/worker/testing/fleets.ts'
import { createTestPublisher, type TestPublisher } from '#lib/worker/testing/publisher.ts'
import { fallSilent, report } from '#lib/worker/testing/wave-reports.ts'
import { editOfRow } from '../changes/edit.ts'
import { readEvidence } from './evidence.ts'
import { readKnown } from './known.ts'

const APP = '/applications/ieb/app1'

let publisher: TestPublisher
afterAll(() => publisher.close())

async function placed(clusters: readonly string[]): Promise<void> {
  publisher = await createTestPublisher()
  await save(publisher, 'POST', '/teams', team())
  await save(publisher, 'POST', '/target-policies', policy())
  for (const name of clusters) await save(publisher, 'POST', '/clusters', cluster(name))
  await save(publisher, 'POST', '/applications', application())
}

const needing = (given: Partial<Dependency> = {}): Dependency => ({
  namespace: 'ieb',
  application: 'app1',
  environment: null,
  minVersion: null,
  healthy: true,
  ...given,
})

/** Of some clusters those, by name, on which a dependency is met. */
function metOn(
  dependency: Dependency,
  clusters: readonly string[],
): Promise<Record<string, boolean>> {
  return publisher.inScope(async (scope) => {
    const fleet = emptyFleet().with((await loadModel(scope, 1_000)).map(editOfRow))
    const ids = clusters.map((name) => findObject(fleet, { kind: 'cluster', team: null, name })!.id)
    const [evidence] = await readEvidence(scope, fleet, [dependency], bitsOf(ids))
    const met = metClusters(fleet, dependency, bitsOf(ids), evidence!)
    expect(await unblockedOn(scope, fleet, dependency, ids)).toEqual(idsIn(met))
    return Object.fromEntries(clusters.map((name, index) => [name, hasBit(met, ids[index]!)]))
  })
}

/** The clusters where nothing is told of an application that needs it to be wrong. */
async function unblockedOn(
  scope: TenantScope,
  fleet: Fleet,
  dependency: Dependency,
  clusters: readonly number[],
): Promise<readonly number[]> {
  const application = fleet.applications.slots.length
  const needing = anApplication({ name: 'needing', dependsOn: [dependency] })
  const needed = fleet.with([editTo(application, needing)])
  const { services } = publisher
  const pairs = clusters.map((cluster) => ({ application, cluster }))
  const known = await readKnown({ scope, services }, needed, pairs)
  return clusters
    .filter((cluster) => unmetOn(needed, dependency, cluster, known) === null)
    .toSorted((one, other) => one - other)
}

/** A cluster says how its root is, and these applications. */
async function reportItems(
  name: string,
  ...said: readonly Parameters<typeof reportedItem>[0][]
): Promise<void> {
  const token = await publisher.token('contributor', { cluster: name })
  const root = reportedItem({ name: 'berth', revision: await publisher.git('rev-parse', 'main') })
  const body = reportOf([root, ...said.map(reportedItem)])
  const answer = await publisher.call(`/clusters/${name}/report`, { method: 'PUT', token, body })
  expect(answer.status, answer.text).toBe(200)
}

/** Whether a dependency in an environment is met, which it is for all clusters or for none. */
async function isMetIn(environment: string, minVersion: string | null = null) {
  return (await metOn(needing({ environment, minVersion }), ['degraded']))['degraded']
}

type Said = Parameters<typeof report>[2]

/** By cluster, what it says of version 1, which is released to it, and whether it is there for what needs it. */
const SAID: Readonly<Record<string, readonly [Said | 'nothing' | 'never', boolean]>> = {
  healthy: [{ version: '1' }, true],
  suspended: [{ version: '1', health: 'Suspended' }, true],
  progressing: [{ version: '1', health: 'Progressing' }, false],
  degraded: [{ version: '1', health: 'Degraded' }, false],
  failed: [{ version: '1', phase: 'Failed' }, false],
  older: [{ version: '0' }, false],
  // It reports, and not of this application.
  without: ['nothing', false],
  unheard: ['never', true],
}
const CLUSTERS = Object.keys(SAID)

describe('an application that follows versions, on the same cluster', () => {
  beforeAll(async () => {
    await placed(CLUSTERS)
    await save(publisher, 'PATCH', APP, { follow: 'versions' })
    for (const digit of ['1', '2']) await announce(publisher, digit)
    await submitWave(publisher, (fleet) => ({
      ended: heldOf(fleet, 'app1'),
      begun: [releaseOf(fleet, 'app1', { commit: commitOf('1') })],
    }))
    await publisher.publish()
    for (const [name, [said]] of Object.entries(SAID)) {
      if (said === 'nothing') await reportItems(name)
      else if (said !== 'never') await report(publisher, [name], said)
    }
  })

  it('is there where it is healthy at its commit, or in Git for a cluster that never reported', async () => {
    const expected = Object.fromEntries(CLUSTERS.map((name) => [name, SAID[name]![1]]))
    expect(await metOn(needing(), CLUSTERS)).toEqual(expected)
  })

  it('is there where it is released, if it needn’t be healthy', async () => {
    expect(new Set(Object.values(await metOn(needing({ healthy: false }), CLUSTERS)))).toEqual(
      new Set([true]),
    )
  })

  it.each([
    ['v1', true],
    ['v2', false],
    ['v9', false],
  ])('at %s or later: %s', async (minVersion, isMet) => {
    for (const healthy of [true, false]) {
      expect(await metOn(needing({ minVersion, healthy }), ['healthy', 'unheard'])).toEqual({
        healthy: isMet,
        unheard: isMet,
      })
    }
  })

  it('is nowhere if there is no such application', async () => {
    expect(await metOn(needing({ application: 'gone' }), ['healthy'])).toEqual({ healthy: false })
  })

  it('stays as it was when its cluster falls silent', async () => {
    await fallSilent(publisher)
    const expected = Object.fromEntries(CLUSTERS.map((name) => [name, SAID[name]![1]]))
    expect(await metOn(needing(), CLUSTERS)).toEqual(expected)
  })

  it('isn’t there as soon as another version is released, before it is healthy at that', async () => {
    await submitWave(publisher, (fleet) => ({
      ended: [],
      begun: [
        releaseOf(fleet, 'app1', {
          version: 2,
          commit: commitOf('2'),
          clusters: ['healthy', 'unheard'],
        }),
      ],
    }))
    const asked = ['healthy', 'suspended', 'unheard']
    const waiting = { healthy: false, suspended: true, unheard: false }
    expect(await metOn(needing(), asked)).toEqual(waiting)
    await publisher.publish()
    expect(await metOn(needing(), asked)).toEqual({ ...waiting, unheard: true })
    const later = needing({ minVersion: 'v2', healthy: false })
    expect(await metOn(later, asked)).toEqual({ healthy: true, suspended: false, unheard: true })
    await report(publisher, ['healthy'], { version: '2' })
    expect(await metOn(needing(), asked)).toEqual({ healthy: true, suspended: true, unheard: true })
  })

  it('isn’t there where it is placed without a release, or not placed', async () => {
    await save(publisher, 'POST', '/clusters', cluster('stage', 'east', 'stage'))
    await save(publisher, 'POST', '/clusters', cluster('west', 'west'))
    const nowhere = { stage: false, west: false }
    for (const healthy of [true, false]) {
      expect(await metOn(needing({ healthy }), ['stage', 'west'])).toEqual(nowhere)
    }
  })

  it('is only said of its own tenant', async () => {
    const said = await publisher.inScope(({ tx, tenant }) =>
      readSaidOfReleased({ tx, tenant: tenant + 1_000_000 }, 1, [{ commit: null, clusters: [1] }]),
    )
    expect(said).toEqual({ reporting: [], healthy: [], published: [] })
  })
})

describe('an application that follows its branch, on the same cluster', () => {
  beforeAll(async () => {
    await publisher.close()
    await placed(['healthy', 'other', 'degraded', 'unheard'])
    await publisher.publish()
    await reportItems('healthy', { revision: commitOf('7') })
    await reportItems('other', { revision: commitOf('8') })
    await reportItems('degraded', { revision: commitOf('7'), health: 'Degraded' })
  })

  it('is there where it is healthy at any commit, or in Git for a cluster that never reported', async () => {
    const isMet = { healthy: true, other: true, degraded: false, unheard: true }
    expect(await metOn(needing(), Object.keys(isMet))).toEqual(isMet)
  })

  it('is on no cluster at any version', async () => {
    await announce(publisher, '1')
    const versioned = needing({ minVersion: 'v1', healthy: false })
    expect(await metOn(versioned, ['healthy'])).toEqual({ healthy: false })
  })

  it('isn’t there before it is in Git for a cluster that never reported', async () => {
    await save(publisher, 'POST', '/clusters', cluster('fresh'))
    expect(await metOn(needing(), ['fresh', 'unheard'])).toEqual({ fresh: false, unheard: true })
    expect(await metOn(needing({ healthy: false }), ['fresh'])).toEqual({ fresh: true })
    await publisher.publish()
    expect(await metOn(needing(), ['fresh'])).toEqual({ fresh: true })
  })

  it('is there in an environment as soon as it is placed in it', async () => {
    expect(await isMetIn('prod')).toBe(true)
    expect(await isMetIn('prod', 'v1')).toBe(false)
    expect(await isMetIn('stage')).toBe(false)
  })
})

describe('an application that follows versions, in an environment', () => {
  it('is there once a rollout brought the version to all of it, and none is under way', async () => {
    await save(publisher, 'PATCH', APP, { follow: 'versions' })
    expect([await isMetIn('prod', 'v1'), await isMetIn('prod')]).toEqual([false, true])
    const { id } = (await rollOut(publisher, 'prod', 'v1')).json
    expect([await isMetIn('prod', 'v1'), await isMetIn('prod')]).toEqual([false, false])
    await submitWave(publisher, (fleet) => ({
      ended: heldOf(fleet, 'app1'),
      begun: [releaseOf(fleet, 'app1', { commit: commitOf('1') })],
    }))
    expect([await isMetIn('prod', 'v1'), await isMetIn('prod')]).toEqual([false, false])
    await publisher.inScope(({ tx, tenant }) =>
      tx.execute(sql`update rollouts set state = 'completed', ended_at = now()
        where tenant = ${tenant} and id = ${id}`),
    )
    expect([await isMetIn('prod', 'v1'), await isMetIn('prod')]).toEqual([true, true])
  })
})
