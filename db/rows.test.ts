import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { outsideTenants } from './client.ts'
import { readRow, readRows } from './rows.ts'
import { testDatabase } from './testing/database.ts'

const db = testDatabase()

const named = z.strictObject({ id: z.int(), name: z.string().nullable() })

const ask = (statement: SQL) => outsideTenants(db, (tx) => readRows(tx, named)`${statement}`)
const askOne = (statement: SQL) => outsideTenants(db, (tx) => readRow(tx, named)`${statement}`)

describe('the rows of a raw statement', () => {
  it('come as they are when they are what their schema says', async () => {
    expect(
      await ask(sql`select 1 as id, 'a' as name union all select 2, null order by id`),
    ).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: null },
    ])
  })

  it.each([
    ['a column of another type', sql`select 'one' as id, 'a' as name`],
    ['a column that may not be null', sql`select null::int as id, 'a' as name`],
    ['a column too few', sql`select 1 as id`],
    ['a column too many', sql`select 1 as id, 'a' as name, 2 as more`],
    ['a column of another name', sql`select 1 as id, 'a' as title`],
    ['such a row behind a good one', sql`select 1 as id, 'a' as name union all select null, 'b'`],
  ])('fail a test where they have %s', async (_, statement) => {
    await expect(ask(statement)).rejects.toThrow('breaks the schema of its rows')
  })

  it('have a first one, or none', async () => {
    expect(await askOne(sql`select 1 as id, 'a' as name`)).toEqual({ id: 1, name: 'a' })
    expect(await askOne(sql`select 1 as id, 'a' as name where false`)).toBeUndefined()
  })
})

const values = z.strictObject({
  at: z.date(),
  none: z.date().nullable(),
  count: z.int(),
  share: z.number(),
  body: z.unknown(),
})

describe('what a column holds', () => {
  it('is a date, a number or JSON, not the text that travels', async () => {
    const at = new Date('2026-02-03T04:05:06.789Z')
    const row = await outsideTenants(
      db,
      (tx) =>
        readRow(tx, values)`
        select ${at}::timestamptz as at, null::timestamptz as none, 9007199254740991 as count,
          0.5::float8 as share, ${JSON.stringify({ a: [1] })}::jsonb as body`,
    )
    expect(row).toEqual({ at, none: null, count: 2 ** 53 - 1, share: 0.5, body: { a: [1] } })
  })
})

describe('a query', () => {
  const folder = join(import.meta.dirname, 'queries')
  const files = readdirSync(folder).filter((name) => !name.endsWith('.test.ts'))

  it.each(files)('reads no rows of a raw statement without their schema: %s', (name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n')
    const raw = lines.filter((line) => line.includes('.execute'))
    expect(raw.filter((line) => !/^ +await \w+\.execute\(/.test(line))).toEqual([])
  })
})
