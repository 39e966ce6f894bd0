import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applicationName, applicationPair } from './application-name.ts'

const name = fc.stringMatching(/^[a-z0-9]{1,10}(-[a-z0-9]{1,10}){0,3}$/)

describe('the name of an Application', () => {
  it('says whose it is', () => {
    fc.assert(
      fc.property(name, name, (team, application) => {
        expect(applicationPair(applicationName(team, application))).toEqual({ team, application })
      }),
    )
  })

  it.each([
    '',
    'berth',
    'payments',
    'payments-api',
    '--',
    'payments--',
    '--api',
    'payments---api',
    'payments--api--more',
    'Payments--api',
    'payments--a_b',
    'payments--a.b',
    `payments--${'a'.repeat(64)}`,
    'payments--api\0',
    'pаyments--api',
  ])('is nobody’s: %j', (other) => {
    expect(applicationPair(other)).toBeNull()
  })
})
