import { expect, it } from 'vitest'
import { refusalOf } from '#lib/usecases/refusal.ts'
import { refusedState } from './action.ts'

const issue = (path: (string | number)[], reason: string) => ({ path, code: 'x', reason })

it('gathers what is wrong by the path of the field, all of it', () => {
  const refusal = refusalOf('invalid', [
    issue(['metadata', 'region'], 'First.'),
    issue(['name'], 'Second.'),
    issue(['metadata', 'region'], 'Third.'),
    issue([], 'Of the whole.'),
  ])
  expect(refusedState(refusal)).toMatchObject({
    kind: 'refused',
    code: 'x',
    fields: {
      'metadata.region': ['First.', 'Third.'],
      name: ['Second.'],
      '': ['Of the whole.'],
    },
  })
})

it('says nothing of the cause of a surprise', () => {
  expect(refusedState(new Error('a secret'))).toEqual({
    kind: 'refused',
    code: 'internal',
    message: 'Something went wrong on our side; it was logged.',
    fields: {},
  })
})
