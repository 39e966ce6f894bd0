import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dnsLabelIssues } from '../names.ts'
import { exampleOf, fitsPattern, patternFlaw } from './name-pattern.ts'

describe('a pattern', () => {
  it.each(['edge-*', '*', '*-edge', 'a*b', 'edge-01', 'a'])('may be %s', (pattern) => {
    expect(patternFlaw(pattern)).toBeNull()
  })

  it.each([
    '',
    'Edge-*',
    'edge-**',
    '*-*',
    '-*',
    '*-',
    'a.b',
    'a/*',
    'edge_*',
    'a b',
    'а*',
    'x'.repeat(64),
  ])('may not be "%s"', (pattern) =>
    expect(patternFlaw(pattern)).toMatchObject({ code: 'name_pattern' }),
  )

  const characters = fc.constantFrom('a', 'b', '0', '-')
  const text = fc.array(characters, { maxLength: 4 }).map((all) => all.join(''))

  it('is fitted by what stands between its beginning and its end, and by nothing else', () => {
    fc.assert(
      fc.property(text, text, text, text, (start, middle, end, more) => {
        const pattern = `${start}*${end}`
        expect(fitsPattern(`${start}${middle}${end}`, pattern)).toBe(middle !== '')
        expect(fitsPattern(`x${start}${middle}${end}`, pattern)).toBe(start === '')
        expect(fitsPattern(`${start}${middle}${end}x`, pattern)).toBe(end === '')
        expect(fitsPattern(`${start}.${more}${end}`, pattern)).toBe(false)
        expect(fitsPattern(start, start)).toBe(true)
        expect(fitsPattern(`${start}${more}`, start)).toBe(more === '')
      }),
    )
  })

  it('has an example that is a name and fits it', () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), (start, end, isWhole) => {
        const pattern = `${start}${isWhole ? '' : '*'}${end}`
        fc.pre(patternFlaw(pattern) === null)
        expect(fitsPattern(exampleOf(pattern), pattern)).toBe(true)
        expect(dnsLabelIssues(exampleOf(pattern), [])).toEqual([])
      }),
    )
  })

  it('that is as long as a name may be has an example as long', () => {
    expect(exampleOf(`${'x'.repeat(62)}*`)).toHaveLength(63)
  })
})
