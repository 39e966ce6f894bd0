import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemText } from './item-text.ts'
import type { ReportedItem } from './reported.ts'
import { commit, condition, item, syncEntry } from './testing/items.ts'

const NOON = new Date('2026-03-01T12:00:00Z')

/** One other value for each field of which a word about an application consists. */
const OTHERS: Omit<{ readonly [F in keyof ReportedItem]: ReportedItem[F] }, 'reconciledAt'> = {
  namespace: 'openshift-gitops',
  name: 'payments--web',
  isTracked: false,
  targetRevision: null,
  revision: commit(2),
  sync: 'OutOfSync',
  health: 'Degraded',
  phase: 'Running',
  message: 'it runs',
  startedAt: NOON,
  finishedAt: null,
  deleting: true,
  images: ['registry.example/api:1'],
  conditions: [condition('SyncError')],
  history: [syncEntry(2, NOON)],
}

describe('the text of what is said of an application', () => {
  it.each(Object.entries(OTHERS))('is another one if %s is', (field, value) => {
    expect(itemText(item({ [field]: value }))).not.toBe(itemText(item()))
  })

  it.each([
    ['id', 9],
    ['revision', commit(9)],
    ['deployedAt', NOON],
    ['deployStartedAt', null],
    ['initiatedBy', 'ann'],
  ])('is another one if %s of a sync is', (field, value) => {
    const at = new Date('2026-11-22T01:00:00Z')
    const history = [{ ...syncEntry(1, at), [field]: value }]
    expect(itemText(item({ history }))).not.toBe(itemText(item()))
  })

  it('is the same when it was looked at again', () => {
    expect(itemText(item({ reconciledAt: NOON }))).toBe(itemText(item({ reconciledAt: null })))
  })

  it('leaves nothing to doubt, whatever the texts hold', () => {
    const texts = fc.array(fc.constantFrom('', 'a', '"', ',', '","', 'null', '\\'), {
      maxLength: 3,
    })
    const said = fc.record({ images: texts, message: fc.option(fc.constantFrom('', 'null', '"')) })
    fc.assert(
      fc.property(said, said, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other)
        expect(itemText(item(one)) === itemText(item(other))).toBe(isSame)
      }),
    )
  })
})
