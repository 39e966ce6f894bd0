import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { model } from '#lib/domain/testing/arbitrary-edits.ts'
import { accepted, type Checked } from '#lib/domain/text/issue.ts'
import { objectJson, readStoredObject } from './object-json.ts'
import type { ModelObject } from './objects.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

/** As it comes back from a column of JSON, which keeps no order of keys. */
function stored(object: ModelObject): unknown {
  const written = Object.entries(objectJson(object))
  return JSON.parse(JSON.stringify(Object.fromEntries(written.toReversed())))
}

it('gives back every object as it was stored, with its selectors in their one form', () => {
  fc.assert(
    fc.property(model, ({ objects }) => {
      for (const object of Object.values(objects).flatMap((map) => [...map.values()])) {
        const read: Checked<ModelObject> = readStoredObject(object.kind, stored(object))
        if (!read.ok) throw new Error(read.issues[0]?.reason)
        expect(readStoredObject(object.kind, stored(read.value))).toEqual(read)
        const { kind } = object
        if (kind === 'cluster' || kind === 'application') expect(read).toEqual(accepted(object))
        else expect({ ...object, ...withoutSelectors(read.value) }).toEqual(object)
      }
    }),
    { numRuns },
  )
})

function withoutSelectors(object: ModelObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).filter(([field]) => !/selector|boundary/i.test(field)),
  )
}
