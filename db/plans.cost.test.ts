import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { inTenant, type Transaction } from './client.ts'
import { createTestTenant, testDatabase } from './testing/database.ts'

it('a transaction that plans once plans without values, and finds rows by their key even in a table that was empty then', async () => {
  const db = testDatabase()
  const mine = (await createTestTenant(db)).tenant
  const looked = sql`select "left" from rate_limits where tenant = ${mine} and principal = ${'nobody'}`
  const asked = async (tx: Transaction) => [
    ...(await tx.execute(
      sql`select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as scans`,
    )),
    ...(await tx.execute(sql`explain ${looked}`)),
  ]
  const [once, ...plan] = await inTenant(db, mine, asked, { plansOnce: true })
  expect(once).toEqual({ plans: 'force_generic_plan', scans: 'off' })
  expect(JSON.stringify(plan)).toMatch(/Index/)
  expect(JSON.stringify(plan)).not.toMatch(/Seq Scan/)
  const [after] = await inTenant(db, mine, asked)
  expect(after).toEqual({ plans: 'force_custom_plan', scans: 'on' })
})
