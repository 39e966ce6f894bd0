// A process that carries rollouts on and publishes, of one tenant, for as long as whoever started it lives. It says when it begins,
// and may be told to die on the way.
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { inTenant, openDatabase, PUBLISHER_TIMEOUTS } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { LocalRemote } from '#lib/adapters/git/local-remote.ts'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { openHost } from '#lib/adapters/host/open-host.ts'
import { callOut, TOKEN } from '#lib/adapters/host/testing/host-worlds.ts'
import type { HostedRepository } from '#lib/domain/git/repository-address.ts'
import { testSecrets } from '#lib/http/testing/secrets.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import { readTenantRepository } from '#lib/usecases/repository/tenant-repository.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { Conductor } from '../conductor.ts'
import { publishBranch } from '../publish-branch.ts'
import { createWorld } from '../world.ts'

/** What the process is told, in one line. The end of its input ends it. */
export type StandIn = {
  readonly databaseUrl: string
  readonly tenant: TenantIdentity
  readonly settings: Readonly<Record<string, string>>
  /** The bare repository, which is the remote, too. */
  readonly directory: string
  readonly branches: readonly string[]
  /** The stand-in for the Git host. */
  readonly repository: HostedRepository
}

const EVERY_MS = 20

const input = createInterface({ input: process.stdin })
input.once('line', (line) => {
  void stand(JSON.parse(line))
})
input.once('close', () => process.exit())

async function stand(told: StandIn): Promise<void> {
  const { databaseUrl, tenant, branches } = told
  const database = openDatabase(databaseUrl, { max: 4 })
  const environment = readEnvironment({
    LOG_LEVEL: 'silent',
    BERTH_URL: 'https://berth.example.com',
    BERTH_TENANT: tenant.name,
    ...told.settings,
  })
  const services = createServices(environment, database, testSecrets)
  const store = await openObjectStore(told.directory, 'main')
  const host = openHost('github', told.repository, TOKEN, callOut)
  const readSettings = () =>
    inTenant(database, tenant.id, (tx) =>
      readTenantRepository(services, tenant, { tx, tenant: tenant.id }),
    )
  const pullRequests = { host: 'github', apiUrl: null, join: true } as const
  const world = {
    ...createWorld(
      { ...services, database: { ...database, timeouts: PUBLISHER_TIMEOUTS } },
      () => connect(databaseUrl),
      async () => ({
        settings: { ...(await readSettings()), pullRequests },
        store,
        remote: new LocalRemote(store),
        host,
      }),
    ),
    tenants: async () => [tenant],
  }
  const conductor = new Conductor({ ...world, services })
  const conduct = async () => {
    await conductor.look()
    await conductor.ended()
  }
  const publish = async () => {
    for (const branch of branches) await publishBranch(world, tenant, branch)
  }
  process.stdout.write('standing')
  await Promise.all([conduct, publish].map(again))
}

async function again(work: () => Promise<void>): Promise<never> {
  for (;;) {
    await work()
    await pause(EVERY_MS)
  }
}
