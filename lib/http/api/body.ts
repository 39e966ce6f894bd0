// Checks request bodies before their content is interpreted: type, size, encoding and syntax.
import type { Checked } from '#lib/domain/text/issue.ts'
import { readChunks } from '#lib/http/bodies/body-bytes.ts'
import { parseBytes } from '#lib/http/bodies/parse-bytes.ts'
import { requireType } from '#lib/http/bodies/media-type.ts'
import { parseInThread } from '#lib/http/bodies/parse-threads.ts'
import { noteSent } from '#lib/http/bodies/sent-body.ts'
import type { Applied } from '#lib/usecases/objects/apply.ts'
import { refusalOf, Refusal } from '#lib/usecases/refusal.ts'
import { bodyHashOf } from './body-hash.ts'
import type { Received } from './operation.ts'

const BODY_BYTES_MAX = 1024 * 1024
/** An import describes thousands of objects at once. */
const APPLY_BYTES_MAX = { json: 32 * 1024 * 1024, yaml: 1024 * 1024, csv: 8 * 1024 * 1024 }
/** For somebody who may write nothing of the kind: enough for the audit to find what would have been written. */
const DENIED_BYTES_MAX = 16 * 1024
type AppliedFormat = keyof typeof APPLY_BYTES_MAX
/** What is parsed within some ten milliseconds; larger bodies go to a thread. */
const INLINE_BYTES_MAX = { json: 64 * 1024, yaml: 2 * 1024, csv: 16 * 1024 }

export type Sending = Pick<Received, 'request' | 'session' | 'upload' | 'denial'>
type Chunks = readonly Uint8Array<ArrayBuffer>[]

/** The JSON value of a body of one of the types, and its hash for an idempotency key. */
export async function readJsonBody(
  sending: Sending,
  types: readonly string[],
  bytesMax = BODY_BYTES_MAX,
): Promise<{ bodyHash: string | null; value: unknown }> {
  requireType(sending.request, types)
  const chunks = await readSent(sending, bytesMax)
  const bodyHash = await bodyHashOf(sending.request, chunks)
  const value = await jsonOf(sending, chunks)
  noteSent(sending.request, value)
  return { bodyHash, value }
}

/** The JSON value of bytes that were read. */
export function jsonOf(sending: Pick<Sending, 'session'>, chunks: Chunks): Promise<unknown> {
  return valueOf(sending, 'json', chunks)
}

/** Of what `/apply` takes: documents in JSON or YAML, or clusters in CSV. */
const APPLIED_TYPES = new Map([
  ['application/json', 'json'],
  ['application/yaml', 'yaml'],
  ['application/x-yaml', 'yaml'],
  ['text/yaml', 'yaml'],
  ['text/csv', 'csv'],
] as const)

/** What is to be applied. Parsing YAML is slow, so its limit is lower. */
export async function readAppliedBody(
  sending: Sending,
): Promise<{ bodyHash: string | null; applied: Applied }> {
  const types = [...APPLIED_TYPES.keys()]
  const format = APPLIED_TYPES.get(requireType(sending.request, types))!
  if (format !== 'json' && sending.denial !== null) throw sending.denial
  const chunks = await readSent(sending, APPLY_BYTES_MAX[format])
  const bodyHash = await bodyHashOf(sending.request, chunks)
  return { bodyHash, applied: await readApplied(sending, format, chunks) }
}

/** What is to be applied, from text that came by another way than a body of its own. */
export async function readAppliedText(
  sending: Pick<Sending, 'session'>,
  format: AppliedFormat,
  text: string,
): Promise<Applied> {
  return readApplied(sending, format, [new TextEncoder().encode(text)])
}

async function readApplied(
  sending: Pick<Sending, 'session'>,
  format: AppliedFormat,
  chunks: Chunks,
): Promise<Applied> {
  const value = await valueOf(sending, format, chunks)
  if (format !== 'csv') return { documents: Array.isArray(value) ? value : [value] }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table of `parseCsvTable`
  return { table: value as string[][] }
}

async function valueOf(
  sending: Pick<Sending, 'session'>,
  format: AppliedFormat,
  chunks: Chunks,
): Promise<unknown> {
  const parsed = await parse(sending, format, chunks)
  if (!parsed.ok) throw refusalOf(format === 'json' ? 'malformed' : 'invalid', parsed.issues)
  return parsed.value
}

async function parse(
  { session }: Pick<Sending, 'session'>,
  format: AppliedFormat,
  chunks: Chunks,
): Promise<Checked<unknown>> {
  const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return bytes > INLINE_BYTES_MAX[format]
    ? parseInThread(session.tenant.id, format, chunks)
    : parseBytes(format, chunks)
}

async function readSent({ request, upload, denial }: Sending, bytesMax: number): Promise<Chunks> {
  if (denial === null) return readChunks(request, bytesMax, upload)
  try {
    return await readChunks(request, Math.min(DENIED_BYTES_MAX, bytesMax), upload)
  } catch (error) {
    throw error instanceof Refusal && error.kind === 'too_large' ? denial : error
  }
}
