import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { deliveryOn } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { bitsOf, hasBit, NO_BITS } from '#lib/domain/sets/bits.ts'
import { commitOf, fleetNeeding, type Needing } from '#lib/domain/testing/needing.ts'
import { aDependency } from '#lib/domain/testing/objects.ts'
import { type Evidence, metClusters } from './met.ts'
import { type Known, type Said, unmetOn } from './unmet.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const SINCE = new Date('2026-11-26T14:02:03Z')

function said(given: Partial<Said>): Said {
  return {
    reports: true,
    silentSince: null,
    state: 'healthy',
    since: SINCE,
    revision: commitOf(1),
    message: null,
    isPublished: false,
    ...given,
  }
}

/** Versions are named after their numbers, as `v2`. */
function knowing(given: Partial<Known>): Known {
  return {
    numberOf: (_, version) => (version === 'unknown' ? null : Number(version.slice(1))),
    nameOf: (_, version) => `v${version}`,
    said: () => said({}),
    isRollingOut: () => false,
    ...given,
  }
}

const DB: Needing = { name: 'db', follow: 'versions', releases: [{ version: 1 }] }
const NEEDED = aDependency({ application: 'db' })

/** What is wrong with it on `c0` in prod; `c1` is in qa. */
function wrong(db: Needing | null, needed: Partial<Dependency> = {}, known: Partial<Known> = {}) {
  const fleet = fleetNeeding(['prod', 'qa'], db === null ? [] : [db])
  const unmet = unmetOn(fleet, { ...NEEDED, ...needed }, 0, knowing(known))
  return unmet && { code: unmet.code, has: unmet.has, since: unmet.since, reason: unmet.reason }
}

const about = (given: Partial<Said>): Partial<Known> => ({ said: () => said(given) })

describe('what is wrong with an application that is needed on the same cluster', () => {
  it.each([
    ['that it is gone', null, {}, {}, 'missing', null, 'it is no more'],
    [
      'that it isn’t placed there',
      { ...DB, on: [1] },
      {},
      {},
      'not_placed',
      null,
      'not placed there',
    ],
    [
      'that nothing of it is released there',
      { ...DB, releases: [{ environment: 'qa' }] },
      {},
      {},
      'not_released',
      null,
      'not released there',
    ],
    [
      'that it isn’t in Git yet, of a cluster that never reported',
      DB,
      {},
      about({ reports: false, state: null }),
      'not_released',
      'v1',
      'not in Git yet',
    ],
    ['that it is older', DB, { minVersion: 'v2' }, {}, 'older', 'v1', 'v1, needs v2'],
    [
      'that it is older, if the version that is needed isn’t known',
      DB,
      { minVersion: 'unknown' },
      {},
      'older',
      'v1',
      'v1, needs unknown',
    ],
    [
      'that it follows its branch, which has no version',
      { name: 'db' },
      { minVersion: 'v1' },
      {},
      'older',
      null,
      'the branch v1, needs v1',
    ],
    [
      'that it has what its branch had before it followed versions',
      { ...DB, releases: [{ version: null }] },
      { minVersion: 'v1' },
      {},
      'older',
      null,
      'the branch main, needs v1',
    ],
    [
      'that its cluster said nothing of it yet',
      DB,
      {},
      about({ state: null, revision: null }),
      'not_healthy',
      'v1',
      'nothing said of it yet',
    ],
    [
      'that its cluster has another commit of it',
      DB,
      {},
      about({ revision: commitOf(2) }),
      'not_healthy',
      'v1',
      'not there yet',
    ],
  ] as const)('is %s', (_, db, needed, known, code, has, reason) => {
    expect(wrong(db, needed, known)).toEqual({ code, has, since: null, reason })
  })

  it('is that it isn’t healthy, since when, and why', () => {
    const degraded = about({ state: 'degraded', message: ' pods\n pending ' })
    expect(wrong(DB, {}, degraded)).toEqual({
      code: 'not_healthy',
      has: 'v1',
      since: SINCE,
      reason: 'degraded since 2026-11-26 14:02 UTC: pods pending',
    })
  })

  it('is told without what went well', () => {
    const drifted = about({ state: 'drifted', message: 'successfully synced' })
    expect(wrong(DB, {}, drifted)!.reason).toBe('drifted since 2026-11-26 14:02 UTC')
  })

  it('is since when its cluster is silent, if that didn’t call it healthy last', () => {
    const silentSince = new Date('2026-11-26T15:00:59Z')
    expect(wrong(DB, {}, about({ state: 'progressing', silentSince }))).toEqual({
      code: 'unknown_since',
      has: 'v1',
      since: silentSince,
      reason: 'progressing, and silent since 2026-11-26 15:00 UTC',
    })
    expect(wrong(DB, {}, about({ silentSince }))).toBeNull()
  })

  it('is at most the beginning of what its cluster says', () => {
    const { reason } = wrong(DB, {}, about({ state: 'failed', message: 'no '.repeat(1000) }))!
    expect(reason.length).toBeLessThan(250)
  })

  it('is nothing where it is there as it is needed', () => {
    expect(wrong(DB)).toBeNull()
    expect(wrong(DB, { healthy: false }, about({ state: 'degraded' }))).toBeNull()
    expect(wrong(DB, {}, about({ reports: false, isPublished: true }))).toBeNull()
    expect(wrong({ name: 'db' }, {}, about({ revision: 'any', state: 'suspended' }))).toBeNull()
  })
})

const ROLLING: Partial<Known> = { isRollingOut: () => true }

describe('what is wrong with an application that is needed in an environment', () => {
  it.each([
    [
      'that it is placed nowhere in it',
      { ...DB, on: [0] },
      {},
      {},
      'not_placed',
      null,
      'not placed in qa',
    ],
    [
      'that nothing of it is released in it',
      DB,
      {},
      {},
      'not_released',
      null,
      'not released in qa',
    ],
    [
      'that what all of it have is older',
      { ...DB, releases: [{ environment: 'qa' }] },
      { minVersion: 'v2' },
      ROLLING,
      'older',
      'v1',
      'v1 in qa, needs v2',
    ],
    [
      'that a rollout of it there isn’t over',
      { ...DB, releases: [{ environment: 'qa', version: 2 }] },
      { minVersion: 'v2' },
      ROLLING,
      'not_released',
      'v2',
      'being rolled out in qa',
    ],
    [
      'that it follows its branch, which has no version',
      { name: 'db' },
      { minVersion: 'v1' },
      {},
      'older',
      null,
      'the branch v1 in qa, needs v1',
    ],
  ] as const)('is %s', (_, db, needed, known, code, has, reason) => {
    const there = { environment: 'qa', ...needed }
    expect(wrong(db, there, known)).toEqual({ code, has, since: null, reason })
  })
})

const release = fc.record({
  environment: fc.constantFrom('prod', 'qa'),
  version: fc.constantFrom(null, 1, 2),
  clusters: fc.option(fc.subarray([0, 1, 2, 3]).map(bitsOf)),
  current: fc.boolean(),
})

const db = fc.record({
  name: fc.constant('db'),
  follow: fc.constantFrom('branch', 'versions', 'versions'),
  on: fc.subarray([0, 1, 2, 3]),
  releases: fc.array(release, { maxLength: 3 }),
})

const dependency = fc
  .record({
    environment: fc.constantFrom(null, null, 'qa'),
    minVersion: fc.constantFrom(null, 'v1', 'v2', 'unknown'),
    healthy: fc.boolean(),
  })
  .map(aDependencyOnDb)

function aDependencyOnDb(given: Partial<Dependency>) {
  return aDependency({ application: 'db', ...given })
}

const heard = fc.record({
  reports: fc.constant(true),
  state: fc.constantFrom(null, 'healthy' as const, ...STATES),
  revision: fc.constantFrom(commitOf(1), commitOf(2)),
  silentSince: fc.constantFrom(null, SINCE),
})
const unheard = fc.record({
  reports: fc.constant(false),
  state: fc.constant(null),
  isPublished: fc.boolean(),
})
const saids = fc.array(fc.oneof(heard, heard, unheard).map(said), { minLength: 4, maxLength: 4 })

/** What the same words say as evidence. */
function evidenceOn(
  fleet: Fleet,
  cluster: number,
  { minVersion }: Dependency,
  { reports, state, revision, isPublished }: Said,
): Omit<Evidence, 'isRollingOut'> {
  const release = deliveryOn(fleet, 0, cluster)?.release ?? null
  const isRight =
    release === null || release.version === null || revision === release.source.repoBranch
  const isHealthy = isRight && (state === 'healthy' || state === 'suspended')
  const LATEST = Number.MAX_SAFE_INTEGER
  return {
    least:
      minVersion === null ? null : minVersion === 'unknown' ? LATEST : Number(minVersion.slice(1)),
    healthy: isHealthy ? bitsOf([cluster]) : NO_BITS,
    reporting: reports ? bitsOf([cluster]) : NO_BITS,
    published: isPublished ? bitsOf([cluster]) : NO_BITS,
  }
}

it('is nothing on exactly the clusters where all is there', () => {
  const met = new Set<string>()
  fc.assert(
    fc.property(db, dependency, saids, fc.boolean(), (drawn, needed, all, isRollingOut) => {
      const fleet = fleetNeeding(['prod', 'prod', 'qa', 'qa'], [drawn])
      const known = knowing({
        said: (_, cluster) => all[cluster]!,
        isRollingOut: () => isRollingOut,
      })
      for (const cluster of [0, 1, 2, 3]) {
        const evidence = evidenceOn(fleet, cluster, needed, all[cluster]!)
        const asked = { ...evidence, isRollingOut }
        const isMet = hasBit(metClusters(fleet, needed, bitsOf([cluster]), asked), cluster)
        const unmet = unmetOn(fleet, needed, cluster, known)
        expect(unmet === null).toBe(isMet)
        met.add(unmet?.code ?? 'met')
      }
    }),
    { numRuns: numRuns * 5 },
  )
  expect([...met].sort()).toEqual([
    'met',
    'not_healthy',
    'not_placed',
    'not_released',
    'older',
    'unknown_since',
  ])
})
