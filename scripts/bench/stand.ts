// A portal with the fleet, as its users start it, and what the measurements need to look inside it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Database, inTenant, openDatabase } from '#db/client.ts'
import { connect, type Connection } from '#db/connection.ts'
import { startEmbedded } from '#db/embedded.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { openSecrets } from '#lib/secrets/secrets.ts'
import { type Portal, startDemo, temporaryDataDirectory } from '../testing/portal.ts'
import {
  type BenchDocument,
  benchApplications,
  benchClusters,
  benchPolicies,
  benchTeams,
  type FleetSize,
} from './fleet.ts'
import { ask, type BenchAnswer } from './measure.ts'

/** The tenant that a new installation has. */
export const TENANT = 1
const LOOK_MS = 1
const PUBLISHED_LOOK_MS = 20
const COMMIT_PATIENCE_MS = 120_000

export type Stand = {
  readonly portal: Portal
  readonly directory: string
  readonly repository: string
  readonly databaseUrl: string
  /** For the role that owns the tables. */
  readonly ownerUrl: string
  readonly database: Database
  readonly owner: Connection
  readonly end: () => Promise<void>
}

/** With a fleet that is loaded one part after the other. */
export async function startStand(
  fleet: readonly (readonly BenchDocument[])[],
  environment: Record<string, string> = {},
): Promise<Stand> {
  const data = temporaryDataDirectory()
  const { directory } = data
  const portal = await startDemo(directory, ['--empty'], {
    LOG_LEVEL: 'error',
    // Rate limits are not what is measured.
    BERTH_RATE_BURST: '1000000',
    ...environment,
  })
  // It is in a process group of its own, so Ctrl-C doesn't reach it.
  const kill = () => void portal.child.kill()
  process.once('exit', kill)
  const server = await startEmbedded({ dataDir: directory, secrets: await openSecrets(directory) })
  const owner = await connect(server.ownerUrl)
  const database = openDatabase(server.databaseUrl, { max: 2 })
  const { databaseUrl, ownerUrl } = server
  const repository = path.join(directory, 'gitops.git')
  const end = async () => {
    process.off('exit', kill)
    await database.pool.close()
    await owner.close()
    await portal.stop()
    await server.stop()
    data.remove()
  }
  const stand = { portal, directory, repository, databaseUrl, ownerUrl, database, owner, end }
  for (const documents of fleet) await write(stand, 'POST', '/apply', documents)
  await owner.client.unsafe('analyze')
  await published(stand)
  return stand
}

export function fleetOf(size: FleetSize): BenchDocument[][] {
  return [benchTeams(size), benchClusters(size), benchApplications(size), benchPolicies(size)]
}

export async function write(
  { portal }: Pick<Stand, 'portal'>,
  method: string,
  file: string,
  body: unknown,
): Promise<BenchAnswer> {
  const answer = await ask(`${portal.url}/api/v1${file}`, {
    method,
    body: JSON.stringify(body),
    headers: writeHeaders(portal.token),
  })
  if (answer.status < 300) return answer
  throw new Error(`${method} ${file}: ${answer.status} ${answer.text.slice(0, 500)}`)
}

export function writeHeaders(token: string): Record<string, string> {
  return {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'If-Match': '*',
  }
}

export type Moved = { readonly added: number; readonly removed: number; readonly changed: number }

export async function preview(
  stand: Pick<Stand, 'portal'>,
  method: string,
  file: string,
  body: unknown,
): Promise<Moved> {
  const { text } = await write(stand, method, `${file}?dryRun=true`, body)
  const { placements }: { placements: Moved } = JSON.parse(text)
  return placements
}

export function inStand<T>(
  { database }: Pick<Stand, 'database'>,
  read: (scope: TenantScope) => Promise<T>,
): Promise<T> {
  return inTenant(database, TENANT, (tx) => read({ tx, tenant: TENANT }), { readOnly: true })
}

/** Waits until nothing waits for Git. */
export async function published(stand: Pick<Stand, 'database'>): Promise<void> {
  for (;;) {
    const [row] = await inStand(stand, ({ tx, tenant }) =>
      tx.execute<{ pending: number }>(sql`
        select count(*)::int as pending from publications
        where tenant = ${tenant} and state <> 'published'`),
    )
    if (row?.pending === 0) return
    await pause(PUBLISHED_LOOK_MS)
  }
}

export async function branchesOf(stand: Stand, change: number | null): Promise<string[]> {
  const rows = await inStand(stand, ({ tx, tenant }) =>
    tx.execute<{ branch: string }>(sql`
      select branch from publications where tenant = ${tenant} and change = ${change}`),
  )
  return rows.map(({ branch }) => branch)
}

export function tipOf({ repository }: Pick<Stand, 'repository'>, branch: string): string {
  return readFileSync(path.join(repository, 'refs', 'heads', branch), 'utf8').trim()
}

export type Publishing = {
  readonly before: string
  readonly after: string
  readonly answerMs: number
  readonly commitMs: number
}

/**
 * How long a write takes until its answer, and until its commit is a branch's tip. The branch is checked a thousand times a
 * second, by reading one small file.
 */
export async function timeToCommit(
  stand: Stand,
  branch: string,
  save: () => Promise<unknown>,
): Promise<Publishing> {
  const before = tipOf(stand, branch)
  const start = performance.now()
  await save()
  const answerMs = performance.now() - start
  let after = tipOf(stand, branch)
  while (after === before) {
    if (performance.now() - start > COMMIT_PATIENCE_MS) throw new Error('no commit came of a save')
    await pause(LOOK_MS)
    after = tipOf(stand, branch)
  }
  const commitMs = performance.now() - start
  await published(stand)
  return { before, after, answerMs, commitMs }
}
