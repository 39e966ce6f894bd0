import { expect, it } from 'vitest'
import { patchedRows } from './label-rows.ts'

const row = (key: string, value: string) => ({ key, value })

it('a patch of labels adds, replaces and takes away, and keeps what somebody else typed', () => {
  const typed = [row('tier', 'api'), row('gpu', 'true'), row('legacy', 'yes'), row('', '')]
  expect(patchedRows(typed, { tier: 'web', zone: 'a', legacy: null })).toEqual([
    row('gpu', 'true'),
    row('tier', 'web'),
    row('zone', 'a'),
  ])
})
