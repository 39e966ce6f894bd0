import { expect, it } from 'vitest'
import { pickOfText, pickProblem, textOfPick } from './pick-lines.ts'

const json = {
  count: '20%',
  spread_by: 'region',
  prefer: [{ label: 'tier', values: ['gold', ''] }, { score: 'free-gpu' }],
}

it('gives each word of a pick a line, and reads it back as it was', () => {
  const text = textOfPick(json)
  expect(text).toBe('20%\nspread region\nprefer label tier gold ""\nprefer score free-gpu')
  expect(pickOfText(` ${text}\n\n`)).toEqual(json)
  expect(pickProblem(text)).toBeNull()
  expect(pickOfText(textOfPick({ count: 3 }))).toEqual({ count: 3 })
})

it('sends nothing of an empty text', () => {
  expect(pickOfText(' \n')).toBeUndefined()
  expect(pickProblem('')).toBeNull()
})

it.each([
  ['many', 'Line 1: write how many, as 3 or 20%.'],
  ['3\nspread', 'Line 2: write spread KEY, prefer label KEY VALUE …, or prefer score NAME.'],
  [
    '3\nspread a\nprefer label tier',
    'Line 3: write spread KEY, prefer label KEY VALUE …, or prefer score NAME.',
  ],
])('asks for what lacks in %j', (text, problem) => {
  expect(pickProblem(text)).toBe(problem)
})
