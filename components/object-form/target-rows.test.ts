import { expect, it } from 'vitest'
import { EMPTY_TARGET, reasonsOfTarget, targetsOfRows, targetsProblem } from './target-rows.ts'

const early = { name: 'early', environment: 'prod', repo_path: 'manifest/app1/early' }
const late = { name: 'late', environment: 'qa', repo_path: '.' }

it('sends the rows that say something', () => {
  const rows = [EMPTY_TARGET, early, EMPTY_TARGET, late]
  expect(targetsOfRows(rows)).toEqual([early, late])
  expect(targetsProblem(rows)).toBeNull()
})

it('asks for what a row lacks, and says it in that row', () => {
  const rows = [EMPTY_TARGET, { ...early, environment: '' }]
  const problem = 'Target 2: Say in which environment.'
  expect(targetsProblem(rows)).toBe(problem)
  const told = rows.map((_, index) => reasonsOfTarget(rows, index, { targets: [problem] }))
  expect(told).toEqual([{}, { environment: ['Say in which environment.'] }])
  expect(reasonsOfTarget(rows, 1, {}), 'nobody was told yet').toEqual({})
})

it('shows what the API says of a target in its row, which it counts without empty ones', () => {
  const rows = [EMPTY_TARGET, early, EMPTY_TARGET, late]
  const reasons = {
    'targets.1.name': ['There is a target late in qa already.'],
    'targets.1.environment': ['There is no environment qa.'],
    targets: ['Two policies give it different targets.'],
  }
  expect(rows.map((_, index) => reasonsOfTarget(rows, index, reasons))).toEqual([
    {},
    {},
    {},
    {
      name: ['There is a target late in qa already.'],
      environment: ['There is no environment qa.'],
    },
  ])
})
