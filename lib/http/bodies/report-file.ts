// The file that carries a report from a site without a network:
//
//   the signature, in base64, of all bytes after this line
//   {"apiVersion": "berth.dev/v1", "kind": "CarriedReport", "cluster": …, "at": …, "sequence": …}
//   the report, as gzip writes it
//
// A shell makes it of two lines and a list, and nothing of it has to be parsed before the signature was checked but these lines.
import { accepted, type Checked, refused } from '#lib/domain/text/issue.ts'
import { type CarriedHead, carriedHead } from '#lib/schemas/carried-report.ts'
import { readShape } from '#lib/schemas/shape.ts'
import { textOf } from './body-text.ts'

export type ReportFile = {
  readonly signature: Uint8Array
  readonly signed: Uint8Array
  readonly head: CarriedHead
  /** The report, compressed. It owns its memory. */
  readonly zipped: Uint8Array<ArrayBuffer>
}

/** The 64 bytes of an Ed25519 signature. */
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/
const LINE_BYTES_MAX = 4096
const NEWLINE = 10

/** The parts of a file. Issues: `report_unsigned`, `report_invalid`. */
export function readReportFile(bytes: Uint8Array): Checked<ReportFile> {
  const first = lineOf(bytes)
  if (first === null || !SIGNATURE.test(first.text)) return refused([unsigned])
  const signed = first.rest
  const second = lineOf(signed)
  const head = second && headIn(second.text)
  if (head === null) return refused([noHead])
  const signature = Buffer.from(first.text, 'base64')
  return accepted({ signature, signed, head, zipped: new Uint8Array(second!.rest) })
}

function lineOf(bytes: Uint8Array): { readonly text: string; readonly rest: Uint8Array } | null {
  const end = bytes.subarray(0, LINE_BYTES_MAX).indexOf(NEWLINE)
  const text = end < 0 ? null : textOf(bytes.subarray(0, end))
  return text === null ? null : { text, rest: bytes.subarray(end + 1) }
}

function headIn(text: string): CarriedHead | null {
  try {
    const shape = readShape(carriedHead, JSON.parse(text))
    return shape.ok ? shape.value : null
  } catch {
    return null
  }
}

const unsigned = {
  path: [],
  code: 'report_unsigned',
  reason: 'The file doesn’t begin with the signature of a carried report.',
}
const noHead = {
  path: [],
  code: 'report_invalid',
  reason: 'The second line of the file doesn’t say of which cluster and when the report is.',
}
