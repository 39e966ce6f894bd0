import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { actions, editsOf, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, impactOn } from '#lib/domain/testing/fleets.ts'
import { modelWith } from '#lib/domain/testing/naive.ts'
import { naivePairs } from '#lib/domain/testing/naive-pairs.ts'
import { movedByEnvironment } from './environment-impact.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100) * 3
vi.setConfig({ testTimeout: 600_000 })

it('counts what a look at every pair, one by one, finds in each environment, before the edit or after it', () => {
  const met = new Set<string>()
  fc.assert(
    fc.property(model, actions, (before, actions) => {
      const edits = editsOf(before, actions)
      const after = modelWith(before, edits)
      const counted: Record<string, Record<string, number>> = {}
      for (const { clusterId, effect } of naivePairs(before, edits)) {
        if (effect === 'kept') continue
        const environments = [before, after].map(
          ({ objects }) => objects.cluster.get(clusterId)?.environment ?? '',
        )
        for (const name of new Set(environments.filter((each) => each !== ''))) {
          counted[name] ??= { added: 0, removed: 0, changed: 0 }
          counted[name][effect]! += 1
          met.add(effect)
        }
      }
      const { impact } = impactOn(builtAfresh(before), edits)
      expect(Object.fromEntries(movedByEnvironment(impact))).toEqual(counted)
    }),
    { numRuns },
  )
  expect([...met].sort()).toEqual(['added', 'changed', 'removed'])
})
