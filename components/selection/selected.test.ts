import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countOf,
  filterOf,
  isSelected,
  NOTHING,
  rangeOf,
  type Selected,
  selecting,
  targetOf,
} from './selected.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e']
const ALL: Selected = { matching: { q: 'x' }, names: new Set() }

describe('the selected rows', () => {
  it('are those that were selected last, by name or of everything that matches', () => {
    const step = fc.tuple(fc.subarray(ROWS), fc.boolean())
    fc.assert(
      fc.property(fc.constantFrom(NOTHING, ALL), fc.array(step), (start, steps) => {
        const expected = new Set(start === ALL ? ROWS : [])
        let selected = start
        for (const [rows, isOn] of steps) {
          selected = selecting(selected, rows, isOn)
          for (const row of rows) {
            if (isOn) expected.add(row)
            else expected.delete(row)
          }
        }
        expect(ROWS.filter((row) => isSelected(selected, row))).toEqual(
          ROWS.filter((row) => expected.has(row)),
        )
        expect(countOf(selected, ROWS.length)).toBe(expected.size)
      }),
    )
  })

  it.each([
    ['forwards', 'b', 'd', ['b', 'c', 'd']],
    ['backwards', 'd', 'b', ['b', 'c', 'd']],
    ['from a row of another page', 'z', 'b', ['b']],
    ['from nowhere', null, 'b', ['b']],
  ])('go in a range %s', (_, from, to, rows) => {
    expect(rangeOf(ROWS, from, to)).toEqual(rows)
  })

  it('are told by name, or by the filter of the list', () => {
    expect(targetOf('application', selecting(NOTHING, ['ieb/app1'], true))).toEqual({
      kind: 'Application',
      objects: [{ namespace: 'ieb', name: 'app1' }],
    })
    expect(targetOf('cluster', selecting(ALL, ['store-1'], false))).toEqual({
      kind: 'Cluster',
      matching: { q: 'x' },
      except: [{ name: 'store-1' }],
    })
  })

  it('are of a list with its filter, whatever its order', () => {
    expect(filterOf({ q: 'x', sort: '-name' })).toEqual({ q: 'x' })
    expect(filterOf({ sort: '-name' })).toEqual({ labelSelector: '*' })
  })
})
