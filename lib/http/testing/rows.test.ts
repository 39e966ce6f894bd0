import { globSync } from 'node:fs'
import path from 'node:path'
import { getTableName, isTable } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createTestApi } from './api.ts'
import { countRows, NOTED } from './rows.ts'

it('counts the rows of every table of the schema but those in which each request is noted', async () => {
  const files: Record<string, unknown>[] = await Promise.all(
    globSync('db/schema/*.ts').map((file) => import(path.resolve(file))),
  )
  const tables = files.flatMap((exported) =>
    Object.values(exported).filter((each) => isTable(each)),
  )
  const counted = Object.keys(await countRows(await createTestApi()))
  expect([...counted, ...NOTED].sort()).toEqual(tables.map((table) => getTableName(table)).sort())
})
