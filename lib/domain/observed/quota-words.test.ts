import { expect, it } from 'vitest'
import { tellsOfQuota } from './quota-words.ts'

it.each([
  [
    'pods "web-7d9" is forbidden: exceeded quota: berth, requested: pods=1, used: pods=10, limited: pods=10',
    true,
  ],
  ['deployment "web" exceeded its progress deadline', false],
  ['failed quota: berth: must specify limits.cpu', false],
])('%s: %s', (message, expected) => {
  expect(tellsOfQuota(message)).toBe(expected)
})
