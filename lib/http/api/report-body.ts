// The body of a cluster's report: bounded before it is in memory, and read while others are answered.
import type { SentReport } from '#lib/domain/observed/reported.ts'
import type { Checked } from '#lib/domain/text/issue.ts'
import { readChunks } from '#lib/http/bodies/body-bytes.ts'
import { isZipped } from '#lib/http/bodies/media-type.ts'
import { parseInThread } from '#lib/http/bodies/parse-threads.ts'
import {
  readShortReport,
  REPORT_BYTES_MAX,
  ZIPPED_BYTES_MAX,
} from '#lib/http/bodies/report-body.ts'
import type { ReportText } from '#lib/http/bodies/report-text.ts'
import { Refusal, type RefusalKind, refusalOf } from '#lib/usecases/refusal.ts'
import type { ReportTurn } from '#lib/usecases/reports/turns.ts'
import type { Sending } from './body.ts'

type ReportFormat = 'report' | 'zipped report'

type Sender = Pick<Sending, 'session'>

export type ReportBody = {
  readonly format: ReportFormat
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

/** The body of a report, once it is there and its sender has the turn. */
export async function receiveReportBody(
  sending: Sending,
  types: readonly string[],
  turn: ReportTurn,
): Promise<ReportBody> {
  // Its refusal is in no audit, so there is nothing to look for in what was sent.
  if (sending.denial !== null) throw sending.denial
  const format: ReportFormat = isZipped(sending.request, types) ? 'zipped report' : 'report'
  const bytesMax = format === 'report' ? REPORT_BYTES_MAX : ZIPPED_BYTES_MAX
  const chunks = await readChunks(sending.request, bytesMax, sending.upload).catch(reportTooLarge)
  await turn.take()
  return { format, chunks }
}

/**
 * What a report says, in the turn of its sender; of one that says the same as the text `before` only when. It can be read
 * again only after that.
 */
export async function readReportBody(sender: Sender, body: ReportBody): Promise<SentReport>
export async function readReportBody(
  sender: Sender,
  body: ReportBody,
  before: string | null,
): Promise<SentReport | ReportText>
export async function readReportBody(
  { session }: Sender,
  body: ReportBody,
  before: string | null = null,
): Promise<SentReport | ReportText> {
  const read = await readChunked(session.tenant.id, body, before)
  if (read.ok) return read.value
  throw refusalOf(kindOf(read.issues[0]!.code), read.issues)
}

async function readChunked(
  tenant: number,
  { format, chunks }: ReportBody,
  before: string | null,
): Promise<Checked<SentReport | ReportText>> {
  const read = readShortReport(chunks, { isZipped: format === 'zipped report', before })
  if (read !== null) return read
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread answers what readReport answers
  return (await parseInThread(tenant, format, chunks, before)) as Checked<SentReport | ReportText>
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
