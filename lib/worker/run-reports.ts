// Makes files of saved reports: when they are due or were asked for, one of a tenant at a time, and read a page at a time.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Database, inTenant } from '#db/client.ts'
import { readSubscriptions } from '#db/queries/alerts.ts'
import { changeAt } from '#db/queries/changes.ts'
import { queueEvents } from '#db/queries/deliveries.ts'
import {
  beginRun,
  endRun,
  forgetRuns,
  keepChunk,
  type NextRun,
  queueRun,
  readNextRun,
  readScheduled,
} from '#db/queries/report-runs.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { instantOf } from '#lib/domain/lists/instant.ts'
import type { SavedReport } from '#lib/domain/objects/objects.ts'
import { FILE } from '#lib/domain/objects/saved-report/saved-report.ts'
import { lastDue } from '#lib/domain/schedules/cron.ts'
import { reportSources } from '#lib/lists/report-pages.ts'
import { type ReportHead, reportTexts } from '#lib/lists/report-texts.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { createFleetStore } from '#lib/usecases/fleet-store.ts'
import { storedObject } from '#lib/usecases/objects/stored-object.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import type { Services } from '#lib/usecases/services.ts'
import { ownSession, type TenantIdentity } from '#lib/usecases/session.ts'
import type { PublisherWorld } from './world.ts'

/** No branch has this name, because it begins with a space. */
const REPORTS = ' reports'
/** Later than this it says that it is late. */
const LATE_MS = 5 * 60_000
const ATTEMPTS_MAX = 3
/** Characters that are compressed and kept together. */
const PART_CHARACTERS = 1024 * 1024
const CHARACTERS_MAX = 1024 * PART_CHARACTERS

const compress = promisify(gzip)

/** What a report is read with, besides what publishing needs. */
export type ReportWorld = Pick<PublisherWorld, 'locks' | 'tenants' | 'reading'> & {
  readonly services: Services
}

/** Queues what is due of a tenant, and makes what waits longest. Of several processes one does it. */
export async function runReports(
  world: ReportWorld,
  tenant: TenantIdentity,
  signal?: AbortSignal,
): Promise<void> {
  const { locks, services } = world
  const { database, clock } = services
  const lock = await locks.acquire(tenant.id, REPORTS)
  if (lock === null) return
  try {
    const inScope = scoped(database, tenant.id)
    await inScope((scope) => queueDue(scope, clock()))
    const next = await inScope(readNextRun)
    if (next !== null) await makeRun(world, tenant, next, signal)
    await inScope(forgetRuns)
  } finally {
    await lock.release()
  }
}

function scoped(database: Database, tenant: number) {
  return <T>(run: (scope: TenantScope) => Promise<T>) =>
    inTenant(database, tenant, (tx) => run({ tx, tenant }))
}

/** Of what was missed, each report is made once. What was due before it was saved as it is isn't. */
async function queueDue(scope: TenantScope, now: Date): Promise<void> {
  for (const { report: id, body, savedAt, lastDue: before } of await readScheduled(scope)) {
    const { schedule, timeZone, team } = storedObject('saved-report', body)
    const dueAt = schedule === null ? null : lastDue(schedule, timeZone, now)
    if (dueAt === null || dueAt <= savedAt || (before !== null && dueAt <= before)) continue
    const isLate = now.getTime() - dueAt.getTime() > LATE_MS
    await queueRun(scope, { report: { id, team }, askedAt: now, askedBy: null, dueAt, isLate })
  }
}

class Unfinished extends Error {}

async function makeRun(
  world: ReportWorld,
  tenant: TenantIdentity,
  run: NextRun,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { database, clock, log } = world.services
  const inScope = scoped(database, tenant.id)
  const fail = (note: string) =>
    inScope((scope) => endRun(scope, run.id, { ...NOTHING, state: 'failed', now: clock(), note }))
  if (run.body === null) return fail('The report is gone.')
  if (run.attempts >= ATTEMPTS_MAX) {
    return fail(`Given up: Berth ended ${ATTEMPTS_MAX} times while it was made.`)
  }
  const report = storedObject('saved-report', run.body)
  try {
    await writeRun(world, tenant, run, report, signal)
  } catch (error) {
    // It is begun again by whoever comes next.
    if (error instanceof Unfinished) return
    if (!(error instanceof Refusal)) {
      log.error({ err: error, tenant: tenant.name, report: report.name }, 'a report was not made')
    }
    await fail(error instanceof Refusal ? error.message : 'Something went wrong; it was logged.')
  }
}

const NOTHING = { rows: 0, bytes: 0, storedBytes: 0, note: null }

async function writeRun(
  { services: given, reading }: ReportWorld,
  tenant: TenantIdentity,
  run: NextRun,
  report: SavedReport,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { database, clock } = given
  const inScope = scoped(database, tenant.id)
  const { format, list, query, team } = report
  const now = clock()
  const asked = instantOf(report.at)
  await inScope((scope) => beginRun(scope, run.id, { now, asOf: asked ?? now, format, team }))
  // What it reads of the fleet is kept for as long as it is made.
  const services = { ...given, fleets: createFleetStore() }
  const session = ownSession(tenant, readerOf(team))
  // Read as of a change, a page costs by its rows alone.
  const at = asked ?? (list === 'audit' ? null : await inScope((scope) => changeAt(scope, now)))
  const beforeNext = async () => {
    if (signal?.aborted === true) throw new Unfinished()
  }
  const source = reportSources[list]
  const pages = source.pages({ services, session, query, at, reading, beforeNext }, format)
  const head = headOf(run, report, tenant, { now, asOf: asked ?? now })
  const written = { ...NOTHING }
  let part = 0
  let pending = ''
  const keep = async () => {
    const content = await compress(pending)
    written.bytes += Buffer.byteLength(pending)
    written.storedBytes += content.length
    pending = ''
    await inScope((scope) => keepChunk(scope, run.id, part, content))
    part += 1
  }
  let characters = 0
  for await (const { rows, text } of reportTexts(format, head, source.csvHead, pages)) {
    written.rows += rows
    characters += text.length
    if (characters > CHARACTERS_MAX) {
      throw new Refusal('invalid', 'It is longer than a gigabyte: ask for less with its filters.')
    }
    pending += text
    if (pending.length >= PART_CHARACTERS) await keep()
  }
  await keep()
  await inScope(async (scope) => {
    const note = await tell(scope, given, run, report, written.rows)
    await endRun(scope, run.id, { ...written, state: 'done', now: clock(), note })
  })
}

/** Berth itself, with no more than the owner may see. */
function readerOf(team: string | null): Actor {
  return {
    kind: 'system',
    id: 'saved-reports',
    name: 'Berth',
    email: null,
    role: team === null ? 'reader' : null,
    teams: new Map(team === null ? [] : [[team, 'reader']]),
    groups: [],
    cluster: null,
    registers: false,
    announces: null,
    schedules: null,
    tellsOfRepository: false,
  }
}

function headOf(
  { askedBy, dueAt, isLate }: NextRun,
  { name, team, list, query }: SavedReport,
  tenant: TenantIdentity,
  { now, asOf }: { readonly now: Date; readonly asOf: Date },
): ReportHead {
  return {
    report: name,
    tenant: tenant.name,
    sees: team === null ? 'every team' : `team ${team}`,
    list,
    filters: query,
    as_of: asOf.toISOString(),
    made_at: now.toISOString(),
    asked_by: askedBy ?? 'schedule',
    ...(dueAt !== null && { due_at: dueAt.toISOString() }),
    ...(isLate && { late: 'yes' }),
  }
}

/** Tells the subscription of the owner or of the platform; answers why it couldn't. */
async function tell(
  scope: TenantScope,
  { environment }: Services,
  run: NextRun,
  { name, team, deliver, list, format }: SavedReport,
  rows: number,
): Promise<string | null> {
  if (deliver === FILE) return null
  const at = (path: string) => `${environment.url}${path}`
  const urls = { url: at(pagePaths.report(name)), file: at(apiPaths.runFile(name, run.id)) }
  const told = await readSubscriptions(scope, [deliver], team)
  const queued = await queueEvents(
    scope,
    told.map((subscription) => ({
      subscription,
      type: 'report.ready',
      subject: `Report ${name} is ready: ${rows} rows of ${list}.`,
      data: { report: name, run: run.id, rows, format, late: run.isLate, ...urls },
      dedupe: `report ${run.id}`,
    })),
  )
  return queued > 0 ? null : `The subscription ${deliver} isn’t told of reports.`
}
