// A model is read with its releases, at any change and from any to any other.
import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { editOfRow } from '#lib/usecases/changes/edit.ts'
import { inTenant } from '../client.ts'
import { createTestTenant, testDatabase } from '../testing/database.ts'
import { loadModel, loadModelEdits } from './model.ts'
import { beginReleases, endReleases, readLastReleaseId } from './releases.ts'
import type { TenantScope } from './scope.ts'

const RUNS = Number(process.env['BERTH_TRIALS'] ?? 20)
const database = testDatabase()
let tenant: number
beforeEach(async () => {
  tenant = (await createTestTenant(database)).tenant
})

const ask = <T>(query: (scope: TenantScope) => Promise<T>): Promise<T> =>
  inTenant(database, tenant, (tx) => query({ tx, tenant }))

const anyRelease = fc.record({
  application: fc.nat(3),
  environment: fc.constantFrom('', 'prod', 'a "b" \\ é'),
  version: fc.option(fc.nat(9)),
  source: fc.record({
    repoUrl: fc.constant('https://git.example.com/a.git'),
    repoBranch: fc.constantFrom('main', 'f'.repeat(40)),
    repoPath: fc.constant('.'),
    packaging: fc.constant(null),
  }),
  targets: fc.option(
    fc.dictionary(
      fc.constantFrom('early', 'late', 'a-1'),
      fc.constantFrom('.', 'deploy/early', 'é "x"'),
    ),
  ),
  clusters: fc.option(fc.uniqueArray(fc.nat(20_000), { maxLength: 200 }).map(bitsOf)),
  current: fc.boolean(),
  rollout: fc.option(fc.nat(9)),
})

const hold = fc.record({
  until: fc.integer({ min: 1, max: 8_640_000_000_000 }),
  since: fc.nat(1_800_000_000_000),
  reason: fc.constantFrom('not now', 'é "x" \\'),
  by: fc.constant('ann'),
})

/** One cluster alone holds what it has. */
const release: fc.Arbitrary<Release> = fc.oneof(
  { weight: 3, arbitrary: anyRelease },
  {
    weight: 1,
    arbitrary: fc.tuple(anyRelease, fc.nat(20_000), hold).map(([each, cluster, hold]) => ({
      ...each,
      clusters: bitsOf([cluster]),
      current: false,
      rollout: null,
      hold,
    })),
  },
)

/** What each change begins, and the share of what is there that it ends. */
const changes = fc.array(
  fc.record({
    begun: fc.array(release, { maxLength: 4 }),
    ends: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 6 },
)

const shown = ({ releases }: Fleet) =>
  releases
    .flatMap((each) => each ?? [])
    .map(({ id, object }) => ({
      ...object,
      id,
      clusters: object.clusters && idsIn(object.clusters),
    }))
    .toSorted((a, b) => a.id - b.id)

describe('releases', () => {
  it('are read as they were kept, with the model at any change, and with the edits between any two', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (made) => {
        tenant = (await createTestTenant(database)).tenant
        const states: ReturnType<typeof shown>[] = [[]]
        let fleet = emptyFleet()
        for (const [index, { begun, ends }] of made.entries()) {
          const change = index + 1
          const there = states.at(-1)!.map(({ id }) => id)
          const ended = there.slice(0, Math.round(there.length * ends))
          const edits = await ask(async (scope) => {
            const last = await readLastReleaseId(scope)
            const fresh = begun.map((after, nth) => ({ id: last + 1 + nth, after }))
            await endReleases(scope, change, ended)
            await beginReleases(scope, change, fresh)
            return [
              ...ended.map((id) => ({ kind: 'release' as const, id, after: null })),
              ...fresh.map((each) => ({ kind: 'release' as const, ...each })),
            ]
          })
          fleet = fleet.with(edits)
          states.push(shown(fleet))
        }
        for (const [from, before] of states.entries()) {
          const loaded = await ask((scope) => loadModel(scope, from))
          const then = emptyFleet().with(loaded.map(editOfRow))
          expect(shown(then)).toEqual(before)
          for (const [to, after] of states.entries()) {
            if (to < from) continue
            const edits = await ask((scope) => loadModelEdits(scope, from, to))
            expect(shown(then.with(edits.map(editOfRow)))).toEqual(after)
          }
        }
      }),
      { numRuns: RUNS },
    )
  }, 120_000)

  it('can’t end twice, nor before they began', async () => {
    const [one] = fc.sample(release, 1)
    await ask((scope) => beginReleases(scope, 3, [{ id: 1, after: one! }]))
    await expect(ask((scope) => endReleases(scope, 3, [1]))).rejects.toThrow()
    await ask((scope) => endReleases(scope, 4, [1]))
    await expect(ask((scope) => endReleases(scope, 5, [1]))).rejects.toThrow('0 did')
  })
})
