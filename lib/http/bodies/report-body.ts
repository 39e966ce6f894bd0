// From the bytes of a cluster's report to what Berth reads of it. A list as Argo CD has it is ten times as long as what is
// read of it, so that is all that leaves this file.
import { gunzipSync } from 'node:zlib'
import { ITEMS_MAX, type ReadReport, type SentReport } from '#lib/domain/observed/reported.ts'
import { RECONCILERS } from '#lib/domain/reconcilers/registered.ts'
import { accepted, type Checked, refused } from '#lib/domain/text/issue.ts'
import { readReportJson } from '#lib/schemas/report-reader.ts'
import { NOT_UTF8, textOf } from './body-text.ts'
import { isReadAsSaid, type ReportText, reportText } from './report-text.ts'

const MIB = 1024 * 1024
/** Of a report as it is sent, if compressed, and as it is. */
export const ZIPPED_BYTES_MAX = 8 * MIB
export const REPORT_BYTES_MAX = 32 * MIB
/** Argo CD's lists become 20 to 50 times as long. */
const RATIO_MAX = 100
type ValueLimit = {
  readonly values: number
  /** In fewer bytes there are too few values to matter, however short each is. */
  readonly uncountedBytes: number
}

/** A list as kubectl prints it has half as many in the most bytes that it may have. */
const MOST: ValueLimit = { values: 2_000_000, uncountedBytes: 4 * MIB }

/**
 * What a report says; of one that says the same as the text `before` only when. Issues: `report_too_large` before it is held in memory, `malformed_utf8`, `malformed_json`,
 * `report_invalid` (broken, or no report), and those of its form.
 *
 * Keys that are repeated or unknown, and numbers that would be rounded, are not looked for: of what a program sends here only a
 * few fields are read, and to check each token takes several times as long as to parse them all.
 */
export function readReport(
  sent: Uint8Array,
  { isZipped, before = null }: { isZipped: boolean; before?: string | null },
): Checked<SentReport | ReportText> {
  const unzipped = isZipped ? unzip(sent) : accepted(sent)
  if (!unzipped.ok) return unzipped
  return readBytes(unzipped.value, before, MOST) ?? refused([tooMany])
}

/** Null: it would have to be parsed, and holds too many values for that. */
function readBytes(
  bytes: Uint8Array,
  before: string | null,
  { values, uncountedBytes }: ValueLimit,
): Checked<SentReport | ReportText> | null {
  const said = reportText(bytes)
  if (said.digest === before) return accepted(said)
  if (bytes.byteLength > uncountedBytes && holdsMore(bytes, values)) return null
  const text = textOf(bytes)
  if (text === null) return refused([NOT_UTF8])
  const read = readText(text)
  if (!read.ok) return read
  const isTold = isReadAsSaid(said, read.value, text)
  return accepted({ ...read.value, text: isTold ? said.digest : null })
}

/** What is read within some ten milliseconds: it is the values that take time, however short they are. */
const SHORT = { bytes: 512 * 1024, values: 25_000, uncountedBytes: 96 * 1024 }

/** As `readReport` does, of one that may be read at once; null: it takes long, or is broken. */
export function readShortReport(
  chunks: readonly Uint8Array[],
  { isZipped, before = null }: { isZipped: boolean; before?: string | null },
): Checked<SentReport | ReportText> | null {
  if (chunks.reduce((sum, { byteLength }) => sum + byteLength, 0) > SHORT.bytes) return null
  const sent = Buffer.concat(chunks)
  if (isZipped && saidLength(sent) > SHORT.bytes) return null
  const unzipped = isZipped ? unzip(sent, SHORT.bytes) : accepted(sent)
  return unzipped.ok ? readBytes(unzipped.value, before, SHORT) : null
}

/** Ends as soon as there is too much of it. */
function unzip(zipped: Uint8Array, bytesMax = REPORT_BYTES_MAX): Checked<Uint8Array> {
  const maxOutputLength = Math.min(bytesMax, RATIO_MAX * zipped.byteLength)
  // In one piece, which takes half as long as in many.
  const chunkSize = Math.max(CHUNK_MIN, Math.min(saidLength(zipped), maxOutputLength) + 1)
  try {
    return accepted(gunzipSync(zipped, { maxOutputLength, chunkSize }))
  } catch (error) {
    const isTooLong =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return refused([isTooLong ? tooLong : broken])
  }
}

/** The least that zlib takes. */
const CHUNK_MIN = 64

/** How many bytes there will be, as the last four say, which may hold anything. https://www.rfc-editor.org/rfc/rfc1952 2.3.1 */
function saidLength(zipped: Uint8Array): number {
  const { buffer, byteOffset, byteLength } = zipped
  return byteLength < 4 ? 0 : new DataView(buffer, byteOffset).getUint32(byteLength - 4, true)
}

/** Counts what begins a value or comes between two: values have that in common, and texts may have more. */
function holdsMore(bytes: Uint8Array, values: number): boolean {
  let count = 0
  // By index, because an iterator takes four times as long, and by a table, because nobody can foresee which byte comes next.
  for (let index = 0; index < bytes.length; index += 1) count += COUNTS[bytes[index]!]!
  return count > values
}

const COUNTS = new Uint8Array(256)
for (const byte of Buffer.from(',{[')) COUNTS[byte] = 1

function readText(text: string): Checked<ReadReport> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refused([{ path: [], code: 'malformed_json', reason: 'The body is not valid JSON.' }])
  }
  if (hasTooManyItems(value)) return refused([tooManyItems])
  switch (kindOf(value)) {
    case 'Report':
      return readReportJson(value)
    case 'List':
    case 'ApplicationList':
      return readList(value)
    default:
      return refused([noReport])
  }
}

function hasTooManyItems(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('items' in value)) return false
  return Array.isArray(value.items) && value.items.length > ITEMS_MAX
}

function kindOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null
}

/** By the first reconciler that knows such lists. */
function readList(value: unknown): Checked<ReadReport> {
  const lists = RECONCILERS.map(({ name, reports }) => ({ name, list: reports.readList(value) }))
  const { name, list } = lists.find((each) => each.list.ok) ?? lists[0]!
  if (!list.ok) return list
  const { items, version } = list.value
  const reconciler = { kind: name, version, confinement: null }
  return accepted({ observedAt: null, sequence: null, isComplete: true, reconciler, items })
}

const problem = (code: string, reason: string) => ({ path: [], code, reason })
const tooLong = problem(
  'report_too_large',
  `Uncompressed, a report has at most ${REPORT_BYTES_MAX} bytes, and at most ${RATIO_MAX} times as many as compressed.`,
)
const tooMany = problem('report_too_large', `A report holds at most ${MOST.values} values.`)
const tooManyItems = problem(
  'report_too_large',
  `A report is of at most ${ITEMS_MAX} applications.`,
)
const broken = problem('report_invalid', 'The body is not what gzip writes, or not all of it.')
const noReport = problem(
  'report_invalid',
  'This is neither a list of Applications nor a document of kind Report.',
)
