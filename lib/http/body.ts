// Request bodies: their type, their size and their text, before anybody reads what they mean.
import { refusalOf, Refusal } from '#lib/usecases/refusal.ts'
import { parseJsonDocument } from './json-document.ts'

const BODY_BYTES_MAX = 1024 * 1024
/** An import describes thousands of objects at once. */
export const APPLY_BYTES_MAX = 32 * 1024 * 1024

const JSON_TYPES = ['application/json', 'application/merge-patch+json']
const YAML_TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml']

export type BodyText = { readonly format: 'json' | 'yaml'; readonly text: string }

/** The JSON value of a body. */
export async function readJsonBody(request: Request): Promise<{ text: string; value: unknown }> {
  const { text } = await readBodyText(request, { types: JSON_TYPES, bytesMax: BODY_BYTES_MAX })
  const parsed = parseJsonDocument(text)
  if (!parsed.ok) throw refusalOf('malformed', parsed.issues)
  return { text, value: parsed.value }
}

/** The text of a body that may be JSON or YAML. */
export function readDocumentsBody(request: Request): Promise<BodyText> {
  return readBodyText(request, { types: [...JSON_TYPES, ...YAML_TYPES], bytesMax: APPLY_BYTES_MAX })
}

async function readBodyText(
  request: Request,
  { types, bytesMax }: { types: readonly string[]; bytesMax: number },
): Promise<BodyText> {
  const type = mediaType(request)
  if (!types.includes(type)) {
    throw new Refusal('unsupported_media_type', `Send ${types[0]}, encoded as UTF-8.`)
  }
  if (request.headers.has('content-encoding')) {
    throw new Refusal('unsupported_media_type', 'Send the body without a Content-Encoding.')
  }
  const bytes = await readBytes(request, bytesMax)
  return { format: YAML_TYPES.includes(type) ? 'yaml' : 'json', text: decodeUtf8(bytes) }
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

async function readBytes(request: Request, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > bytesMax) {
      throw new Refusal('too_large', `The body is larger than ${bytesMax} bytes.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal('malformed', 'The body is not UTF-8.', { code: 'malformed_utf8' })
  }
}
