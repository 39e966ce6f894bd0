import { expect, it } from 'vitest'
import {
  EMPTY_PREFERENCE,
  NEW_PICK,
  pickProblem,
  reasonsOfPick,
  sentPick,
  typedPick,
} from './pick-rows.ts'

const json = {
  count: '20%',
  spread_by: 'region',
  prefer: [{ label: 'tier', values: ['gold', ''] }, { score: 'free-gpu' }],
}

const row = (given: Partial<typeof EMPTY_PREFERENCE>) => ({ ...EMPTY_PREFERENCE, ...given })

it('sends what it read', () => {
  expect(sentPick(typedPick(json))).toEqual(json)
  expect(sentPick(typedPick({ count: 3 }))).toEqual({ count: 3 })
  expect(pickProblem(typedPick(json))).toBeNull()
})

it('sends what is still being typed as a value, and no empty rows', () => {
  const prefer = [
    EMPTY_PREFERENCE,
    row({ name: 'tier', values: ['gold'], typed: ' silver ' }),
    row({ by: 'score', name: 'free-gpu', values: ['of a label before'] }),
  ]
  expect(sentPick({ count: ' 3 ', spreadBy: '', prefer })).toEqual({
    count: 3,
    prefer: [{ label: 'tier', values: ['gold', 'silver'] }, { score: 'free-gpu' }],
  })
})

it('asks for how many, and says it in that field', () => {
  const problem = 'Say how many, as 3 or 20%.'
  expect(pickProblem(NEW_PICK)).toBe(problem)
  expect(reasonsOfPick(NEW_PICK, 'pick', { pick: [problem] })).toMatchObject({
    all: [],
    count: [problem],
  })
  expect(reasonsOfPick(NEW_PICK, 'pick', {}), 'nobody was told yet').toMatchObject({ count: [] })
})

it('asks for what a preference lacks, and says it in its row', () => {
  const pick = { ...NEW_PICK, count: '3', prefer: [EMPTY_PREFERENCE, row({ name: 'tier' })] }
  const problem = 'Preference 2: Say which value comes first.'
  expect(pickProblem(pick)).toBe(problem)
  expect(reasonsOfPick(pick, 'pick', { pick: [problem] })).toMatchObject({
    all: [],
    count: [],
    preferences: [{}, { values: ['Say which value comes first.'] }],
  })
  expect(pickProblem({ ...pick, prefer: [row({ values: ['gold'] })] })).toBe(
    'Preference 1: Say which label.',
  )
})

it('shows what the API says where it belongs, counting without empty rows', () => {
  const pick = {
    count: 'many',
    spreadBy: '-',
    prefer: [EMPTY_PREFERENCE, row({ name: 'tier', values: ['gold', '!'] })],
  }
  const reasons = {
    pick: ['Either a scheduler chooses, or the policy picks.'],
    'pick.count': ['A share is written as 3 or 20%.'],
    'pick.spread_by': ['A label key begins otherwise.'],
    'pick.prefer': ['There are too many.'],
    'pick.prefer.0.values.1': ['A label value has no !.'],
  }
  expect(reasonsOfPick(pick, 'pick', reasons)).toEqual({
    all: reasons.pick,
    count: reasons['pick.count'],
    spreadBy: reasons['pick.spread_by'],
    prefer: reasons['pick.prefer'],
    preferences: [{}, { 'values.1': reasons['pick.prefer.0.values.1'] }],
  })
})
