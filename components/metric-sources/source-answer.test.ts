import { expect, it } from 'vitest'
import { answerWords, chartOf, type SourceAnswer } from './source-answer.ts'

const T = '2026-11-22T10:00:00.000Z'
const answer: SourceAnswer = {
  source: 'prometheus',
  metric: 'own',
  unit: null,
  step: '15m',
  as_of: T,
  failure: null,
  series: [{ key: '', points: [[T, 1.5]] }],
  left_out: 0,
}

it.each([
  [{}, 'It answers with 1 line, the newest value 1.5.'],
  [{ left_out: 2 }, 'It answers with 3 lines, the newest value 1.5.'],
  [{ series: [{ key: 'a', points: [[T, null]] }] }, 'It answers with 1 line.'],
  [{ series: [] }, 'It answers, and knows nothing of this time.'],
  [{ failure: 'It is down.' }, 'It is down.'],
] as const)('an answer with %j is told so: %s', (over, words) => {
  expect(answerWords({ ...answer, ...over })).toBe(words)
})

it('a line without labels is called after its metric, and one with them by these', () => {
  const series = ['', 'dest=east'].map((key) => ({ key, points: answer.series[0]!.points }))
  const { lines, times, unit } = chartOf({ ...answer, series }, 'UTC')
  expect(lines.map(({ look }) => look.label)).toEqual(['own', 'dest=east'])
  expect([times, unit]).toEqual([[T], 'values'])
})
