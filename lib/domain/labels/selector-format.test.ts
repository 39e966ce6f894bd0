import { expect, it } from 'vitest'
import { formatSelector, selectorJson } from './selector-format.ts'
import { parseSelector } from './selector-parse.ts'
import { EVERYTHING } from './selector.ts'

function json(text: string): unknown {
  const parsed = parseSelector(text, [])
  return parsed.ok ? selectorJson(parsed.value) : parsed.issues
}

it('writes everything as the string *', () => {
  expect(formatSelector(EVERYTHING)).toBe('*')
  expect(selectorJson(EVERYTHING)).toBe('*')
})

it('writes equal labels to matchLabels and all else to matchExpressions', () => {
  expect(json('region in (east,west),gpu=true,!legacy,env!=prod,zone,b notin (c,d)')).toEqual({
    matchLabels: { gpu: 'true' },
    matchExpressions: [
      { key: 'b', operator: 'NotIn', values: ['c', 'd'] },
      { key: 'env', operator: 'NotIn', values: ['prod'] },
      { key: 'legacy', operator: 'DoesNotExist' },
      { key: 'region', operator: 'In', values: ['east', 'west'] },
      { key: 'zone', operator: 'Exists' },
    ],
  })
})

it('keeps a second equal label on one key', () => {
  expect(json('a=1,a=2')).toEqual({
    matchLabels: { a: '1' },
    matchExpressions: [{ key: 'a', operator: 'In', values: ['2'] }],
  })
})

it('leaves out the part that is empty', () => {
  expect(json('a=1')).toEqual({ matchLabels: { a: '1' } })
  expect(json('a')).toEqual({ matchExpressions: [{ key: 'a', operator: 'Exists' }] })
})

it('writes keys that objects inherit as own ones', () => {
  const written = JSON.stringify(json('constructor=a,toString=b'))
  expect(written).toBe('{"matchLabels":{"constructor":"a","toString":"b"}}')
})
