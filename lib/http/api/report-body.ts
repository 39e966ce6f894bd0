// The body of a cluster's report: bounded before it is in memory, and read while others are answered.
import type { ReadReport } from '#lib/domain/observed/reported.ts'
import type { Checked } from '#lib/domain/text/issue.ts'
import { readChunks } from '#lib/http/bodies/body-bytes.ts'
import { isZipped } from '#lib/http/bodies/media-type.ts'
import { parseInThread } from '#lib/http/bodies/parse-threads.ts'
import {
  readReport,
  REPORT_BYTES_MAX,
  shortReport,
  ZIPPED_BYTES_MAX,
} from '#lib/http/bodies/report-body.ts'
import { Refusal, type RefusalKind, refusalOf } from '#lib/usecases/refusal.ts'
import type { ReportTurn } from '#lib/usecases/reports/turns.ts'
import type { Sending } from './body.ts'

type ReportFormat = 'report' | 'zipped report'

/** What the body of a report says, read in the turn that is taken once it is there. */
export async function readReportBody(
  sending: Sending,
  types: readonly string[],
  turn: ReportTurn,
): Promise<ReadReport> {
  // Its refusal is in no audit, so there is nothing to look for in what was sent.
  if (sending.denial !== null) throw sending.denial
  const format: ReportFormat = isZipped(sending.request, types) ? 'zipped report' : 'report'
  const bytesMax = format === 'report' ? REPORT_BYTES_MAX : ZIPPED_BYTES_MAX
  const chunks = await readChunks(sending.request, bytesMax, sending.upload).catch(reportTooLarge)
  await turn.take()
  return readTaken(sending, format, chunks)
}

/** What the bytes of a report say, in the turn of its sender. */
export async function readTaken(
  { session }: Pick<Sending, 'session'>,
  format: ReportFormat,
  chunks: readonly Uint8Array<ArrayBuffer>[],
): Promise<ReadReport> {
  const read = await readChunked(session.tenant.id, format, chunks)
  if (read.ok) return read.value
  throw refusalOf(kindOf(read.issues[0]!.code), read.issues)
}

async function readChunked(
  tenant: number,
  format: ReportFormat,
  chunks: readonly Uint8Array<ArrayBuffer>[],
): Promise<Checked<ReadReport>> {
  const isZipped = format === 'zipped report'
  const short = shortReport(chunks, { isZipped })
  if (short !== null) return readReport(short, { isZipped: false })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread answers what readReport answers
  return (await parseInThread(tenant, format, chunks)) as Checked<ReadReport>
}

export function reportTooLarge(error: unknown): never {
  if (!(error instanceof Refusal) || error.kind !== 'too_large') throw error
  throw new Refusal('too_large', error.message, { code: 'report_too_large' })
}

const KINDS: Readonly<Record<string, RefusalKind>> = {
  report_too_large: 'too_large',
  report_invalid: 'malformed',
  malformed_json: 'malformed',
  malformed_utf8: 'malformed',
}

function kindOf(code: string): RefusalKind {
  return KINDS[code] ?? 'invalid'
}
