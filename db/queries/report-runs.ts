// Runs of saved reports: what waits, what is being made, and the files.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { countedTotal, COUNTED_MAX, type Total } from '#lib/domain/lists/total.ts'
import { readRow, readRows } from '../rows.ts'
import { RUN_STATES } from '../schema/report-run.ts'
import { countUpTo } from './count-rows.ts'
import type { TenantScope } from './scope.ts'

const instant = z.date().nullable()

const runRow = z.strictObject({
  id: z.string(),
  state: z.enum(RUN_STATES),
  askedAt: z.date(),
  askedBy: z.string().nullable(),
  dueAt: instant,
  isLate: z.boolean(),
  startedAt: instant,
  endedAt: instant,
  asOf: instant,
  format: z.enum(['csv', 'json']).nullable(),
  rows: z.int(),
  bytes: z.int(),
  note: z.string().nullable(),
})
export type ReportRun = z.infer<typeof runRow>

export type RunPosition = { readonly at: number; readonly id: string }

const columns = sql`id, state, asked_at as "askedAt", asked_by as "askedBy", due_at as "dueAt",
  is_late as "isLate", started_at as "startedAt", ended_at as "endedAt", as_of as "asOf", format, rows,
  bytes, note`

/** A report of an owner: what another owner's reach brought before isn't shown. */
export type OwnedReport = { readonly id: number; readonly team: string | null }

const ofReport = (tenant: number, { id, team }: OwnedReport) =>
  sql`tenant = ${tenant} and report = ${id} and team is not distinct from ${team}`

/** The runs of a report, the newest first. */
export async function listRuns(
  scope: TenantScope,
  report: OwnedReport,
  { after, limit }: { readonly after: RunPosition | null; readonly limit: number },
): Promise<{ readonly rows: ReportRun[] } & Total> {
  const { tx, tenant } = scope
  const isOfIt = ofReport(tenant, report)
  const isBeyond =
    after === null
      ? sql`true`
      : sql`(asked_at, id) < (${new Date(after.at).toISOString()}::timestamptz, ${after.id}::uuid)`
  const rows = await readRows(tx, runRow)`
    select ${columns} from report_runs where ${isOfIt} and ${isBeyond}
    order by asked_at desc, id desc limit ${limit}`
  const all = sql`select from report_runs where ${isOfIt}`
  const counted = await countUpTo(scope, all, COUNTED_MAX + 1)
  return { rows, ...countedTotal(counted) }
}

/** A run of a report; null: there is none of that id. */
export async function findRun(
  { tx, tenant }: TenantScope,
  report: OwnedReport,
  id: string,
): Promise<ReportRun | null> {
  const row = await readRow(tx, runRow)`
    select ${columns} from report_runs where ${ofReport(tenant, report)} and id = ${id}::uuid`
  return row ?? null
}

export type WantedRun = {
  readonly report: OwnedReport
  readonly askedAt: Date
  readonly askedBy: string | null
  readonly dueAt: Date | null
  readonly isLate: boolean
}

/** Queues a run; null: one of the report already waits or is being made, or this one was due before. */
export async function queueRun(
  { tx, tenant }: TenantScope,
  { report, askedAt, askedBy, dueAt, isLate }: WantedRun,
): Promise<ReportRun | null> {
  const row = await readRow(tx, runRow)`
    insert into report_runs (tenant, report, team, asked_at, asked_by, due_at, is_late)
    values (${tenant}, ${report.id}, ${report.team}, ${askedAt.toISOString()}::timestamptz, ${askedBy},
      ${dueAt?.toISOString() ?? null}::timestamptz, ${isLate})
    on conflict do nothing returning ${columns}`
  return row ?? null
}

const scheduledRow = z.strictObject({
  report: z.int(),
  body: z.unknown(),
  /** When it was saved as it is, and until when it was looked at already. */
  savedAt: z.date(),
  lastDue: instant,
})
export type ScheduledReport = z.infer<typeof scheduledRow>

/** More are looked at no more often than the others. */
const SCHEDULED_MAX = 1_000

/** The reports that have a schedule. */
export async function readScheduled({ tx, tenant }: TenantScope): Promise<ScheduledReport[]> {
  return readRows(tx, scheduledRow)`
    select r.object as report, r.body, c.at as "savedAt",
      (select max(due_at) from report_runs u where u.tenant = ${tenant} and u.report = r.object) as "lastDue"
    from revisions r join changes c on c.tenant = ${tenant} and c.id = r.began
    where r.tenant = ${tenant} and r.kind = 'saved-report' and r.ended is null
      and r.body ? 'schedule'
    order by r.name limit ${SCHEDULED_MAX}`
}

const nextRow = z.strictObject({
  id: z.string(),
  report: z.int(),
  askedBy: z.string().nullable(),
  askedAt: z.date(),
  dueAt: instant,
  isLate: z.boolean(),
  attempts: z.int(),
  /** Null: the report is gone. */
  body: z.unknown(),
})
export type NextRun = z.infer<typeof nextRow>

/** What comes next: what a process left behind when it ended, then what waits longest. Null: nothing waits. */
export async function readNextRun({ tx, tenant }: TenantScope): Promise<NextRun | null> {
  const row = await readRow(tx, nextRow)`
    select u.id, u.report, u.asked_by as "askedBy", u.asked_at as "askedAt", u.due_at as "dueAt",
      u.is_late as "isLate", u.attempts, (select r.body from revisions r where r.tenant = ${tenant}
        and r.kind = 'saved-report' and r.object = u.report and r.ended is null) as body
    from report_runs u where u.tenant = ${tenant} and u.ended_at is null
    order by u.state = 'running' desc, u.asked_at, u.id limit 1`
  return row ?? null
}

export type RunStart = {
  readonly now: Date
  readonly asOf: Date
  readonly format: 'csv' | 'json'
  readonly team: string | null
}

/** Begins a run from its beginning: what an earlier attempt has stored goes. */
export async function beginRun(
  { tx, tenant }: TenantScope,
  id: string,
  { now, asOf, format, team }: RunStart,
): Promise<void> {
  await tx.execute(sql`delete from report_chunks where tenant = ${tenant} and run = ${id}::uuid`)
  await tx.execute(sql`
    update report_runs set state = 'running', attempts = attempts + 1, format = ${format}, team = ${team},
      started_at = ${now.toISOString()}::timestamptz, as_of = ${asOf.toISOString()}::timestamptz
    where tenant = ${tenant} and id = ${id}::uuid`)
}

export async function keepChunk(
  { tx, tenant }: TenantScope,
  run: string,
  part: number,
  content: Uint8Array,
): Promise<void> {
  const digits = Buffer.from(content).toString('hex')
  await tx.execute(sql`
    insert into report_chunks (tenant, run, part, content)
    values (${tenant}, ${run}::uuid, ${part}, decode(${digits}, 'hex'))`)
}

export type RunEnd = {
  readonly state: 'done' | 'failed'
  readonly now: Date
  readonly rows: number
  readonly bytes: number
  readonly storedBytes: number
  readonly note: string | null
}

/** Ends a run. Of one that failed nothing stays. */
export async function endRun({ tx, tenant }: TenantScope, id: string, end: RunEnd): Promise<void> {
  if (end.state === 'failed') {
    await tx.execute(sql`delete from report_chunks where tenant = ${tenant} and run = ${id}::uuid`)
  }
  await tx.execute(sql`
    update report_runs set state = ${end.state}, ended_at = ${end.now.toISOString()}::timestamptz,
      rows = ${end.rows}, bytes = ${end.bytes}, stored_bytes = ${end.storedBytes}, note = ${end.note}
    where tenant = ${tenant} and id = ${id}::uuid`)
}

const chunkRow = z.strictObject({ content: z.instanceof(Uint8Array) })

/** A part of the file of a run; null: there are no more. */
export async function readChunk(
  { tx, tenant }: TenantScope,
  run: string,
  part: number,
): Promise<Uint8Array | null> {
  const row = await readRow(tx, chunkRow)`
    select content from report_chunks
    where tenant = ${tenant} and run = ${run}::uuid and part = ${part}`
  return row?.content ?? null
}

const KEPT_DAYS = 90
const KEPT_RUNS = 100
/** Of a tenant, compressed; the oldest go first. */
const KEPT_BYTES = 1024 ** 3

/** Deletes runs from long ago, all but the last of a report, those beyond what a tenant may keep, and those of reports that are gone. */
export async function forgetRuns({ tx, tenant }: TenantScope): Promise<void> {
  await tx.execute(sql`
    delete from report_runs where tenant = ${tenant} and id in (
      select id from (
        select u.id, u.asked_at, r.object as alive,
          row_number() over (partition by u.report order by u.asked_at desc, u.id desc) as place,
          sum(u.stored_bytes) over (order by u.asked_at desc, u.id desc) as stored
        from report_runs u left join revisions r on r.tenant = ${tenant} and r.kind = 'saved-report'
          and r.object = u.report and r.ended is null
        where u.tenant = ${tenant} and u.ended_at is not null
      ) kept
      where alive is null or place > ${KEPT_RUNS} or stored > ${KEPT_BYTES}
        or asked_at < now() - make_interval(days => ${KEPT_DAYS}))`)
}
