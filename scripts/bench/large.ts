// The large fleet at the API: first pages of every list by each filter and sort, previews, and 100,000 clusters at once.
// Asked within this process, through the portal's own routes.
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { closeDatabase, type Database, inTenant, openDatabase } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { ensureTenant } from '#db/queries/tenants.ts'
import { answerApi } from '#lib/http/operations/routes.ts'
import { testSecrets } from '#lib/http/testing/secrets.ts'
import { openSecrets } from '#lib/secrets/secrets.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { installServices } from '#lib/usecases/services.ts'
import { keepOwnToken } from '#lib/usecases/tokens/create.ts'
import { temporaryDataDirectory } from '../testing/portal.ts'
import { LARGE_SIZE, loadLargeFleet, placementsOf } from './large-fleet.ts'
import { lists, type LargeRequest, previews, wideApply, wideDryRun } from './large-requests.ts'
import { median, timeOf } from './measure.ts'
import { count, milliseconds, ratioOf, type Report } from './report.ts'

const RUNS = 7

type Portal = {
  readonly database: Database
  readonly tenant: TenantIdentity
  readonly ask: (request: LargeRequest) => Promise<Response>
}

/** Loads the fleet, or uses the one in `directory` if it is already there, and measures. */
export async function benchLarge(report: Report, directory: string | undefined): Promise<void> {
  const data = directory === undefined ? temporaryDataDirectory() : keptDirectory(directory)
  const secrets = await openSecrets(data.directory)
  const server = await startEmbedded({ dataDir: data.directory, secrets })
  const database = openDatabase(server.databaseUrl, { max: 4 })
  try {
    await migrate(server.ownerUrl)
    const portal = await openPortal(database)
    await measureLoad(portal, server.ownerUrl, report)
    const constant = await medianOf(portal, { path: '/teams', isRefused: true })
    for (const request of [...lists, ...previews, wideDryRun]) {
      await measure(portal, request, constant, report)
    }
    await measureApply(database, server.ownerUrl, report)
  } finally {
    await closeDatabase(database)
    await server.stop()
    data.remove()
  }
}

function keptDirectory(directory: string) {
  mkdirSync(directory, { recursive: true, mode: 0o755 })
  return { directory, remove: () => undefined }
}

async function openPortal(database: Database): Promise<Portal> {
  const settings = {
    LOG_LEVEL: 'silent',
    BERTH_URL: 'http://localhost:3000',
    BERTH_RATE_BURST: '1000000',
  }
  const services = createServices(readEnvironment(settings), database, testSecrets)
  installServices(services)
  const portal = await portalOf(database, 'default')
  const isLoaded = (await placementsOf(database, portal.tenant.id)) > 0
  if (!isLoaded) await loadLargeFleet(services, portal.tenant, LARGE_SIZE)
  return portal
}

/** A portal for an admin of the tenant with this name, which is created if necessary. */
export async function portalOf(database: Database, name: string): Promise<Portal> {
  const tenant = await ensureTenant(database, name)
  const { token } = await inTenant(database, tenant.id, (tx) =>
    keepOwnToken(
      { tx, tenant: tenant.id },
      {
        name: 'bench',
        role: 'admin',
        team: null,
        cluster: null,
        scheduler: null,
        days: 1,
        createdBy: 'bench',
      },
    ),
  )
  return { database, tenant, ask: (request) => send(request, token) }
}

/** The tables that such a save fills most: a kept directory has room for one run of it. */
const APPLIED = ['labels', 'revisions', 'cluster_branches']

/** A save into a tenant of its own, which nobody publishes. The lock is held for less time than the answer takes. */
async function measureApply(database: Database, ownerUrl: string, report: Report): Promise<void> {
  const portal = await portalOf(database, `bench-${randomUUID()}`)
  const constant = await medianOf(portal, { path: '/teams', isRefused: true })
  await measure(portal, wideApply, constant, report)
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024)
  report.note(
    `holds the tenant's lock under 60 s; at most ${count(peakMb)} MB of this process in all`,
  )
  const owner = await connect(ownerUrl)
  for (const table of APPLIED) {
    await owner.client.unsafe(`delete from ${table} where tenant = ${portal.tenant.id}`)
  }
  await owner.close()
}

/** As autovacuum does sooner or later. */
async function measureLoad({ database, tenant }: Portal, ownerUrl: string, report: Report) {
  const owner = await connect(ownerUrl)
  await owner.client.unsafe('vacuum analyze')
  await owner.close()
  const { clusters, applications, policies } = LARGE_SIZE
  const placements = await placementsOf(database, tenant.id)
  report.note(
    `${count(clusters)} clusters, ${count(applications)} applications, ${policies} policies, ${count(placements)} placements`,
  )
}

async function send(request: LargeRequest, token: string): Promise<Response> {
  const { path, method = 'GET', body, isRefused = false } = request
  const init: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${isRefused ? 'none' : token}`,
      'content-type': 'application/json',
      'if-match': '*',
    },
    ...(body !== undefined && { body: JSON.stringify(body()) }),
  }
  return answerApi(new Request(`http://localhost:3000/api/v1${path}`, init))
}

async function medianOf(portal: Portal, request: LargeRequest): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < (request.runs ?? RUNS); run++) {
    times.push(await timeOf(() => askFor(portal, request)))
  }
  return median(times)
}

async function askFor({ ask }: Portal, request: LargeRequest): Promise<void> {
  const response = await ask(request)
  const text = await response.text()
  const expected = request.isRefused === true ? 401 : 200
  if (response.status !== expected) {
    throw new Error(`${request.path}: ${response.status} ${text.slice(0, 300)}`)
  }
}

async function measure(
  portal: Portal,
  request: LargeRequest,
  constantMs: number,
  report: Report,
): Promise<void> {
  const { what = request.path, reachMs = 50 } = request
  const ms = await medianOf(portal, request)
  report.figure({
    what: `large: ${what}`,
    reach: `under ${milliseconds(reachMs)}`,
    figure: milliseconds(ms),
    reference: `constant answer ${milliseconds(constantMs)}`,
    ratio: ratioOf(ms, constantMs),
    isReached: ms < reachMs,
  })
}
