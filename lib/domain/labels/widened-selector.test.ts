import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSelector } from './selector-format.ts'
import { parseSelector } from './selector-parse.ts'
import { selectorMatches } from './selector.ts'
import { widenedSelector } from './widened-selector.ts'

function selectorOf(text: string) {
  const read = parseSelector(text, [])
  if (!read.ok) throw new Error(text)
  return read.value
}

describe('a widened selector', () => {
  it.each([
    // selector | labels | widened
    ['region=east', { region: 'west' }, 'region in (east,west)'],
    ['region in (east,north)', { region: 'west' }, 'region in (east,north,west)'],
    ['gpu=true,region=east', { gpu: 'true', region: 'west' }, 'gpu=true,region in (east,west)'],
    ['region=east', {}, '*'],
    ['!legacy,region=east', { legacy: '', region: 'east' }, 'region=east'],
    ['region!=west', { region: 'west' }, '*'],
    ['region=east', { region: 'east' }, 'region=east'],
    ['*', { region: 'west' }, '*'],
  ])('of %s for %j is %s', (selector, labels, widened) => {
    const found = widenedSelector(selectorOf(selector), new Map(Object.entries(labels)))
    expect(formatSelector(found)).toBe(widened)
  })

  const values = fc.constantFrom('a', 'b', 'c')
  const labels = fc
    .dictionary(fc.constantFrom('x', 'y', 'z'), values)
    .map((each) => new Map(Object.entries(each)))
  const selectors = fc
    .uniqueArray(
      fc.constantFrom('x=a', 'x!=a', 'x in (a,b)', 'y', '!y', 'y notin (a,b)', 'z=c', '!z'),
      { minLength: 1, maxLength: 4 },
    )
    .map((terms) => selectorOf(terms.join(',')))

  it('matches the labels that it is for, and whatever it matched', () => {
    fc.assert(
      fc.property(selectors, labels, labels, (selector, wanted, others) => {
        const widened = widenedSelector(selector, wanted)
        expect(selectorMatches(widened, wanted)).toBe(true)
        if (selectorMatches(selector, others)) expect(selectorMatches(widened, others)).toBe(true)
        expect(selectorOf(formatSelector(widened))).toEqual(widened)
      }),
    )
  })
})
