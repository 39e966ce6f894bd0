// Texts that name one revision of what isn't in Git: the whole version of a chart, and the digest of an artifact.

const VERSION_CHARACTERS_MAX = 128

/** https://semver.org/spec/v2.0.0.html, with at most nine digits in a number; a `v` before it, as many charts have it. */
export const VERSION_NUMBER = '(?:0|[1-9][0-9]{0,8})'
const PRERELEASE_PART = '(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)'
export const PRERELEASE = `(?:-${PRERELEASE_PART}(?:\\.${PRERELEASE_PART})*)?`
const BUILD = '(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?'
export const CORE_VERSION = `v?${VERSION_NUMBER}\\.${VERSION_NUMBER}\\.${VERSION_NUMBER}`
const EXACT = new RegExp(`^${CORE_VERSION}${PRERELEASE}${BUILD}$`)

/** https://github.com/opencontainers/image-spec/blob/v1.1.0/descriptor.md#sha-256 */
const DIGEST = /^sha256:[0-9a-f]{64}$/

/** Whether a text is a whole version, as `1.2.3`, which a repository of charts has one chart of. */
export function isExactVersion(text: string): boolean {
  return text.length <= VERSION_CHARACTERS_MAX && EXACT.test(text)
}

export function isDigest(text: string): boolean {
  return DIGEST.test(text)
}
