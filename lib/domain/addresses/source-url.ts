// Which addresses charts and artifacts may have, beside the repositories of Git in repo-url.ts. The grammar is as narrow, for the
// same reasons.
import type { Issue } from '#lib/domain/text/issue.ts'
import { type Flaw, grammarIssues } from '#lib/domain/text/text.ts'
import {
  charsetFlaw,
  hostAndPortFlaw,
  hostAndPortOf,
  lengthFlaw,
  malformed,
  readAddress,
  repoUrlFlaw,
} from './repo-url.ts'

const OCI = /^oci:\/\/([^/?#]*)([^]*)$/
const OCI_PATH_CHARACTERS_MAX = 255

/**
 * A path in a registry, with a `/` before each part.
 * https://github.com/distribution/reference/blob/v0.6.0/regexp.go `pathComponent`
 */
const OCI_PATH = /^(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)+$/

/** Whether an address is one of a registry. */
export function isOciUrl(url: string): boolean {
  return url.startsWith('oci://')
}

/** Host, and port if any, of an address that has no issue. */
export function hostOfSource(url: string): string {
  const address = readAddress(url)
  if (address !== null) return hostAndPortOf(address)
  const [, host = url] = /^\w+:\/\/([^/]*)/.exec(url) ?? []
  return host
}

/**
 * The issue of the address of an artifact, if any: `oci://host[:port]/path`, with the codes of `repoUrlIssues`.
 */
export function artifactUrlIssues(url: string, path: Issue['path']): readonly Issue[] {
  return grammarIssues(url, path, artifactUrlFlaw)
}

/**
 * The issue of the address of a repository of charts, if any: `https://host[:port][/path]`, or `oci://host[:port][/path]` without
 * the name of the chart; with the codes of `repoUrlIssues`.
 */
export function chartUrlIssues(url: string, path: Issue['path']): readonly Issue[] {
  return grammarIssues(url, path, chartUrlFlaw)
}

/** The issue of an address that may be any of these, or one of `repoUrlIssues`. */
export function sourceUrlIssues(url: string, path: Issue['path']): readonly Issue[] {
  return grammarIssues(url, path, (text) => {
    if (isOciUrl(text)) return artifactUrlFlaw(text) && chartUrlFlaw(text)
    return text.startsWith('https:') ? chartUrlFlaw(text) : repoUrlFlaw(text)
  })
}

function chartUrlFlaw(url: string): Flaw | null {
  // A host alone is fine if it would be with a path.
  if (/^https:\/\/[^/?#]+$/.test(url)) return repoUrlFlaw(`${url}/charts`)
  if (url.startsWith('https:')) return repoUrlFlaw(url)
  const flaw = lengthFlaw(url)
  if (flaw !== null) return flaw
  if (isOciUrl(url)) return ociFlaw(url, { isBareHostFine: true })
  const reason = 'The address of charts must be of the form https://host/path or oci://host/path.'
  return { code: 'url_scheme', reason }
}

function artifactUrlFlaw(url: string): Flaw | null {
  const flaw = lengthFlaw(url)
  if (flaw !== null) return flaw
  if (isOciUrl(url)) return ociFlaw(url, { isBareHostFine: false })
  const reason = 'The address of an artifact must be of the form oci://host/path.'
  return { code: 'url_scheme', reason }
}

function ociFlaw(
  url: string,
  { isBareHostFine }: { readonly isBareHostFine: boolean },
): Flaw | null {
  const [, authority = '', path = ''] = OCI.exec(url) ?? []
  return (
    charsetFlaw(url) ??
    authorityFlaw(authority) ??
    pathFlaw(path, isBareHostFine) ??
    (isBareHostFine ? portFlaw(authority) : null)
  )
}

/** Argo CD writes the address of charts without `oci://`, and can't read a port behind such a host then. */
function portFlaw(authority: string): Flaw | null {
  if (/^[a-z]|^[^:]*$/i.test(authority)) return null
  return malformed('With a port, the host of a registry of charts begins with a letter.')
}

function authorityFlaw(authority: string): Flaw | null {
  if (!authority.includes('@')) return hostAndPortFlaw(authority)
  return {
    code: 'url_credentials',
    reason: 'The address holds a user or a password: remove what stands before the host.',
  }
}

function pathFlaw(path: string, isBareHostFine: boolean): Flaw | null {
  if (path === '' && isBareHostFine) return null
  if (path === '' || path === '/') return malformed('The address has no path in the registry.')
  if (path.endsWith('/')) return malformed('The address ends with "/": remove it.')
  if (/:/.test(path))
    return malformed('The address holds a tag or a digest: write it as version or digest.')
  if (path.length > OCI_PATH_CHARACTERS_MAX || !OCI_PATH.test(path)) {
    return malformed(
      'The path in a registry is lower-case letters and digits, with ".", "_" and "-" between them.',
    )
  }
  return null
}
