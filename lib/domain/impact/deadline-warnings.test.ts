import { expect, it } from 'vitest'
import { NOTHING_AFTER, REST } from '#lib/domain/objects/environment/wave-rule.ts'
import { anEnvironment } from '#lib/domain/testing/objects.ts'
import { soonDeadlineWarnings } from './deadline-warnings.ts'

const MINUTE = 60_000

function warnedOf(deadlineMs: number | null) {
  const waves = [{ ...REST, name: 'canary', after: { ...NOTHING_AFTER, deadlineMs } }, REST]
  return soonDeadlineWarnings(anEnvironment({ name: 'prod', waves }))
}

it('a deadline of under a quarter of an hour is warned of, by its wave', () => {
  expect(warnedOf(14 * MINUTE)).toEqual([
    { code: 'deadline_soon', message: expect.stringMatching(/^Wave canary of prod fails 14m /) },
  ])
})

it('no later one is, nor none', () => {
  expect(warnedOf(15 * MINUTE)).toEqual([])
  expect(warnedOf(null)).toEqual([])
})
