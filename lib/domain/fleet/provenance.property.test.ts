// Where values come from, against the document that they make, for random configs and schemas.
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh } from '#lib/domain/testing/fleets.ts'
import { type Model, tellersOf } from '#lib/domain/testing/naive.ts'
import { naivelyTold } from '#lib/domain/testing/naive-told.ts'
import { pathOfPointer } from '#lib/domain/text/pointer.ts'
import { type Provenance, provenanceOn } from './provenance.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const EVERYBODY = { mayRead: () => true, beganOf: () => 1 }
const NOBODY = { mayRead: () => false, beganOf: () => 1 }

/** The document that has these leaves. */
function documentOf({ leaves }: Provenance) {
  const document: Record<string, unknown> = {}
  for (const { pointer, value } of leaves) {
    const path = [...pathOfPointer(pointer)!]
    const last = path.pop()!
    let within = document
    for (const key of path) within = (within[key] ??= {}) as Record<string, unknown>
    within[last] = value
  }
  return document
}

function eachPair(drawn: Model, visit: (provenance: Provenance, told: unknown) => void) {
  const fleet = builtAfresh(drawn)
  for (const [id, application] of drawn.objects.application) {
    for (const [clusterId, cluster] of drawn.objects.cluster) {
      const told = naivelyTold(tellersOf(drawn), application, cluster)?.values ?? {}
      visit(provenanceOn(fleet, id, clusterId, EVERYBODY), told)
      const hidden = provenanceOn(fleet, id, clusterId, NOBODY)
      expect(hidden.values).toEqual(told)
      expect(hidden.leaves.filter((leaf) => leaf.hides.length > 0 || leaf.expression)).toEqual([])
      expect([...hidden.undelivered, ...hidden.schemas, ...hidden.faults]).toEqual([])
    }
  }
}

it('makes the document that is told: of any application on any cluster, placed or not', () => {
  const met = { leaves: 0, hides: 0, expressions: 0 }
  fc.assert(
    fc.property(model, (drawn) => {
      eachPair(drawn, (provenance, told) => {
        expect(provenance.values).toEqual(told)
        expect(documentOf(provenance)).toEqual(told)
        met.leaves += provenance.leaves.length
        for (const { hides, expression } of provenance.leaves) {
          met.hides += hides.length
          met.expressions += expression === undefined ? 0 : 1
        }
      })
    }),
    { numRuns },
  )
  for (const count of Object.values(met)) expect(count).toBeGreaterThan(numRuns / 10)
})
