import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { clusterSelector } from '#lib/domain/testing/arbitraries.ts'
import { action, editsOf } from '#lib/domain/testing/arbitrary-edits.ts'
import { emptyModel, modelWith } from '#lib/domain/testing/naive.ts'
import { aCluster } from '#lib/domain/testing/objects.ts'
import { EMPTY_INDEX, indexWith, matchSelector } from './label-index.ts'
import type { LabelIndex } from './label-index.ts'
import type { Labels } from './labels.ts'
import { selectorMatches } from './selector.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const labelSets = fc
  .array(action, { maxLength: 60 })
  .map((actions) => modelWith(emptyModel(), editsOf(emptyModel(), actions)))
  .map(({ objects }) => [...objects.cluster.values()].map(clusterLabels))

/** The edit from one list of labels to another, by their indexes. */
function editBetween(before: readonly Labels[], after: readonly Labels[]) {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, id) => ({
    id,
    before: before[id] ?? null,
    after: after[id] ?? null,
  }))
}

/** The ids of every value, by key and value, without values that no object has any more. */
function contentsOf({ all, byKey }: LabelIndex) {
  const lists = [...byKey].flatMap(([key, { base, recent }]) =>
    [...new Map([...base, ...recent])].flatMap(([value, ids]) =>
      ids === null ? [] : [[key, value, ids.toSorted((a, b) => a - b)]],
    ),
  )
  return { all: idsIn(all), lists: lists.map((list) => JSON.stringify(list)).sort() }
}

it('matches what every selector matches, object by object, and holds nothing of what was', () => {
  fc.assert(
    fc.property(labelSets, labelSets, clusterSelector, (before, after, selector) => {
      const old = indexWith(EMPTY_INDEX, editBetween([], before))
      const index = indexWith(old, editBetween(before, after))
      const naive = after.flatMap((labels, id) => (selectorMatches(selector, labels) ? [id] : []))
      expect(idsIn(matchSelector(index, selector))).toEqual(naive)
      expect(contentsOf(index)).toEqual(contentsOf(indexWith(EMPTY_INDEX, editBetween([], after))))
      expect(contentsOf(old)).toEqual(contentsOf(indexWith(EMPTY_INDEX, editBetween([], before))))
    }),
    { numRuns },
  )
})

it('shares the lists of every key that an edit leaves alone', () => {
  const east = clusterLabels(aCluster({ labels: new Map([['region', 'east']]) }))
  const west = clusterLabels(aCluster({ labels: new Map([['region', 'west']]) }))
  const before = indexWith(EMPTY_INDEX, [{ id: 0, before: null, after: east }])
  const after = indexWith(before, [{ id: 0, before: east, after: west }])
  expect(after.byKey.get('name')).toBe(before.byKey.get('name'))
  expect(after.byKey.get('region')).not.toBe(before.byKey.get('region'))
})
