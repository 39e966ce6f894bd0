// One database server for a test run: TEST_DATABASE_URL and TEST_DATABASE_OWNER_URL, or a temporary one.
import type { TestProject } from 'vitest/node'
import { migrate } from '../migrate.ts'
import { temporaryServer } from './temporary-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    ownerUrl: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { databaseUrl, ownerUrl, stop } = (await givenServer()) ?? (await temporaryServer())
  project.provide('databaseUrl', databaseUrl)
  project.provide('ownerUrl', ownerUrl)
  return stop
}

async function givenServer() {
  const databaseUrl = process.env['TEST_DATABASE_URL']
  const ownerUrl = process.env['TEST_DATABASE_OWNER_URL']
  if (databaseUrl === undefined || ownerUrl === undefined) return null
  await migrate(ownerUrl)
  return { databaseUrl, ownerUrl, stop: async () => undefined }
}
