// Why a connection failed, for people who see neither the network nor its logs. Node's own words are not passed on: they
// name the addresses behind a name.
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there.',
  ECONNRESET: 'the connection was closed before the answer was whole.',
  EPIPE: 'the connection was closed before the request was sent.',
  EHOSTUNREACH: 'there is no way to it.',
  ENETUNREACH: 'there is no way to it.',
  ETIMEDOUT: 'nothing answers there.',
  EPROTO: 'it doesn’t speak TLS.',
  CERT_HAS_EXPIRED: 'its certificate has expired.',
  CERT_NOT_YET_VALID: 'its certificate isn’t valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is another host’s.',
  ERR_INVALID_CHAR: 'a header that was to be sent holds what none may hold.',
  HPE_HEADER_OVERFLOW: 'its headers are too long.',
}

const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

/** A sentence about the host, from what was thrown. */
export function failureWords(host: string, thrown: unknown): string {
  return `${host} can’t be reached: ${wordsFor(codeOf(thrown))}`
}

function wordsFor(code: string): string {
  if (UNTRUSTED.includes(code)) return 'its certificate is signed by nobody that Berth trusts.'
  if (code.startsWith('ERR_SSL_')) return 'it doesn’t speak TLS.'
  if (code.startsWith('HPE_')) return WORDS[code] ?? 'it doesn’t answer as a web server.'
  return WORDS[code] ?? 'the connection failed.'
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
}
