import { expect, it } from 'vitest'
import { scoreAt, scoreIssues } from './score.ts'

const NOON = new Date('2026-11-27T12:00:00Z')
const score = (value: number) => new Map([['free-gpu', { value, until: NOON }]])

it('counts before its end alone', () => {
  const scores = new Map([[7, score(37)]])
  expect(scoreAt(scores, 7, 'free-gpu', new Date(NOON.getTime() - 1))).toBe(37)
  expect(scoreAt(scores, 7, 'free-gpu', NOON)).toBeNull()
  expect(scoreAt(scores, 7, 'load', new Date(0))).toBeNull()
  expect(scoreAt(scores, 8, 'free-gpu', new Date(0))).toBeNull()
})

it.each([-100, 0, 99.5, 100])('may be %d', (value) => {
  expect(scoreIssues(score(value), [])).toEqual([])
})

it.each([-100.1, 101, NaN, Infinity])('may not be %d', (value) => {
  expect(scoreIssues(score(value), ['scores'])).toMatchObject([
    { path: ['scores', 'free-gpu', 'value'], code: 'bad_score' },
  ])
})

it('has a name of DNS, and no more than so many others', () => {
  expect(scoreIssues(new Map([['Free GPU', { value: 1, until: NOON }]]), [])).toMatchObject([
    { code: 'name_format' },
  ])
  const many = new Map(
    Array.from({ length: 21 }, (_, nth) => [`s${nth}`, { value: 1, until: NOON }]),
  )
  expect(scoreIssues(many, [])).toMatchObject([{ code: 'too_many' }])
})
