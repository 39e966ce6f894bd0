// Which answers are sent compressed.

/** Smaller ones fit into a packet as they are. */
const BYTES_MIN = 1024
/** Text of any kind; the rest is compressed already, or of git, which compresses what it sends. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.-]+\+)?json\b)/

/** Whether an answer may be compressed at all, which caches have to know. `bytes`: null for one that goes on. */
export function isCompressible(headers: Headers, bytes: number | null): boolean {
  if (bytes !== null && bytes < BYTES_MIN) return false
  if (headers.has('content-encoding')) return false
  // RFC 9111, 5.2.2.6. Events say so, which compression would hold back.
  if (/\bno-transform\b/.test(headers.get('cache-control') ?? '')) return false
  return COMPRESSIBLE.test(headers.get('content-type') ?? '')
}

/** Whether a client reads gzip. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? '').split(',').some((each) => {
    const [coding = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}
