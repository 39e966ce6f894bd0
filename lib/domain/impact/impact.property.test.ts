import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { actions, editsOf, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, impactOn } from '#lib/domain/testing/fleets.ts'
import {
  emptyModel,
  modelWith,
  naiveDiff,
  naivePolicies,
  naiveTree,
  naiveTreeAfter,
} from '#lib/domain/testing/naive.ts'
import type { Model } from '#lib/domain/testing/naive.ts'
import { type NaivePair, naivePairs, naiveText } from '#lib/domain/testing/naive-pairs.ts'
import { editsInto, withOtherId } from '#lib/domain/testing/other-ids.ts'
import { toyRenderer } from '#lib/domain/testing/toy-renderer.ts'
import { impactDigest } from './impact-digest.ts'
import { impactItems } from './impact-items.ts'
import { changedPaths } from './impact-paths.ts'
import type { Impact } from './impact.ts'
import { LISTED_EFFECTS, listedPairs, NO_FILTER } from './listed-pairs.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const edited = fc
  .tuple(model, actions)
  .map(([before, actions]) => ({ before, edits: editsOf(before, actions) }))

function pairsIn(impact: Impact): NaivePair[] {
  return impact.applications.flatMap((application) =>
    (['added', 'removed', 'changed', 'kept'] as const).flatMap((effect) =>
      idsIn(application[effect]).map((clusterId) => ({ id: application.id, clusterId, effect })),
    ),
  )
}

/** Those of the pairs that have no manifest afterwards. */
function naivelyUnreleased(after: Model, pairs: readonly NaivePair[]) {
  return pairs
    .filter(({ id, clusterId, effect }) => {
      return effect !== 'removed' && naiveText(after, id, clusterId) === null
    })
    .map(({ id, clusterId }) => ({ id, clusterId }))
}

function unreleasedIn({ applications }: Impact) {
  return applications.flatMap(({ id, unreleased }) =>
    idsIn(unreleased).map((clusterId) => ({ id, clusterId })),
  )
}

const sorted = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).sort()
const distinct = (values: readonly unknown[]) => new Set(values).size

function naiveFiles(before: Model, edits: readonly Edit[]) {
  const after = modelWith(before, edits)
  return naiveDiff(naiveTree(before, toyRenderer), naiveTreeAfter(before, after, toyRenderer))
}

/** Names in place of ids, as people see them. */
function namedPairs(before: Model, edits: readonly Edit[]) {
  const after = modelWith(before, edits)
  return naivePairs(before, edits)
    .filter((pair) => pair.effect !== 'kept')
    .map(({ id, clusterId, effect }) => {
      const model = effect === 'removed' ? before : after
      const application = model.objects.application.get(id)!
      const cluster = model.objects.cluster.get(clusterId)!
      return {
        namespace: application.team,
        application: application.name,
        cluster: cluster.name,
        effect,
        policies: naivePolicies(model, 'include', application, cluster),
      }
    })
}

it('is the difference of two full computations, pair by pair', () => {
  fc.assert(
    fc.property(edited, ({ before, edits }) => {
      const { impact } = impactOn(builtAfresh(before), edits)
      const pairs = naivePairs(before, edits)
      expect(sorted(pairsIn(impact))).toEqual(sorted(pairs))
      const count = (effect: NaivePair['effect']) =>
        pairs.filter((pair) => pair.effect === effect).length
      expect(impact.counts.placements).toEqual({
        added: count('added'),
        removed: count('removed'),
        changed: count('changed'),
        kept: count('kept'),
      })
      const moved = pairs.filter((pair) => pair.effect !== 'kept')
      expect(impact.counts.applications).toBe(distinct(moved.map((pair) => pair.id)))
      expect(impact.counts.clusters).toBe(distinct(moved.map((pair) => pair.clusterId)))
      const unreleased = naivelyUnreleased(modelWith(before, edits), pairs)
      expect(sorted(unreleasedIn(impact))).toEqual(sorted(unreleased))
      expect(impact.counts.unreleased).toBe(unreleased.length)
    }),
    { numRuns: numRuns * 3 },
  )
})

it('touches the files that differ between two full trees, in their order, and counts them', () => {
  fc.assert(
    fc.property(edited, ({ before, edits }) => {
      const { files } = impactOn(builtAfresh(before), edits)
      const naive = naiveFiles(before, edits)
      const listed = [...changedPaths(files)]
      expect(listed).toEqual(naive)
      const count = (effect: string) => naive.filter((path) => path.effect === effect).length
      expect(files.counts).toEqual({
        added: count('added'),
        removed: count('removed'),
        modified: count('modified'),
      })
      expect(files.branches).toEqual([...new Set(naive.map((change) => change.branch))])
    }),
    { numRuns: numRuns * 3 },
  )
})

it('lists every moved pair once, removals first, in the order of names, each with its policies and a reason', () => {
  fc.assert(
    fc.property(edited, ({ before, edits }) => {
      const { impact } = impactOn(builtAfresh(before), edits)
      const items = impactItems(listedPairs(impact, NO_FILTER), 0, 10_000)
      const key = (item: (typeof items)[number]) =>
        [LISTED_EFFECTS.indexOf(item.effect), item.namespace, item.application, item.cluster].join(
          '\0',
        )
      expect(items.map(key)).toEqual(items.map(key).sort())
      expect(items.every((item) => item.reason !== '')).toBe(true)
      const listed = items.map(({ namespace, application, cluster, effect, policies }) => ({
        namespace,
        application,
        cluster,
        effect,
        policies,
      }))
      expect(sorted(listed)).toEqual(sorted(namedPairs(before, edits)))
    }),
    { numRuns: numRuns * 3 },
  )
})

it('gives pages that follow one another without gap or repeat', () => {
  fc.assert(
    fc.property(edited, fc.integer({ min: 1, max: 7 }), ({ before, edits }, limit) => {
      const { impact } = impactOn(builtAfresh(before), edits)
      const all = impactItems(listedPairs(impact, NO_FILTER), 0, 10_000)
      const pages = Array.from({ length: Math.ceil(all.length / limit) + 1 }, (_, page) =>
        impactItems(listedPairs(impact, NO_FILTER), page * limit, limit),
      )
      expect(pages.flat()).toEqual(all)
      expect(pages.every((page) => page.length <= limit)).toBe(true)
    }),
    { numRuns },
  )
})

/** The content itself in place of its hash. */
const unhashed = (chunks: Iterable<Uint8Array>) => Buffer.concat([...chunks]).toString('latin1')

function digestOf(before: Model, edits: readonly Edit[]) {
  const { impact, files } = impactOn(builtAfresh(before), edits)
  return impactDigest(impact, files, unhashed)
}

function listingOf(before: Model, edits: readonly Edit[]) {
  const pairs = namedPairs(before, edits).map(({ namespace, application, cluster, effect }) => [
    effect,
    namespace,
    application,
    cluster,
  ])
  return { pairs: sorted(pairs), files: sorted(naiveFiles(before, edits)) }
}

it('has the same digest exactly when the pair effects and the changed files are the same', () => {
  const twice = fc.tuple(model, actions, actions, fc.boolean()).map(([before, one, two, all]) => ({
    before,
    edits: editsOf(before, one),
    others: editsOf(before, all ? [...one, ...two] : two),
  }))
  let alike = 0
  fc.assert(
    fc.property(twice, ({ before, edits, others }) => {
      const same = digestOf(before, edits) === digestOf(before, others)
      const [listing, other] = [listingOf(before, edits), listingOf(before, others)]
      expect(same).toBe(JSON.stringify(listing) === JSON.stringify(other))
      alike += same ? 1 : 0
    }),
    { numRuns: numRuns * 3 },
  )
  expect(alike).toBeGreaterThan(0)
})

it('has a digest that depends on no id, whether an object is there already or only created', () => {
  fc.assert(
    fc.property(edited, fc.nat(256), ({ before, edits }, shift) => {
      const others = modelWith(
        emptyModel(),
        editsInto(before).map((edit) => withOtherId(edit, shift)),
      )
      const otherEdits = edits.map((edit) => withOtherId(edit, shift))
      expect(digestOf(others, otherEdits.toReversed())).toBe(digestOf(before, edits))
    }),
    { numRuns: numRuns * 2 },
  )
})
