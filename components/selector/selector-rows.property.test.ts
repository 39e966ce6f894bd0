import {
  type Arbitrary,
  array,
  assert,
  constant,
  constantFrom,
  nat,
  property,
  record,
  string,
  uniqueArray,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import type { Operator } from '#lib/domain/labels/selector.ts'
import {
  typedOf,
  rowsOf,
  type SelectorRow,
  takesOneValue,
  takesValues,
  textProblem,
  withTypedValue,
} from './selector-rows.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const OPERATORS: readonly Operator[] = ['=', '!=', 'in', 'notin', 'exists', '!exists']
const label = constantFrom('region', 'gpu', 'berth.dev/ingress', 'in', 'notin')
const value = constantFrom('', 'east', 'a.b', 'in', 'x_1')

const row: Arbitrary<SelectorRow> = record({
  id: nat(),
  key: label,
  operator: constantFrom(...OPERATORS),
  values: uniqueArray(value, { minLength: 1, maxLength: 3 }),
  typed: constant(''),
}).map(({ operator, values, ...rest }) => {
  const single = takesOneValue(operator)
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
        const { text, unfinished } = typedOf(rows)
        expect(unfinished).toBeNull()
        expect(textProblem(text)).toBeNull()
        expect(canonical(typedOf(rowsOf(text)!).text)).toBe(canonical(text))
      }),
      { numRuns },
    )
  })

  it('keeps each of its rows as a term', () => {
    assert(
      property(row, (row) => {
        const [drawn] = rowsOf(typedOf([row]).text)!
        expect(drawn?.key).toBe(row.key)
        expect(new Set(drawn?.values)).toEqual(new Set(row.values))
      }),
      { numRuns },
    )
  })

  it('never reads as another selector, whatever is typed as a key or a value', () => {
    assert(
      property(string(), string(), (key, value) => {
        const row: SelectorRow = { id: 0, key, operator: '=', values: [value], typed: '' }
        const { text, unfinished } = typedOf([row])
        expect(rowsOf(text)).toEqual(unfinished === null ? [row] : [])
      }),
      { numRuns },
    )
  })
})

describe('what stands in the field of a value', () => {
  it('says the same as once it is finished', () => {
    assert(
      property(row, string(), (row, typed) => {
        const values = takesOneValue(row.operator) ? [] : row.values
        const before = { ...row, values, typed }
        const after = withTypedValue(before)
        expect(after.typed).toBe('')
        expect(typedOf([after])).toEqual(typedOf([before]))
      }),
      { numRuns },
    )
  })

  it.each([
    { operator: '=', typed: 'east', text: 'region=east', unfinished: null },
    { operator: 'in', typed: 'east, west', text: 'region in (east,west)', unfinished: null },
    { operator: '=', typed: ' ', text: '', unfinished: 'Choose a value for region.' },
  ] as const)('is a value: $operator $typed', ({ operator, typed, text, unfinished }) => {
    const row: SelectorRow = { id: 0, key: 'region', operator, values: [], typed }
    expect(typedOf([row])).toEqual({ text, unfinished })
  })

  it('is one value where there is one, so that none is lost unsaid', () => {
    const row: SelectorRow = { id: 0, key: 'region', operator: '=', values: [], typed: 'a,b' }
    expect(typedOf([row]).text).toBe('')
    expect(typedOf([row]).unfinished).toMatch(/a,b/)
  })
})

describe('rows that are not finished', () => {
  const empty: SelectorRow = { id: 0, key: '', operator: '=', values: [], typed: '' }

  it('say nothing while they are empty', () => {
    expect(typedOf([empty])).toEqual({ text: '', unfinished: null })
  })

  it('are left out and named while half is missing', () => {
    const region: SelectorRow = { id: 1, key: 'region', operator: '=', values: ['east'], typed: '' }
    const half: SelectorRow = { ...empty, key: 'gpu' }
    expect(typedOf([region, half])).toEqual({
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
