import { readdirSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase, outsideTenants } from './client.ts'
import { migrate, migrationState } from './migrate.ts'
import type { MigrationState } from './migrate.ts'
import { temporaryDirectory, temporaryServer } from './testing/temporary-server.ts'

const COMMITTED = join(import.meta.dirname, 'migrations')

// A server of its own, whose database is made anew for each test.
let server: Awaited<ReturnType<typeof temporaryServer>>
let newerFolder = ''

beforeAll(async () => {
  server = await temporaryServer()
  newerFolder = await temporaryDirectory()
  await cp(COMMITTED, newerFolder, { recursive: true })
  const journal = join(newerFolder, 'meta', '_journal.json')
  const text = await readFile(journal, 'utf8')
  const entry = `,{"idx":2,"version":"7","when":9000000000000,"tag":"0002_next","breakpoints":true}]`
  await writeFile(journal, text.replace(/\]\s*\}\s*$/, `${entry}}`))
  await writeFile(join(newerFolder, '0002_next.sql'), 'CREATE TABLE "next" ("id" integer);')
})

afterAll(async () => {
  await server.stop()
  await rm(newerFolder, { recursive: true, force: true })
})

beforeEach(async () => {
  const superuser = postgres(server.superuserUrl.replace(/berth$/, 'postgres'), { max: 1 })
  await superuser`drop database berth`
  await superuser`create database berth owner berth_owner`
  await superuser.end()
})

async function stateFor(url: string, folder?: string): Promise<MigrationState> {
  const db = openDatabase(url, { max: 1 })
  try {
    return await outsideTenants(db, (tx) => migrationState(tx, folder))
  } finally {
    await closeDatabase(db)
  }
}

async function appliedCount(): Promise<number> {
  const db = openDatabase(server.databaseUrl, { max: 1 })
  try {
    const rows = await outsideTenants(db, (tx) =>
      tx.execute(sql`select hash from drizzle.__drizzle_migrations`),
    )
    return rows.length
  } finally {
    await closeDatabase(db)
  }
}

const MIGRATIONS = readdirSync('db/migrations').filter((name) => name.endsWith('.sql')).length

describe('migrations', () => {
  it('bring an empty database to the version of the code', async () => {
    expect(await stateFor(server.ownerUrl)).toBe('older')
    await migrate(server.ownerUrl)
    expect(await stateFor(server.ownerUrl)).toBe('current')
    expect(await stateFor(server.databaseUrl)).toBe('current')
  })

  it('run once when replicas start together', async () => {
    await Promise.all([1, 2, 3].map(() => migrate(server.ownerUrl)))
    expect(await appliedCount()).toBe(MIGRATIONS)
    await migrate(server.ownerUrl)
    expect(await appliedCount()).toBe(MIGRATIONS)
  })

  it('of a newer version leave the older one unable to start, and say so', async () => {
    await migrate(server.ownerUrl)
    expect(await stateFor(server.databaseUrl, newerFolder)).toBe('older')
    await migrate(server.ownerUrl, newerFolder)
    expect(await stateFor(server.databaseUrl)).toBe('newer')
    await expect(migrate(server.ownerUrl)).rejects.toThrow('A newer version of Berth')
  })

  it('need the role of the application, and say so', async () => {
    const superuser = postgres(server.superuserUrl, { max: 1 })
    await superuser`alter role berth_app rename to elsewhere`
    try {
      await expect(migrate(server.ownerUrl)).rejects.toThrow('has no role berth_app')
    } finally {
      await superuser`alter role elsewhere rename to berth_app`
      await superuser`alter role berth_app password 'app'`
      await superuser.end()
    }
  })
})
