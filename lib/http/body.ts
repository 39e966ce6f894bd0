// Request bodies: their type, their size, their text and its values, before anybody reads what they mean.
import type { Checked } from '#lib/domain/issue.ts'
import { refusalOf, Refusal } from '#lib/usecases/refusal.ts'
import { readBytes } from './body-bytes.ts'
import type { BodyFormat } from './body-format.ts'
import { parseJsonDocument } from './json-document.ts'
import type { Received } from './operation.ts'
import { parseInThread } from './parse-threads.ts'
import { noteSent } from './sent-body.ts'
import { parseYamlDocuments } from './yaml-documents.ts'

const BODY_BYTES_MAX = 1024 * 1024
const FORM_BYTES_MAX = 16 * 1024
/** An import describes thousands of objects at once. */
const APPLY_BYTES_MAX = { json: 32 * 1024 * 1024, yaml: 1024 * 1024 }
/** Of who may write nothing of the kind. In so much the audit finds what would have been written. */
const DENIED_BYTES_MAX = 16 * 1024
/** What is parsed in some ten milliseconds; more goes to a thread. */
const INLINE_LENGTH_MAX = { json: 64 * 1024, yaml: 2 * 1024 }

const YAML_TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml']

type Sending = Pick<Received, 'request' | 'session' | 'upload' | 'denial'>

/** The JSON value of a body of one of the types. */
export async function readJsonBody(
  sending: Sending,
  types: readonly string[],
): Promise<{ text: string; value: unknown }> {
  requireType(sending.request, types)
  const text = decodeUtf8(await readSent(sending, BODY_BYTES_MAX))
  const value = await jsonValue(sending, text)
  noteSent(sending.request, value)
  return { text, value }
}

/** The documents of a body that may be JSON or YAML. Parsing YAML is slow, so that less of it is taken at once. */
export async function readDocumentsBody(
  sending: Sending,
): Promise<{ text: string; documents: readonly unknown[] }> {
  const type = requireType(sending.request, [...YAML_TYPES, 'application/json'])
  if (YAML_TYPES.includes(type)) {
    if (sending.denial !== null) throw sending.denial
    const text = decodeYaml(await readSent(sending, APPLY_BYTES_MAX.yaml))
    const parsed = await parse(sending, 'yaml', text)
    if (!parsed.ok) throw refusalOf('invalid', parsed.issues)
    return { text, documents: listOf(parsed.value) }
  }
  const text = decodeUtf8(await readSent(sending, APPLY_BYTES_MAX.json))
  return { text, documents: listOf(await jsonValue(sending, text)) }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

async function jsonValue(sending: Sending, text: string): Promise<unknown> {
  const parsed = await parse(sending, 'json', text)
  if (!parsed.ok) throw refusalOf('malformed', parsed.issues)
  return parsed.value
}

async function parse(
  { session }: Sending,
  format: BodyFormat,
  text: string,
): Promise<Checked<unknown>> {
  if (text.length > INLINE_LENGTH_MAX[format]) {
    return parseInThread(session?.tenant.id ?? null, format, text)
  }
  return format === 'yaml' ? parseYamlDocuments(text) : parseJsonDocument(text)
}

async function readSent({ request, upload, denial }: Sending, bytesMax: number): Promise<Buffer> {
  if (denial === null) return readBytes(request, bytesMax, upload)
  try {
    return await readBytes(request, Math.min(DENIED_BYTES_MAX, bytesMax), upload)
  } catch (error) {
    throw error instanceof Refusal && error.kind === 'too_large' ? denial : error
  }
}

/** The fields of a form without files, as browsers and next-auth send it; of a field that is sent twice, the last one. */
export async function readFormBody(request: Request): Promise<Readonly<Record<string, string>>> {
  requireType(request, ['application/x-www-form-urlencoded'])
  const text = decodeUtf8(await readBytes(request, FORM_BYTES_MAX, null))
  return Object.fromEntries(new URLSearchParams(text))
}

function requireType(request: Request, types: readonly string[]): string {
  const type = mediaType(request)
  if (!types.includes(type)) {
    throw new Refusal('unsupported_media_type', `Send ${types[0]}, encoded as UTF-8.`)
  }
  if (request.headers.has('content-encoding')) {
    throw new Refusal('unsupported_media_type', 'Send the body without a Content-Encoding.')
  }
  return type
}

/** The media type; a charset other than UTF-8 makes it another one. */
function mediaType(request: Request): string {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  return charset && !/^charset="?utf-8"?$/.test(charset) ? charset : type
}

function decodeUtf8(bytes: Buffer): string {
  const text = textOf(bytes)
  if (text !== null) return text
  throw new Refusal('malformed', 'The body is not UTF-8.', { code: 'malformed_utf8' })
}

/** UTF-16 is YAML too, but not here; without a byte order mark it looks like UTF-8 full of NULs. */
function decodeYaml(bytes: Buffer): string {
  const text = textOf(bytes)
  if (text !== null && !text.includes('\0')) return text
  throw refusalOf('invalid', [
    { path: [], code: 'yaml_encoding', reason: 'The text is not UTF-8, or holds U+0000.' },
  ])
}

/** Null for what isn't UTF-8. A byte order mark stays, for whoever reads the text to refuse. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
