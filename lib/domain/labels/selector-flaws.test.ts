import { assert, constantFrom, array, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectorFlaws } from './selector-flaws.ts'
import { parseSelector } from './selector-parse.ts'
import { expectedAfter } from './selector-string.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100) * 10

const pieces = [
  'region',
  'gpu',
  '-',
  '=',
  '==',
  '!=',
  '!',
  ' in ',
  'notin',
  '(',
  ')',
  ',',
  ' ',
  '<',
  '*',
]
const written = oneof(
  array(constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')),
  string({ maxLength: 12 }),
)

describe('the flaws of a selector string', () => {
  it.each([
    ['region in (east', 14, 15, '"," or ")"'],
    ['a=b c', 4, 5, '"," or the end'],
    ['region>1', 6, 7, 'not supported'],
    ['region=-east', 7, 12, ''],
    ['a/b/c,x=y', 0, 5, ''],
  ])('stand where %j is wrong', (text, from, to, said) => {
    const [flaw] = selectorFlaws(text)
    expect(flaw).toMatchObject({ from, to })
    expect(flaw?.reason).toContain(said)
  })

  it('are what the parser says of it, each inside the text', () => {
    assert(
      property(written, (text) => {
        const flaws = selectorFlaws(text)
        const parsed = parseSelector(text, [])
        const isBlank = /^[ \t\r\n]*$/.test(text)
        if (parsed.ok || isBlank) {
          expect(parsed.ok && parsed.value.kind === 'everything' ? [] : flaws).toEqual([])
          return
        }
        expect(flaws.map(({ reason }) => reason)).toEqual(parsed.issues.map(({ reason }) => reason))
        for (const { from, to } of flaws) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns },
    )
  })
})

describe('behind the beginning of a selector string', () => {
  it.each([
    ['', { part: 'key' }],
    ['region=east,', { part: 'key' }],
    ['!', { part: 'key' }],
    ['region ', { part: 'operator', key: 'region' }],
    ['region=', { part: 'value', key: 'region' }],
    ['gpu=true,region!=', { part: 'value', key: 'region' }],
    ['region in (', { part: 'value', key: 'region' }],
    ['region notin (east,', { part: 'value', key: 'region' }],
    ['region in (east ', null],
    ['region=east ', null],
    ['!legacy ', null],
    ['=,region=', null],
  ])('may stand what the grammar lets follow: %j', (beginning, expected) => {
    expect(expectedAfter(beginning)).toEqual(expected)
  })
})
