import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { type Release, sourceOf, targetsIn } from '#lib/domain/releases/release.ts'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { actions, editsOf, editTo, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, impactOn, settled } from '#lib/domain/testing/fleets.ts'
import {
  type Model,
  modelWith,
  type NaiveOrigin,
  naivelyDelivered,
  naivelyFrom,
  naivePlacements,
  naiveRelease,
  naiveTree,
} from '#lib/domain/testing/naive.ts'
import { naiveManifest } from '#lib/domain/testing/naive-pairs.ts'
import { NEEDS } from '#lib/domain/testing/releases.ts'
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

/** The manifest of each placed pair; null: it has none. */
function textsOf(model: Model): Map<string, string | null> {
  return new Map(
    [...naivePlacements(model)].flatMap(([id, clusters]) =>
      clusters.map(
        (cluster) => [`${id} on ${cluster}`, naiveManifest(model, id, cluster, null)] as const,
      ),
    ),
  )
}

/** A cluster with something released to it that comes to another environment, unless it is edited anyway. */
function moved(model: Model, edits: readonly Edit[], pick: number): readonly Edit[] {
  const edited = new Set(edits.flatMap((edit) => (edit.kind === 'cluster' ? [edit.id] : [])))
  const released = [...naivePlacements(model)].flatMap(([id, clusters]) =>
    clusters.filter((each) => !edited.has(each) && naiveRelease(model, id, each) !== null),
  )
  const id = released[pick % released.length]
  if (id === undefined) return []
  const cluster = model.objects.cluster.get(id)!
  return [editTo(id, { ...cluster, environment: cluster.environment === 'qa' ? 'prod' : 'qa' })]
}

it('takes no file away from a placement that stays, whatever is edited', () => {
  let carried = 0
  fc.assert(
    fc.property(model, actions, fc.nat(100), underWay, (before, actions, pick, underWay) => {
      const drawn = editsOf(before, actions)
      const edits = [...drawn, ...moved(before, drawn, pick)]
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
    { numRuns: numRuns * 6 },
  )
  expect(carried).toBeGreaterThan(0)
})

/** As a placement is delivered once an edit is done; null: it isn't. `raw`: with the edit, and without what that does to releases by itself. */
function expectedDelivery(before: Model, raw: Model, id: number, cluster: number) {
  const application = raw.objects.application.get(id)!
  if (!isManaged(application)) return naivelyFrom(raw, id, cluster, null)
  const origin = expectedOrigin(before, raw, id, cluster)
  if (origin === null) return null
  const isLive = application.follow === 'branch'
  return naivelyFrom(raw, id, cluster, isLive ? branchOf(application) : origin)
}

function branchOf(application: Application): NaiveOrigin {
  return { version: null, source: sourceOf(application), targets: null }
}

function expectedOrigin(
  before: Model,
  raw: Model,
  id: number,
  cluster: number,
): NaiveOrigin | null {
  const held = heldAfter(before, raw, id, cluster)
  const release = naiveRelease({ ...raw, releases: new Map(held) }, id, cluster)
  const isStaying = placedOnce(before).get(id)?.includes(cluster)
  const had = isStaying ? originOf(before, id, cluster) : null
  const from = release ?? had ?? baseOfJoiner(before, raw, id, cluster)
  const was = before.objects.application.get(id)
  const keepsBranch = from?.version === null && from.targets === null && was?.follow === 'branch'
  if (!keepsBranch) return from
  const { environment } = raw.objects.cluster.get(cluster)!
  return { ...from, targets: targetsIn(was, environment) ?? {} }
}

function originOf(model: Model, id: number, cluster: number): NaiveOrigin | null {
  const application = model.objects.application.get(id)!
  return isManaged(application) ? naiveRelease(model, id, cluster) : branchOf(application)
}

/** What a cluster gets that comes to an environment where the application was, which is managed from now on; null: nothing. */
function baseOfJoiner(before: Model, raw: Model, id: number, cluster: number): NaiveOrigin | null {
  const was = before.objects.application.get(id)
  if (was === undefined || isManaged(was)) return null
  if (raw.objects.application.get(id)!.dependsOn.length > 0) return null
  const { environment } = raw.objects.cluster.get(cluster)!
  const others = placedOnce(before).get(id) ?? []
  return others.some((one) => isIn(before, one, environment)) ? branchOf(was) : null
}

const placements = new WeakMap<Model, ReturnType<typeof naivePlacements>>()

/** They are asked for pair by pair. */
function placedOnce(model: Model) {
  const known = placements.get(model) ?? naivePlacements(model)
  placements.set(model, known)
  return known
}

function isIn({ objects }: Model, cluster: number, environment: string): boolean {
  return objects.cluster.get(cluster)?.environment === environment
}

/** The releases that matter for a cluster, in its environment. */
function heldAfter(before: Model, raw: Model, id: number, cluster: number) {
  const needsOthers = (model: Model) =>
    (model.objects.application.get(id)?.dependsOn.length ?? 0) > 0
  const { environment } = raw.objects.cluster.get(cluster)!
  const here = [...raw.releases].filter(
    ([, release]) => release.application === id && release.environment === environment,
  )
  const wasThere =
    placedOnce(before).get(id)?.includes(cluster) && isIn(before, cluster, environment)
  if (!needsOthers(raw)) return needsOthers(before) ? basedOnCurrent(here) : here
  return wasThere ? here : here.filter(([releaseId]) => !before.releases.has(releaseId))
}

/** Of an environment, the current set as its base, and those that are ahead of it or hold what they have. */
function basedOnCurrent(held: readonly (readonly [number, Release])[]) {
  const current = held.findLast(([, release]) => release.current)
  if (current === undefined || held.some(([, { clusters }]) => clusters === null)) return held
  const [id, whole] = current
  const ahead = held.filter(([, { rollout, source, targets, hold }]) => {
    const isOther =
      JSON.stringify([source, targets]) !== JSON.stringify([whole.source, whole.targets])
    return hold || (isOther && rollout !== null && rollout >= (whole.rollout ?? 0))
  })
  return [...ahead, [id, { ...whole, clusters: null }] as const]
}

function kindOf({ objects }: Model, id: number): string {
  const application = objects.application.get(id)
  if (application === undefined) return 'none'
  if (!isManaged(application)) return 'unmanaged'
  return application.dependsOn.length > 0 ? `${application.follow} after others` : 'versions'
}

it('changes no manifest besides those that would be missing, which stay from where they were, and those that an edit of the application turns', () => {
  const met = new Set<string>()
  fc.assert(
    fc.property(model, actions, underWay, (before, actions, underWay) => {
      const edits = editsOf(before, actions)
      const [raw, after] = [edits, settled(before, edits, underWay)].map((each) =>
        modelWith(before, each),
      )
      for (const [id, clusters] of naivePlacements(after!)) {
        for (const cluster of clusters) {
          const expected = expectedDelivery(before, raw!, id, cluster)
          expect(naivelyDelivered(after!, id, cluster)).toEqual(expected)
          met.add(`${kindOf(before, id)} ${kindOf(after!, id)}`)
        }
      }
    }),
    { numRuns: numRuns * 12 },
  )
  expect(met.size).toBeGreaterThan(5)
})

/** Without sets that are older than the base of their environment, which the rollout of that ended. */
function withoutOvertaken(given: Model): Model {
  const all = [...given.releases.values()]
  const kept = [...given.releases].filter(([, { clusters, application, environment, rollout }]) => {
    const bases = all.filter(
      (each) =>
        each.clusters === null &&
        each.application === application &&
        each.environment === environment,
    )
    return (
      clusters === null || bases.every((base) => rollout !== null && rollout >= (base.rollout ?? 0))
    )
  })
  return { ...given, releases: new Map(kept) }
}

function pick<T>(all: readonly T[], nth: number): readonly T[] {
  return all.slice(nth % all.length).slice(0, 1)
}

describe('an application that needs others', () => {
  it('has sets alone, of its own source where it follows its branch, and keeps a current one where there was one', () => {
    let kept = 0
    fc.assert(
      fc.property(model, actions, underWay, (before, actions, underWay) => {
        const edits = editsOf(before, actions)
        const ended = new Set(edits.flatMap((edit) => (edit.kind === 'release' ? [edit.id] : [])))
        const after = modelWith(before, settled(before, edits, underWay))
        for (const [id, application] of after.objects.application) {
          if (application.dependsOn.length === 0) continue
          const environments = new Set<string>()
          for (const release of after.releases.values()) {
            const { clusters, source, version, current, environment } = release
            if (release.application !== id) continue
            if (current) environments.add(environment)
            expect(clusters).not.toBeNull()
            if (application.follow !== 'branch') continue
            expect({ source, version }).toEqual({ source: sourceOf(application), version: null })
          }
          if (!before.objects.application.get(id)?.dependsOn.length) continue
          for (const [releaseId, { current, environment, ...release }] of before.releases) {
            if (release.application !== id || !current || ended.has(releaseId)) continue
            expect(environments).toContain(environment)
            kept += 1
          }
        }
      }),
      { numRuns: numRuns * 3 },
    )
    expect(kept).toBeGreaterThan(0)
  })

  const lone = model.map((given) =>
    withoutOvertaken(modelWith(given, withFields(given, { dependsOn: [] }))),
  )

  it('has the same bytes when it begins to need them, and when it needs none any more', () => {
    fc.assert(
      fc.property(lone, (before) => {
        const edits = withFields(before, { dependsOn: NEEDS })
        const after = modelWith(before, edits)
        expect(naiveTree(after, toyRenderer)).toEqual(naiveTree(before, toyRenderer))
        const { impact, files } = impactOn(builtAfresh(before), edits)
        const { added, removed, changed } = impact.counts.placements
        expect([added, removed, changed]).toEqual([0, 0, 0])
        expect(files.counts).toEqual({ added: 0, removed: 0, modified: 0 })
        const back = modelWith(after, withFields(after, { dependsOn: [] }))
        expect(naiveTree(back, toyRenderer)).toEqual(naiveTree(before, toyRenderer))
      }),
      { numRuns },
    )
  })

  type Step = { policy: number; cluster: number; environment: string }
  const step: fc.Arbitrary<Step> = fc.record({
    policy: fc.nat(100),
    cluster: fc.nat(100),
    environment: fc.constantFrom('', 'qa', 'prod'),
  })

  /** A policy is suspended, or no more; and a cluster goes to another environment. */
  function editsOfStep({ objects }: Model, { policy, cluster, environment }: Step): Edit[] {
    const policies = pick([...objects['target-policy']], policy)
    const clusters = pick([...objects.cluster], cluster)
    return [
      ...policies.map(([id, each]) => editTo(id, { ...each, suspended: !each.suspended })),
      ...clusters.map(([id, each]) => editTo(id, { ...each, environment })),
    ]
  }

  it('gives clusters that come nothing, though they were there before, until something is released to them', () => {
    let again = 0
    fc.assert(
      fc.property(lone, fc.array(step, { maxLength: 6 }), (start, steps) => {
        // Of another target the manifest is another one, whatever is released.
        let state = modelWith(start, withFields(start, { dependsOn: NEEDS, targets: [] }))
        const seen = new Set(textsOf(state).keys())
        for (const step of steps) {
          const next = modelWith(state, settled(state, editsOfStep(state, step), new Set()))
          const had = textsOf(state)
          for (const [pair, text] of textsOf(next)) {
            if (had.has(pair)) {
              expect(text).toBe(had.get(pair))
              continue
            }
            expect(text).toBeNull()
            again += seen.has(pair) ? 1 : 0
            seen.add(pair)
          }
          state = next
        }
      }),
      { numRuns: numRuns * 2 },
    )
    expect(again).toBeGreaterThan(0)
  })
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
    editTo(id, { ...application, follow: 'branch' as const, dependsOn: [] }),
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
          const back = modelWith(state, withFields(state, { follow: 'branch', dependsOn: [] }))
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

function isOfManaged(edit: Edit) {
  return edit.kind === 'application' && edit.after !== null && isManaged(edit.after)
}

it('asks nothing of releases where no application is managed', () => {
  fc.assert(
    fc.property(unmanaged, model, actions, (before, { releases }, actions) => {
      const edits = editsOf(before, actions)
      fc.pre(!edits.some(isOfManaged))
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
          source: {
            repoUrl: 'https://git.example/app',
            repoBranch: '9',
            repoPath: 'deploy',
            packaging: null,
          },
          targets: null,
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

function withoutHolds(given: Model): Model {
  const free = [...given.releases].filter(([, { hold }]) => !hold)
  return { ...given, releases: new Map(free) }
}

/** Without releases of what isn't managed, and sets that no cluster has or would have without holds, but for the newest current ones. */
function withNeededReleases(given: Model): Model {
  const had = [...naivePlacements(given)]
    .filter(([id]) => isManaged(given.objects.application.get(id)!))
    .flatMap(([id, clusters]) =>
      [given, withoutHolds(given)].flatMap((each) =>
        clusters.map((cluster) => naiveRelease(each, id, cluster)),
      ),
    )
  const newest = new Map(
    [...given.releases.values()]
      .filter(({ current }) => current)
      .map((release) => [`${release.application} ${release.environment}`, release]),
  )
  const current = [...newest.values()].filter(
    ({ application }) => given.objects.application.get(application)!.dependsOn.length > 0,
  )
  const needed = new Set([...had, ...current])
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
      // What has another target there has another manifest.
      let state = modelWith(start, withFields(start, { targets: [] }))
      for (const [id, cluster] of [...start.objects.cluster].slice(0, 12)) {
        const edit = editTo(id, { ...cluster, environment: 'dev' })
        const next = modelWith(state, settled(state, [edit], new Set()))
        const [had, has] = [textsOf(state), textsOf(next)]
        for (const [pair, text] of had) if (text && has.has(pair)) expect(has.get(pair)).toBe(text)
        state = next
      }
      const sets = [...state.releases.values()].filter(({ environment }) => environment === 'dev')
      const keys = sets.map(({ application, version, source, targets, current }) =>
        JSON.stringify([application, version, source, targets, current]),
      )
      expect(new Set(keys).size).toBe(keys.length)
      gathered += sets.filter(({ clusters }) => idsIn(clusters!).length > 1).length
    }),
    { numRuns },
  )
  expect(gathered).toBeGreaterThan(0)
})
