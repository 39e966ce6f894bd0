// Request bodies: their type, their size and their text, before anybody reads what they mean.
import { refusalOf, Refusal } from '#lib/usecases/refusal.ts'
import { readBytes } from './body-bytes.ts'
import { parseJsonDocument } from './json-document.ts'
import { noteSent } from './sent-body.ts'

const BODY_BYTES_MAX = 1024 * 1024
const FORM_BYTES_MAX = 16 * 1024
/** An import describes thousands of objects at once. */
const APPLY_BYTES_MAX = { json: 32 * 1024 * 1024, yaml: 1024 * 1024 }

const YAML_TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml']

export type BodyText = { readonly format: 'json' | 'yaml'; readonly text: string }

/** The JSON value of a body of one of the types. */
export async function readJsonBody(
  request: Request,
  types: readonly string[],
): Promise<{ text: string; value: unknown }> {
  requireType(request, types)
  const text = decodeUtf8(await readBytes(request, BODY_BYTES_MAX))
  const parsed = parseJsonDocument(text)
  if (!parsed.ok) throw refusalOf('malformed', parsed.issues)
  noteSent(request, parsed.value)
  return { text, value: parsed.value }
}

/** The text of a body that may be JSON or YAML. Parsing YAML is slow, so that less of it is taken at once. */
export async function readDocumentsBody(request: Request): Promise<BodyText> {
  const type = requireType(request, [...YAML_TYPES, 'application/json'])
  const format = YAML_TYPES.includes(type) ? 'yaml' : 'json'
  const bytes = await readBytes(request, APPLY_BYTES_MAX[format])
  return { format, text: format === 'yaml' ? decodeYaml(bytes) : decodeUtf8(bytes) }
}

/** The fields of a form without files, as browsers and next-auth send it; of a field that is sent twice, the last one. */
export async function readFormBody(request: Request): Promise<Readonly<Record<string, string>>> {
  requireType(request, ['application/x-www-form-urlencoded'])
  const text = decodeUtf8(await readBytes(request, FORM_BYTES_MAX))
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
