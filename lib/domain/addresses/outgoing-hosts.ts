// The hosts that a tenant's admins let its teams' objects name, for what Berth calls on their behalf.
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { grammarIssues } from '#lib/domain/text/text.ts'
import { callHost } from './call-url.ts'
import { hostFlaw } from './repo-host.ts'

export const OUTGOING_HOSTS_MAX = 100

const ANY_BENEATH = '*.'

/**
 * The issue of an entry, if any: `url_host`, `url_format` or `host_pattern`. An entry is the name of a host, or `*.` and a name
 * of two parts or more for all that are beneath it. No port: a host is listed with all of its ports.
 */
export function outgoingHostIssues(entry: string, path: Issue['path']): readonly Issue[] {
  return grammarIssues(entry, path, (text) => {
    const name = text.startsWith(ANY_BENEATH) ? text.slice(ANY_BENEATH.length) : text
    const isTooWide = name !== text && name.split('.').length < 2
    if (name.includes('*') || isTooWide) {
      const reason =
        'A host is listed by its name, or as *.example.com for all beneath a name of two parts or more.'
      return { code: 'host_pattern', reason }
    }
    return hostFlaw(name)
  })
}

/** Each entry once, in lower case and in one order. */
export function canonicalOutgoingHosts(entries: readonly string[]): readonly string[] {
  return [...new Set(entries.map((entry) => entry.toLowerCase()))].sort(compareText)
}

/** Whether the host of an address is listed. `*.example.com` lists `a.b.example.com`, and not `example.com` itself. */
export function listsHostOf(entries: readonly string[], url: string): boolean {
  const host = callHost(url)
  if (host === null) return false
  return entries.some((entry) =>
    entry.startsWith(ANY_BENEATH) ? host.endsWith(entry.slice(1)) : host === entry,
  )
}
