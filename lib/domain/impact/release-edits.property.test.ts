import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { type Release, sourceOf } from '#lib/domain/releases/release.ts'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { actions, editsOf, editTo, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, impactOn, releaseEdits } from '#lib/domain/testing/fleets.ts'
import {
  type Model,
  modelWith,
  naivelyDelivered,
  naivePlacements,
  naiveRelease,
  naiveTree,
} from '#lib/domain/testing/naive.ts'
import { naiveText } from '#lib/domain/testing/naive-pairs.ts'
import { toyRenderer } from '#lib/domain/testing/toy-renderer.ts'
import { impactDigest } from './impact-digest.ts'
import { releaseEditsOf } from './release-edits.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const underWay = fc.constantFrom<ReadonlySet<number>>(
  new Set(),
  new Set([1]),
  new Set([2]),
  new Set([1, 2]),
)

/** The edits, and what they do to releases by themselves. */
function settled(before: Model, edits: readonly Edit[], underWay: ReadonlySet<number>): Edit[] {
  const fleet = builtAfresh(before)
  const change = releaseEditsOf(fleet, fleet.with(edits), underWay)
  return [...edits, ...releaseEdits(modelWith(before, edits), change)]
}

/** The manifest of each placed pair; null: it has none. */
function textsOf(model: Model): Map<string, string | null> {
  return new Map(
    [...naivePlacements(model)].flatMap(([id, clusters]) =>
      clusters.map((cluster) => [`${id} on ${cluster}`, naiveText(model, id, cluster)] as const),
    ),
  )
}

it('takes no file away from a placement that stays, whatever is edited', () => {
  let carried = 0
  fc.assert(
    fc.property(model, actions, underWay, (before, actions, underWay) => {
      const edits = editsOf(before, actions)
      const all = settled(before, edits, underWay)
      const [texts, raw, next] = [before, modelWith(before, edits), modelWith(before, all)].map(
        textsOf,
      )
      for (const [pair, text] of texts!) {
        if (text === null || !next!.has(pair)) continue
        expect(next!.get(pair)).not.toBeNull()
        carried += raw!.get(pair) === null ? 1 : 0
      }
    }),
    { numRuns: numRuns * 3 },
  )
  expect(carried).toBeGreaterThan(0)
})

/** What a cluster gets that joins those on which the application begins to follow versions; null: it doesn't, or not there. */
function baseOfJoiner(before: Model, after: Model, id: number, cluster: number) {
  const application = before.objects.application.get(id)
  if (application?.follow !== 'branch') return null
  const { environment } = after.objects.cluster.get(cluster)!
  const others = naivePlacements(before).get(id) ?? []
  return others.some((other) => before.objects.cluster.get(other)!.environment === environment)
    ? application
    : null
}

it('changes no manifest besides those that would be missing, which stay from where they were', () => {
  fc.assert(
    fc.property(model, actions, underWay, (before, actions, underWay) => {
      const edits = editsOf(before, actions)
      const [raw, after] = [edits, settled(before, edits, underWay)].map((each) =>
        modelWith(before, each),
      )
      const placedBefore = naivePlacements(before)
      for (const [id, clusters] of naivePlacements(after!)) {
        for (const cluster of clusters) {
          const was = placedBefore.get(id)?.includes(cluster)
            ? naivelyDelivered(before, id, cluster)
            : null
          const is = naivelyDelivered(raw!, id, cluster)
          const application = after!.objects.application.get(id)!
          const from = was ?? baseOfJoiner(before, after!, id, cluster)
          const expected = is ?? (from && { ...application, ...sourceOf(from) })
          expect(naivelyDelivered(after!, id, cluster)).toEqual(expected)
        }
      }
    }),
    { numRuns: numRuns * 3 },
  )
})

it('leaves nothing to do', () => {
  fc.assert(
    fc.property(model, actions, underWay, (before, actions, underWay) => {
      const fleet = builtAfresh(before)
      const after = fleet.with(settled(before, editsOf(before, actions), underWay))
      expect(releaseEditsOf(fleet, after, underWay)).toEqual({ ended: [], begun: [] })
    }),
    { numRuns: numRuns * 2 },
  )
})

it('does nothing to releases that the edit has nothing to do with', () => {
  fc.assert(
    fc.property(model, underWay, (before, underWay) => {
      const fleet = builtAfresh(before)
      expect(releaseEditsOf(fleet, fleet.with([]), underWay)).toEqual({ ended: [], begun: [] })
    }),
    { numRuns: Math.ceil(numRuns / 4) },
  )
})

/** Every application with other fields, and what that does to releases. */
function withFields(before: Model, fields: Partial<Application>): Edit[] {
  const edits = [...before.objects.application].map(([id, application]) =>
    editTo(id, { ...application, ...fields }),
  )
  return settled(before, edits, new Set())
}

function withoutReleases(given: Model): Model {
  return { ...given, releases: new Map() }
}

const unmanaged = model.map((given): Model => {
  const edits = [...given.objects.application].map(([id, application]) =>
    editTo(id, { ...application, follow: 'branch' as const }),
  )
  return withoutReleases(modelWith(given, edits))
})

describe('applications that follow versions from now on', () => {
  it('change no byte, even if they get another source, and clusters that join get the same where they were', () => {
    fc.assert(
      fc.property(unmanaged, fc.constantFrom({}, { repoBranch: '3' }), (before, source) => {
        const edits = withFields(before, { follow: 'versions', ...source })
        const after = modelWith(before, edits)
        expect(naiveTree(after, toyRenderer)).toEqual(naiveTree(before, toyRenderer))
        const { impact, files } = impactOn(builtAfresh(before), edits)
        const { added, removed, changed } = impact.counts.placements
        expect([added, removed, changed, impact.counts.unreleased]).toEqual([0, 0, 0, 0])
        expect(files.counts).toEqual({ added: 0, removed: 0, modified: 0 })
        expect([...after.releases.values()].every(({ clusters }) => clusters === null)).toBe(true)
      }),
      { numRuns },
    )
  })

  it('are as if they never had releases when they follow their branch again', () => {
    fc.assert(
      fc.property(
        model,
        fc.array(actions, { maxLength: 2 }),
        underWay,
        (start, steps, underWay) => {
          let state = start
          for (const step of steps) {
            state = modelWith(state, settled(state, editsOf(state, step), underWay))
          }
          const back = modelWith(state, withFields(state, { follow: 'branch' }))
          const kept = [...back.releases.values()].map(({ application }) => application)
          expect(kept).toEqual([])
          expect(naiveTree(back, toyRenderer)).toEqual(
            naiveTree(withoutReleases(back), toyRenderer),
          )
        },
      ),
      { numRuns },
    )
  })
})

const unhashed = (chunks: Iterable<Uint8Array>) => Buffer.concat([...chunks]).toString('latin1')

function digestOf(before: Model, edits: readonly Edit[]) {
  const { impact, files } = impactOn(builtAfresh(before), edits)
  return impactDigest(impact, files, unhashed)
}

function followsVersions(edit: Edit) {
  return edit.kind === 'application' && edit.after?.follow === 'versions'
}

it('asks nothing of releases where every application follows its branch', () => {
  fc.assert(
    fc.property(unmanaged, model, actions, (before, { releases }, actions) => {
      const edits = editsOf(before, actions)
      fc.pre(!edits.some(followsVersions))
      const fleet = builtAfresh(before)
      expect(releaseEditsOf(fleet, fleet.with(edits), new Set())).toEqual({ ended: [], begun: [] })
      expect(digestOf({ ...before, releases }, edits)).toBe(digestOf(before, edits))
    }),
    { numRuns },
  )
})

describe('a rollout that is rolled back', () => {
  const ROLLOUT = 7
  const underWay = new Set([ROLLOUT])
  /** In `dev` there is only what clusters bring along. */
  const environment = fc.constantFrom('qa', 'dev', 'dev')
  const wave = fc.record({ environment, oneIn: fc.constantFrom(1, 2, 3), members: fc.nat(2) })
  const move = fc.record({ environment, pick: fc.nat(100) })

  type Wave = { environment: string; oneIn: number; members: number }
  type Move = { environment: string; pick: number }

  function waveOf({ objects, nextIds }: Model, { environment, oneIn, members }: Wave): Edit[] {
    const taken = [...objects.cluster.keys()].filter((id) => (id + members) % oneIn === 0)
    return [...objects.application]
      .filter(([, { follow }]) => follow === 'versions')
      .map(([application], nth) => {
        const after: Release = {
          application,
          environment,
          version: 9,
          source: { repoUrl: 'https://git.example/app', repoBranch: '9', repoPath: 'deploy' },
          clusters: bitsOf(taken),
          current: false,
          rollout: ROLLOUT,
        }
        return { kind: 'release', id: nextIds.release + nth, after }
      })
  }

  function moveOf({ objects }: Model, { environment, pick }: Move): Edit[] {
    const clusters = [...objects.cluster]
    const [id, cluster] = clusters[pick % clusters.length] ?? []
    return id === undefined ? [] : [editTo(id, { ...cluster!, environment })]
  }

  function settle(state: Model, edits: readonly Edit[]): Model {
    return modelWith(state, settled(state, edits, underWay))
  }

  it('gives each cluster what it had, after any of its waves, whichever other clusters move meanwhile', () => {
    let covered = 0
    const steps = fc.array(fc.oneof(wave, wave, move), { minLength: 1, maxLength: 6 })
    const moves = fc.array(move, { maxLength: 8 })
    fc.assert(
      fc.property(model, moves, steps, (start, moves, steps) => {
        // With sets that carry on what clusters had.
        const before = moves.reduce((state, move) => settle(state, moveOf(state, move)), start)
        let state = before
        for (const step of steps) {
          state = settle(state, 'pick' in step ? moveOf(state, step) : waveOf(state, step))
        }
        const back = [...state.releases]
          .filter(([, { rollout }]) => rollout === ROLLOUT)
          .map(([id]): Edit => ({ kind: 'release', id, after: null }))
        const after = settle(state, back)
        const staying = (pair: string) => {
          const id = Number(pair.split(' on ')[1])
          return before.objects.cluster.get(id) === state.objects.cluster.get(id)
        }
        const [had, rolled, has] = [before, state, after].map(textsOf)
        for (const [pair, text] of had!) {
          if (!staying(pair)) continue
          expect(has!.get(pair)).toBe(text ?? rolled!.get(pair))
          covered += text !== null && text !== rolled!.get(pair) ? 1 : 0
        }
      }),
      { numRuns: numRuns * 3 },
    )
    expect(covered).toBeGreaterThan(0)
  })
})

/** Without sets that no cluster has, and releases of what follows its branch. */
function withNeededReleases(given: Model): Model {
  const had = [...naivePlacements(given)]
    .filter(([id]) => given.objects.application.get(id)!.follow === 'versions')
    .flatMap(([id, clusters]) => clusters.map((cluster) => naiveRelease(given, id, cluster)))
  const needed = new Set(had)
  const kept = [...given.releases].filter(
    ([, release]) => release.clusters === null || needed.has(release),
  )
  return { ...given, releases: new Map(kept) }
}

it('ends each set that is no cluster’s any more', () => {
  let ended = 0
  fc.assert(
    fc.property(model, actions, (start, actions) => {
      const before = withNeededReleases(start)
      const edits = editsOf(before, actions)
      const after = modelWith(before, settled(before, edits, new Set()))
      const needed = withNeededReleases(after)
      for (const [id, release] of after.releases) {
        if (before.releases.has(id)) expect(needed.releases.get(id)).toBe(release)
      }
      ended += [...before.releases.keys()].filter((id) => !after.releases.has(id)).length
    }),
    { numRuns: numRuns * 2 },
  )
  expect(ended).toBeGreaterThan(0)
})

it('gathers clusters that come one after the other into an environment without a release in one set', () => {
  let gathered = 0
  fc.assert(
    fc.property(model, (start) => {
      let state = start
      for (const [id, cluster] of [...start.objects.cluster].slice(0, 12)) {
        const edit = editTo(id, { ...cluster, environment: 'dev' })
        const next = modelWith(state, settled(state, [edit], new Set()))
        const [had, has] = [textsOf(state), textsOf(next)]
        for (const [pair, text] of had) if (text && has.has(pair)) expect(has.get(pair)).toBe(text)
        state = next
      }
      const sets = [...state.releases.values()].filter(({ environment }) => environment === 'dev')
      const keys = sets.map(({ application, version, source }) =>
        JSON.stringify([application, version, source]),
      )
      expect(new Set(keys).size).toBe(keys.length)
      gathered += sets.filter(({ clusters }) => idsIn(clusters!).length > 1).length
    }),
    { numRuns },
  )
  expect(gathered).toBeGreaterThan(0)
})
