import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { targetsOf } from '#lib/domain/fleet/targets.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { actions, editsOf, editTo, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, impactOn } from '#lib/domain/testing/fleets.ts'
import { type Model, modelWith } from '#lib/domain/testing/naive.ts'
import { impactDigest } from './impact-digest.ts'
import { impactItems } from './impact-items.ts'
import { changedPaths } from './impact-paths.ts'
import { listedPairs, NO_FILTER } from './listed-pairs.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const unnamed = <O extends ModelObject | null>(object: O): O =>
  object?.kind === 'target-policy' ? { ...object, target: null } : object
const without = <O extends ModelObject | null>(object: O): O =>
  object?.kind === 'application' ? { ...object, targets: [] } : unnamed(object)

type Change = typeof unnamed

function withEach(model: Model, change: Change): Model {
  const objects = Object.values(model.objects).flatMap((byId: ReadonlyMap<number, ModelObject>) => [
    ...byId,
  ])
  return modelWith(
    model,
    objects.map(([id, object]) => editTo(id, change(object))),
  )
}

const editsWithEach = (edits: readonly Edit[], change: Change): Edit[] =>
  edits.map((edit) =>
    edit.kind === 'release' || edit.kind === 'decision' || edit.after === null
      ? edit
      : editTo(edit.id, change(edit.after)),
  )

/** The content itself in place of its hash. */
const unhashed = (chunks: Iterable<Uint8Array>) => Buffer.concat([...chunks]).toString('latin1')

function seenOf(before: Model, edits: readonly Edit[]) {
  const { impact, files } = impactOn(builtAfresh(before), edits)
  const ids = impact.after.applications.ordered
  expect(ids.every((id) => targetsOf(impact.after, id).size === 0)).toBe(true)
  return {
    digest: impactDigest(impact, files, unhashed),
    counts: impact.counts,
    paths: [...changedPaths(files)],
    items: impactItems(listedPairs(impact, NO_FILTER), 0, 10_000),
  }
}

it('change nothing that an edit does, and nothing that is told of it', () => {
  fc.assert(
    fc.property(model, actions, (before, actions) => {
      const edits = editsOf(before, actions)
      const seen = seenOf(withEach(before, unnamed), editsWithEach(edits, unnamed))
      expect(seen).toEqual(seenOf(withEach(before, without), editsWithEach(edits, without)))
      expect(seen.items.some((item) => 'target' in item)).toBe(false)
    }),
    { numRuns: numRuns * 2 },
  )
})
