// Checks request bodies before their content is interpreted: type, size, encoding and syntax.
import type { Checked } from '#lib/domain/text/issue.ts'
import { readChunks } from '#lib/http/bodies/body-bytes.ts'
import { parseBytes } from '#lib/http/bodies/parse-bytes.ts'
import { requireType } from '#lib/http/bodies/media-type.ts'
import { parseInThread } from '#lib/http/bodies/parse-threads.ts'
import { noteSent } from '#lib/http/bodies/sent-body.ts'
import { refusalOf, Refusal } from '#lib/usecases/refusal.ts'
import { bodyHashOf } from './body-hash.ts'
import type { Received } from './operation.ts'

const BODY_BYTES_MAX = 1024 * 1024
/** An import describes thousands of objects at once. */
const APPLY_BYTES_MAX = { json: 32 * 1024 * 1024, yaml: 1024 * 1024 }
/** For somebody who may write nothing of the kind: enough for the audit to find what would have been written. */
const DENIED_BYTES_MAX = 16 * 1024
/** What is parsed within some ten milliseconds; larger bodies go to a thread. */
const INLINE_BYTES_MAX = { json: 64 * 1024, yaml: 2 * 1024 }

const YAML_TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml']

export type Sending = Pick<Received, 'request' | 'session' | 'upload' | 'denial'>
type Chunks = readonly Uint8Array<ArrayBuffer>[]

/** The JSON value of a body of one of the types, and its hash for an idempotency key. */
export async function readJsonBody(
  sending: Sending,
  types: readonly string[],
): Promise<{ bodyHash: string | null; value: unknown }> {
  requireType(sending.request, types)
  const chunks = await readSent(sending, BODY_BYTES_MAX)
  const bodyHash = await bodyHashOf(sending.request, chunks)
  const value = await jsonValue(sending, chunks)
  noteSent(sending.request, value)
  return { bodyHash, value }
}

/** The documents of a body in JSON or YAML. Parsing YAML is slow, so its limit is lower. */
export async function readDocumentsBody(
  sending: Sending,
): Promise<{ bodyHash: string | null; documents: readonly unknown[] }> {
  const type = requireType(sending.request, [...YAML_TYPES, 'application/json'])
  const isYaml = YAML_TYPES.includes(type)
  if (isYaml && sending.denial !== null) throw sending.denial
  const chunks = await readSent(sending, APPLY_BYTES_MAX[isYaml ? 'yaml' : 'json'])
  const bodyHash = await bodyHashOf(sending.request, chunks)
  const value = await (isYaml ? yamlValue(sending, chunks) : jsonValue(sending, chunks))
  return { bodyHash, documents: Array.isArray(value) ? value : [value] }
}

async function yamlValue(sending: Sending, chunks: Chunks): Promise<unknown> {
  const parsed = await parse(sending, 'yaml', chunks)
  if (!parsed.ok) throw refusalOf('invalid', parsed.issues)
  return parsed.value
}

async function jsonValue(sending: Sending, chunks: Chunks): Promise<unknown> {
  const parsed = await parse(sending, 'json', chunks)
  if (!parsed.ok) throw refusalOf('malformed', parsed.issues)
  return parsed.value
}

async function parse(
  { session }: Sending,
  format: keyof typeof INLINE_BYTES_MAX,
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
