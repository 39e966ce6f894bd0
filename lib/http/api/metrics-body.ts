// The body of a remote write: bounded before it is in memory, and read while others are answered.
import { readChunks } from '#lib/http/bodies/body-bytes.ts'
import type { MetricsFormat } from '#lib/http/bodies/body-format.ts'
import {
  areShort,
  METRICS_SENT_MAX,
  readMetrics,
  type SentMetrics,
} from '#lib/http/bodies/metrics-body.ts'
import { parseInThread } from '#lib/http/bodies/parse-threads.ts'
import type { Checked } from '#lib/domain/text/issue.ts'
import { Refusal, refusalOf } from '#lib/usecases/refusal.ts'
import type { ReportTurn } from '#lib/usecases/reports/turns.ts'
import type { Sending } from './body.ts'

export type { SentMetrics } from '#lib/http/bodies/metrics-body.ts'

export const METRICS_TYPE = 'application/x-protobuf'
const FORMATS: Readonly<Record<string, MetricsFormat>> = {
  'prometheus.WriteRequest': 'metrics 1',
  'io.prometheus.write.v2.Request': 'metrics 2',
}

/** What is kept of what a Prometheus sends, read in the turn that is taken once it is there. */
export async function readMetricsBody(sending: Sending, turn: ReportTurn): Promise<SentMetrics> {
  const { request, upload, session } = sending
  if (sending.denial !== null) throw sending.denial
  const format = formatOf(request.headers)
  const chunks = await readChunks(request, METRICS_SENT_MAX, upload)
  await turn.take()
  const sent = Buffer.concat(chunks)
  const read = areShort(sent)
    ? readMetrics(sent, format)
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread answers what readMetrics answers
      ((await parseInThread(session.tenant.id, format, chunks)) as Checked<SentMetrics>)
  if (read.ok) return read.value
  throw refusalOf(read.issues[0]!.code === 'too_large' ? 'too_large' : 'malformed', read.issues)
}

/**
 * By the headers alone. Senders of 1.0 may leave out the encoding, which is always the same.
 * https://prometheus.io/docs/specs/prw/remote_write_spec_2_0/#protocol
 */
function formatOf(headers: Headers): MetricsFormat {
  const [type, ...parameters] = (headers.get('content-type') ?? '')
    .split(';')
    .map((part) => part.trim())
  const proto = parameters.find((each) => each.startsWith('proto='))?.slice('proto='.length)
  const name = proto?.replaceAll('"', '') ?? 'prometheus.WriteRequest'
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (type?.toLowerCase() !== METRICS_TYPE || format === undefined) {
    throw unsupported(`Send ${METRICS_TYPE} with ${Object.keys(FORMATS).join(' or ')}.`)
  }
  const encoding = headers.get('content-encoding') ?? 'snappy'
  if (encoding.trim().toLowerCase() !== 'snappy')
    throw unsupported('Send the body compressed by Snappy.')
  return format
}

function unsupported(message: string): Refusal {
  return new Refusal('unsupported_media_type', message)
}
