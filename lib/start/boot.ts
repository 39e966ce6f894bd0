// Brings up what a process needs before it answers anybody: the database, its walls, the tenants and the services.
import path from 'node:path'
import { pino } from 'pino'
import { closeDatabase, type Database, inTenant, openDatabase } from '#db/client.ts'
import { startEmbedded } from '#db/embedded.ts'
import { assertTenantWalls } from '#db/guard.ts'
import { migrate } from '#db/migrate.ts'
import { makePartitionsAhead } from '#db/queries/observed-partitions.ts'
import { ensureTenant, listTenants } from '#db/queries/tenants.ts'
import { makeRepository } from '#lib/adapters/git/object-store.ts'
import { serveUploadPack } from '#lib/adapters/git/upload-pack.ts'
import { openOutgoing } from '#lib/adapters/outgoing/call-out.ts'
import { reachOf } from '#lib/adapters/outgoing/reach.ts'
import { createSealing, type Sealing } from '#lib/secrets/sealed.ts'
import { openSecrets } from '#lib/secrets/secrets.ts'
import type { Environment } from '#lib/settings/env.ts'
import { createAccessStore } from '#lib/usecases/access/access-store.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { createFleetStore } from '#lib/usecases/fleet-store.ts'
import { HeavyReads } from '#lib/usecases/heavy-reads.ts'
import { Announcer } from '#lib/usecases/live/announcer.ts'
import { LiveStreams } from '#lib/usecases/live/live-streams.ts'
import { TimeWatch } from '#lib/usecases/live/time-watch.ts'
import { SourceReads } from '#lib/usecases/metric-sources/source-reads.ts'
import { PayerTurns } from '#lib/usecases/payer-turns.ts'
import type { EmbeddedRepository, Services, PublishingServices } from '#lib/usecases/services.ts'
import { createLimiter } from '#lib/usecases/limiter.ts'
import { embeddedName } from '#lib/usecases/repository/tenant-repository.ts'
import { KnownReports } from '#lib/usecases/reports/known-reports.ts'
import { LastReports } from '#lib/usecases/reports/last-reports.ts'
import { LastTexts } from '#lib/usecases/reports/last-texts.ts'
import { ReportTurns } from '#lib/usecases/reports/turns.ts'
import { requireSameSettings } from '#lib/usecases/tenants/start.ts'
import { TokenUse } from '#lib/usecases/tokens/last-used.ts'
import { BODY_PACE, RECORD_BYTE_LIMITS, Uploads } from '#lib/usecases/uploads.ts'
import { openAccessTokens } from './access-tokens.ts'
import { identityProviders } from './identity-providers.ts'
import { tryRepository } from './try-repository.ts'

/** Two are left for the others, whatever one tenant does. */
const CONNECTIONS = { max: 10, perTenant: 8 }
/** A whole fleet may fetch with one token, mostly in fractions of a second; slow readers occupy a place for longer. */
const FETCH_LIMITS = { perPayer: 16, perTenant: 32, waiting: 500, patienceMs: 20_000 }

export type Booted = {
  readonly services: Services
  /** For the role that owns nothing. */
  readonly databaseUrl: string
  /** Resolves when the database is gone for good, and the process can only end. */
  readonly gone: Promise<Error>
  readonly stop: () => Promise<void>
}

export type ServiceSecrets = Pick<Services, 'sessionSecret' | 'sealing'>

/** Starts or finds the database, migrates it if it may, and refuses one whose tenants aren't walled off from each other. */
export async function boot(environment: Environment): Promise<Booted> {
  const server = await reachDatabase(environment)
  if (server.ownerUrl !== null) await migrate(server.ownerUrl)
  const database = openDatabase(server.databaseUrl, CONNECTIONS)
  const stop = async () => {
    await closeDatabase(database)
    await server.stop()
  }
  try {
    await assertTenantWalls(database)
    await makePartitionsAhead(database, environment.observedDays)
    for (const name of tenantNames(environment)) await ensureTenant(database, name)
    await requireSameSettingsEverywhere(database, environment)
    const secrets = await openServiceSecrets(environment)
    const { databaseUrl, gone } = server
    return { services: createServices(environment, database, secrets), databaseUrl, gone, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export function createServices(
  environment: Environment,
  database: Database,
  { sessionSecret, sealing }: ServiceSecrets,
): Services {
  const publishing = createPublishingServices(environment, database, sealing)
  const reports = new ReportTurns()
  return {
    ...publishing,
    fleets: createFleetStore(),
    access: createAccessStore(),
    accessTokens: openAccessTokens(environment, Date.now),
    tokenUse: new TokenUse(database, (error) =>
      publishing.log.warn({ err: error }, 'the use of a token was not kept'),
    ),
    limiter: createLimiter(),
    heavyReads: new HeavyReads(),
    sourceReads: new SourceReads(Date.now),
    fetches: new PayerTurns(FETCH_LIMITS),
    bodyPace: BODY_PACE,
    uploads: new Uploads(),
    recordUploads: new Uploads(RECORD_BYTE_LIMITS),
    reports,
    lastReports: new LastReports(),
    lastTexts: new LastTexts(),
    knownReports: new KnownReports(),
    metricWrites: reports.besides(),
    live: new LiveStreams(timeWatch(publishing)),
    sessionSecret,
    identityProviders: identityProviders(environment, Date.now),
    rereadings: new Map(),
    clock: currentTime,
    tryRepository: (tenant, repository) => tryRepository(publishing, tenant, repository),
  }
}

function timeWatch({ database, announcer, log }: PublishingServices): TimeWatch {
  const failed = (error: unknown) => log.warn({ err: error }, 'what time changes was not told')
  return new TimeWatch({ database, announcer, clock: currentTime, failed })
}

/** The tenants that people sign in to, besides the one that always exists. */
function tenantNames({ tenantName, identity: { entra, oidc } }: Environment): Set<string> {
  const named = [...(entra?.tenants ?? []), ...(oidc === null ? [] : [oidc])]
  return new Set([tenantName, ...named.map(({ tenantName }) => tenantName)])
}

function currentTime(): Date {
  return new Date()
}

/** The keys that this process seals with: those of the settings, otherwise those of the data directory. */
export async function openServiceSecrets(environment: Environment): Promise<ServiceSecrets> {
  const { sessionSecret, encryptionKeys, dataDirectory } = environment
  if (sessionSecret !== null && encryptionKeys !== null) {
    return { sessionSecret, sealing: createSealing(encryptionKeys, 'BERTH_ENCRYPTION_KEYS') }
  }
  const own = await openSecrets(dataDirectory)
  return {
    sessionSecret: sessionSecret ?? own.sessionSecret,
    sealing:
      encryptionKeys === null
        ? createSealing([own.encryptionKey], 'secrets.json in BERTH_DATA_DIR')
        : createSealing(encryptionKeys, 'BERTH_ENCRYPTION_KEYS'),
  }
}

export function createPublishingServices(
  environment: Environment,
  database: Database,
  sealing: Sealing,
): PublishingServices {
  return {
    environment,
    database,
    log: pino({ level: environment.logLevel, base: null }),
    sealing,
    callOut: openOutgoing(
      reachOf({
        privateNetworks: environment.outgoingNetworks,
        thisMachine: environment.isDemo,
      }),
    ),
    announcer: new Announcer(),
    embeddedRepository: (tenant, headBranch) => embeddedRepository(environment, tenant, headBranch),
  }
}

async function requireSameSettingsEverywhere(
  database: Database,
  environment: Environment,
): Promise<void> {
  for (const tenant of await listTenants(database)) {
    await inTenant(database, tenant.id, (tx) =>
      requireSameSettings(environment, tenant, { tx, tenant: tenant.id }),
    )
  }
}

function embeddedRepository(
  environment: Environment,
  tenant: TenantIdentity,
  headBranch: string,
): EmbeddedRepository {
  const name = embeddedName(environment, tenant)
  const directory = path.join(environment.dataDirectory, name)
  return {
    name,
    // Somebody who clones it before the first publication gets an empty repository.
    serve: async (file, request, client) => {
      await makeRepository(directory, headBranch)
      return serveUploadPack(directory, file, request, client)
    },
  }
}

/** A server that others run is theirs to restart. */
const NEVER = new Promise<Error>(() => undefined)

async function reachDatabase(environment: Environment) {
  if (environment.databaseUrl !== null) {
    const { databaseUrl, databaseOwnerUrl: ownerUrl } = environment
    return { databaseUrl, ownerUrl, stop: async () => undefined, gone: NEVER }
  }
  const { dataDirectory } = environment
  return startEmbedded({ dataDir: dataDirectory, secrets: await openSecrets(dataDirectory) })
}
