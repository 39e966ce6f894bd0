// Which revision of a source is meant: of Git a branch, tag or commit, of a chart a version or a range of versions, of an artifact
// a tag or a digest.
import { isCommit } from '#lib/domain/text/commit.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { type Flaw, grammarIssues } from '#lib/domain/text/text.ts'
import { type Packed, sourceTypeOf } from './packaging.ts'

type Path = Issue['path']

const VERSION_CHARACTERS_MAX = 128

/** https://semver.org/spec/v2.0.0.html; a `v` before it, as many charts have it. */
const NUMBER = '(?:0|[1-9][0-9]{0,8})'
const PRERELEASE_PART = '(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)'
const PRERELEASE = `(?:-${PRERELEASE_PART}(?:\\.${PRERELEASE_PART})*)?`
const BUILD = '(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?'
const EXACT = new RegExp(`^v?${NUMBER}\\.${NUMBER}\\.${NUMBER}${PRERELEASE}${BUILD}$`)

/**
 * Ranges that Helm and Argo CD read the same, narrower than they do. A part of a version may be `x`, `X` or `*`, or be left out after
 * an operator: of `1.2` alone Argo CD says that it is a version, and Helm that it is a range.
 * https://github.com/Masterminds/semver/blob/v3.4.0/constraints.go `NewConstraint`,
 * https://github.com/argoproj/argo-cd/blob/v3.2.1/util/versions/version.go `IsVersion`
 */
const PART = `(?:${NUMBER}|[xX*])`
const PARTIAL = `v?${PART}(?:\\.${PART}){0,2}${PRERELEASE}`
const WITH_X = `v?(?:[xX*](?:\\.${PART}){0,2}|${NUMBER}\\.[xX*](?:\\.${PART})?|${NUMBER}\\.${NUMBER}\\.[xX*])`
const WHOLE = `v?${NUMBER}\\.${NUMBER}\\.${NUMBER}${PRERELEASE}`
const TERM = `(?:(?:[<>]=?|!?=|~>?|\\^) ?${PARTIAL}|${WITH_X}|${WHOLE})`
const TERMS = `(?:${PARTIAL} - ${PARTIAL}|${TERM}(?:(?: |, ?)${TERM})*)`
const RANGE = new RegExp(`^${TERMS}(?: ?\\|\\| ?${TERMS})*$`)

/** https://github.com/distribution/reference/blob/v0.6.0/regexp.go `tag` */
const TAG = /^\w[\w.-]{0,127}$/

/** https://github.com/opencontainers/image-spec/blob/v1.1.0/descriptor.md#sha-256 */
const DIGEST = /^sha256:[0-9a-f]{64}$/

/** Whether a text is a whole version, as `1.2.3`, which a repository of charts has one chart of. */
export function isExactVersion(text: string): boolean {
  return text.length <= VERSION_CHARACTERS_MAX && EXACT.test(text)
}

export function isDigest(text: string): boolean {
  return DIGEST.test(text)
}

/** The issue of the version of a chart, if any: `version_format` for what is neither a version nor a range of them. */
export function chartVersionIssues(version: string, path: Path): readonly Issue[] {
  return grammarIssues(version, path, (text) => {
    if (isExactVersion(text)) return null
    if (text.length <= VERSION_CHARACTERS_MAX && RANGE.test(text)) return null
    const reason = 'The version of a chart is as 1.2.3, or a range as 1.2.x, ^1.2 or >=1.2 <2.'
    return { code: 'version_format', reason }
  })
}

/** The issue of the tag of an artifact, if any: `version_format`. */
export function tagIssues(tag: string, path: Path): readonly Issue[] {
  return grammarIssues(tag, path, (text) => {
    if (TAG.test(text)) return null
    const reason =
      'A tag is 1 to 128 letters, digits, ".", "_" and "-", and begins with neither "." nor "-".'
    return { code: 'version_format', reason }
  })
}

/** The issue of the digest of an artifact, if any: `digest_format`. */
export function digestIssues(digest: string, path: Path): readonly Issue[] {
  return grammarIssues(digest, path, (text) => (isDigest(text) ? null : DIGEST_FLAW))
}

const DIGEST_FLAW: Flaw = {
  code: 'digest_format',
  reason: 'A digest is sha256: and all of its 64 digits, in lower case.',
}

/**
 * Whether a revision means the same for good: a commit, the digest of an artifact, or a whole version of a chart, which can be
 * replaced in its repository, but isn't in good faith.
 */
export function isFixed(source: Pick<Packed, 'repoBranch' | 'packaging'>): boolean {
  const revision = source.repoBranch
  switch (sourceTypeOf(source)) {
    case 'git':
      return isCommit(revision)
    case 'helm':
      return isExactVersion(revision)
    case 'oci':
      return isDigest(revision)
  }
}
