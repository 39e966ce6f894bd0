import {
  type Arbitrary,
  array,
  assert,
  constantFrom,
  nat,
  property,
  record,
  string,
  uniqueArray,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Operator } from '#lib/domain/selector.ts'
import { formatSelector } from '#lib/domain/selector-format.ts'
import { parseSelector } from '#lib/domain/selector-parse.ts'
import { draftOf, rowsOf, type SelectorRow, takesValues, textProblem } from './selector-rows.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const OPERATORS: readonly Operator[] = ['=', '!=', 'in', 'notin', 'exists', '!exists']
const label = constantFrom('region', 'gpu', 'berth.dev/ingress', 'in', 'notin')
const value = constantFrom('', 'east', 'a.b', 'in', 'x_1')

const row: Arbitrary<SelectorRow> = record({
  id: nat(),
  key: label,
  operator: constantFrom(...OPERATORS),
  values: uniqueArray(value, { minLength: 1, maxLength: 3 }),
}).map(({ operator, values, ...rest }) => {
  const single = operator === '=' || operator === '!='
  return {
    ...rest,
    operator,
    values: takesValues(operator) ? (single ? values.slice(0, 1) : values) : [],
  }
})

const canonical = (text: string) => {
  const parsed = parseSelector(text, [])
  return parsed.ok ? formatSelector(parsed.value) : null
}

describe('a selector in rows', () => {
  it('says the same as its text, there and back', () => {
    assert(
      property(array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        const { text, unfinished } = draftOf(rows)
        expect(unfinished).toBeNull()
        expect(textProblem(text)).toBeNull()
        expect(canonical(draftOf(rowsOf(text)!).text)).toBe(canonical(text))
      }),
      { numRuns },
    )
  })

  it('keeps each of its rows as a term', () => {
    assert(
      property(row, ({ id, key, operator, values }) => {
        const [drawn] = rowsOf(draftOf([{ id, key, operator, values }]).text)!
        expect(drawn?.key).toBe(key)
        expect(new Set(drawn?.values)).toEqual(new Set(values))
      }),
      { numRuns },
    )
  })

  it('never reads as another selector, whatever is typed as a key or a value', () => {
    assert(
      property(string(), string(), (key, value) => {
        const { text, unfinished } = draftOf([{ id: 0, key, operator: '=', values: [value] }])
        const row = { id: 0, key, operator: '=', values: [value] }
        expect(rowsOf(text)).toEqual(unfinished === null ? [row] : [])
      }),
      { numRuns },
    )
  })
})

describe('rows that are not finished', () => {
  const empty: SelectorRow = { id: 0, key: '', operator: '=', values: [] }

  it('say nothing while they are empty', () => {
    expect(draftOf([empty])).toEqual({ text: '', unfinished: null })
  })

  it('are left out and named while half is missing', () => {
    const region: SelectorRow = { id: 1, key: 'region', operator: '=', values: ['east'] }
    const half: SelectorRow = { ...empty, key: 'gpu' }
    expect(draftOf([region, half])).toEqual({
      text: 'region=east',
      unfinished: 'Choose a value for gpu.',
    })
  })

  it('can’t show a text that is no selector, nor everything', () => {
    expect(rowsOf('region in (')).toBeNull()
    expect(rowsOf('*')).toBeNull()
    expect(rowsOf(' ')).toEqual([])
  })
})
