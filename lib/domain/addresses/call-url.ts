// Which addresses Berth may be told to call: those of webhooks and of sources of metrics. Where a name leads is checked when
// it is called (lib/adapters/outgoing); here only what is written.
import type { Issue } from '#lib/domain/text/issue.ts'
import { type Flaw, grammarIssues } from '#lib/domain/text/text.ts'
import { hostFlaw } from './repo-host.ts'

const URL_CHARACTERS_MAX = 2048

/** What this machine is called by those who try Berth on it. */
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1'])

/**
 * The issue of an address to call, if any: `url_scheme`, `url_format`, `url_credentials` or `url_host`. Accepted is
 * `https://host[:port]/path?query` in ASCII, without a name or password. `localhost` and `127.0.0.1` are accepted, over http
 * too, but called in a demo alone. No reason repeats the address, as it may hold a secret.
 */
export function callUrlIssues(url: string, path: Issue['path']): readonly Issue[] {
  return grammarIssues(url, path, callUrlFlaw)
}

/** The host of an address to call, in lower case; null: it has none. */
export function callHost(url: string): string | null {
  const host = URL.parse(url)?.hostname ?? ''
  return host === '' ? null : host.replace(/\.$/, '')
}

/** Whether an address is written as this machine's own. */
export function isThisMachine(url: string): boolean {
  return THIS_MACHINE.has(callHost(url) ?? '')
}

function callUrlFlaw(text: string): Flaw | null {
  if (text.length > URL_CHARACTERS_MAX) {
    return malformed(`The address has over ${URL_CHARACTERS_MAX} characters.`)
  }
  if (/[^\x21-\x7e]|\\/.test(text)) {
    return malformed(
      'The address holds a space, a line break, a backslash or a character that is not ASCII.',
    )
  }
  if (!/^https?:\/\/[^/]/.test(text)) return NO_HTTPS
  // Read as it is written: the parser below would read the number 127.1 as another than it looks like.
  const authority = /^https?:\/\/([^/?#]*)/.exec(text)?.[1] ?? ''
  const host = authority.replace(/:\d{1,5}$/, '')
  if (authority.includes('@')) {
    return {
      code: 'url_credentials',
      reason: 'The address holds a name or password: remove it, and send it as the secret.',
    }
  }
  if (THIS_MACHINE.has(host)) return parsedFlaw(text)
  if (text.startsWith('http:')) return NO_HTTPS
  return hostFlaw(host) ?? parsedFlaw(text)
}

function parsedFlaw(text: string): Flaw | null {
  if (text.includes('#')) return malformed('The address has a part after "#", which is never sent.')
  const url = URL.parse(text)
  return url === null || url.port === '0' ? malformed('The address can’t be read.') : null
}

const NO_HTTPS: Flaw = {
  code: 'url_scheme',
  reason: 'The address must be of the form https://host/path.',
}

function malformed(reason: string): Flaw {
  return { code: 'url_format', reason }
}
