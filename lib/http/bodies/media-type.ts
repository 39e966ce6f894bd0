// The media type that a request declares for its body.
import { Refusal } from '#lib/usecases/refusal.ts'

/** The media type of a body, which must be one of these and not compressed. Throws `unsupported_media_type`. */
export function requireType<T extends string>(request: Request, types: readonly T[]): T {
  const type = typeOf(request, types)
  if (request.headers.has('content-encoding')) {
    throw new Refusal('unsupported_media_type', 'Send the body without a Content-Encoding.')
  }
  return type
}

/** Whether a body of one of these types is compressed, which it may be by gzip alone. Throws as `requireType` does. */
export function isZipped(request: Request, types: readonly string[]): boolean {
  typeOf(request, types)
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === 'gzip') return encoding === 'gzip'
  throw new Refusal('unsupported_media_type', 'Send the body as it is, or compressed by gzip.')
}

function typeOf<T extends string>(request: Request, types: readonly T[]): T {
  const type = mediaType(request)
  const known = types.find((each) => each === type)
  if (known !== undefined) return known
  throw new Refusal('unsupported_media_type', `Send ${types[0]}, encoded as UTF-8.`)
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
