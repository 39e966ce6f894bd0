// Brings up what a process needs before it answers anybody: the database, its walls, the tenant, and what there is one of.
import { pino } from 'pino'
import { closeDatabase, type Database, openDatabase } from '#db/client.ts'
import { startEmbedded } from '#db/embedded.ts'
import { assertTenantWalls } from '#db/guard.ts'
import { migrate } from '#db/migrate.ts'
import { ensureTenant } from '#db/queries/tenants.ts'
import type { Environment } from '#lib/env.ts'
import { openSecrets } from '#lib/secrets.ts'
import { createFleetStore } from '#lib/usecases/fleet-store.ts'
import type { Process } from '#lib/usecases/process.ts'

const CONNECTIONS_MAX = 10

export type Booted = { readonly process: Process; readonly stop: () => Promise<void> }

/** Starts or finds the database, migrates it as far as it may, and refuses one whose tenants aren't walled off. */
export async function boot(environment: Environment): Promise<Booted> {
  const server = await reachDatabase(environment)
  if (server.ownerUrl !== null) await migrate(server.ownerUrl)
  const database = openDatabase(server.databaseUrl, { max: CONNECTIONS_MAX })
  const stop = async () => {
    await closeDatabase(database)
    await server.stop()
  }
  try {
    await assertTenantWalls(database)
    await ensureTenant(database, environment.tenantName)
  } catch (error) {
    await stop()
    throw error
  }
  return { process: createProcess(environment, database), stop }
}

export function createProcess(environment: Environment, database: Database): Process {
  return {
    environment,
    database,
    fleets: createFleetStore(),
    log: pino({ level: environment.logLevel, base: null }),
    pullUrl: () =>
      environment.gitops.pullUrl ??
      environment.gitops.repoUrl ??
      `${environment.url}/git/gitops.git`,
  }
}

async function reachDatabase(environment: Environment) {
  if (environment.databaseUrl !== null) {
    const { databaseUrl, databaseOwnerUrl: ownerUrl } = environment
    return { databaseUrl, ownerUrl, stop: async () => undefined }
  }
  const { dataDirectory } = environment
  return startEmbedded({ dataDir: dataDirectory, secrets: await openSecrets(dataDirectory) })
}
