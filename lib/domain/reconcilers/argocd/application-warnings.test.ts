import { expect, it } from 'vitest'
import { anApplication } from '#lib/domain/testing/objects.ts'
import { applicationWarnings } from './application-warnings.ts'

it.each([
  { characters: 53, name: 'a'.repeat(30), codes: [] },
  { characters: 54, name: 'a'.repeat(31), codes: ['name_long'] },
])('of $characters characters of team and application together: $codes', ({ name, codes }) => {
  const application = anApplication({ team: 't'.repeat(21), name })
  expect(applicationWarnings(application).map(({ code }) => code)).toEqual(codes)
})
