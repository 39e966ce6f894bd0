import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { expect, it } from 'vitest'
import { inTenant } from '../client.ts'
import { createTestTenant, testDatabase } from '../testing/database.ts'
import { findPerson, type TellingOfPerson, upsertPerson } from './people.ts'
import { findSession, insertSession } from './sessions.ts'

const db = testDatabase()
const numRuns = Number(process.env['BERTH_TRIALS'] ?? 50)

const PUNCTUATION = ['\\', '"', ',', '{', '}', ' ', '\n', "'", 'NULL', 'é', '😀', 'a'] as const
const names = array(array(constantFrom(...PUNCTUATION)).map((parts) => parts.join('')))

it('keeps what groups and roles a person has, whatever these are called', async () => {
  const { tenant } = await createTestTenant(db)
  await assert(
    asyncProperty(names, names, async (groups, roles) => {
      const telling: TellingOfPerson = {
        subject: 'ada',
        name: 'Ada',
        email: null,
        groups,
        roles,
        message: null,
        at: new Date(),
      }
      const hash = crypto.getRandomValues(new Uint8Array(32))
      const person = await inTenant(db, tenant, async (tx) => {
        await upsertPerson({ tx, tenant }, telling, null)
        await insertSession({ tx, tenant }, { hash, subject: 'ada', hours: 1 })
        return findPerson({ tx, tenant }, 'ada')
      })
      expect(person).toMatchObject({ groups, roles })
      expect((await findSession(db, hash))?.person).toEqual(person)
    }),
    { numRuns },
  )
})
