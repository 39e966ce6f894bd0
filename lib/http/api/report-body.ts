// The body of a cluster's report: bounded before it is in memory, and read while others are answered.
import type { ReadReport } from '#lib/domain/observed/reported.ts'
import type { Checked } from '#lib/domain/text/issue.ts'
import { readChunks } from '#lib/http/bodies/body-bytes.ts'
import { isZipped } from '#lib/http/bodies/media-type.ts'
import { REPORT_BYTES_MAX, ZIPPED_BYTES_MAX } from '#lib/http/bodies/report-body.ts'
import { Refusal, type RefusalKind, refusalOf } from '#lib/usecases/refusal.ts'
import type { ReportTurn } from '#lib/usecases/reports/turns.ts'
import { parse, type Sending } from './body.ts'

/** What the body of a report says, read in the turn that is taken once it is there. */
export async function readReportBody(
  sending: Sending,
  types: readonly string[],
  turn: ReportTurn,
): Promise<ReadReport> {
  // Its refusal is in no audit, so there is nothing to look for in what was sent.
  if (sending.denial !== null) throw sending.denial
  const format = isZipped(sending.request, types) ? 'zipped report' : 'report'
  const bytesMax = format === 'report' ? REPORT_BYTES_MAX : ZIPPED_BYTES_MAX
  const chunks = await readChunks(sending.request, bytesMax, sending.upload).catch(reportTooLarge)
  await turn.take()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what readReport answers, here or in a thread
  const read = (await parse(sending, format, chunks)) as Checked<ReadReport>
  if (read.ok) return read.value
  throw refusalOf(kindOf(read.issues[0]!.code), read.issues)
}

function reportTooLarge(error: unknown): never {
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
