// What the secret of a subscription has to be: of a webhook a key to sign with, of Teams and Slack the address itself.
import { callUrlIssues } from '#lib/domain/addresses/call-url.ts'
import type { Flaw } from '#lib/domain/text/text.ts'

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme */
const KEY = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/
const KEY_BYTES = { min: 24, max: 64 }

/** The server of an address that may be called, as `https://host:port`, without the port of its scheme. */
export function serverOfUrl(url: string): string {
  return URL.parse(url)?.origin ?? ''
}

/** What is wrong with a subscription's secret; null: nothing. No reason repeats any of it. */
export function secretFlaw(
  secret: string,
  { receiver, url }: { readonly receiver: string; readonly url: string },
): Flaw | null {
  return receiver === 'webhook' ? keyFlaw(secret) : addressFlaw(secret, url)
}

function keyFlaw(secret: string): Flaw | null {
  const digits = KEY.exec(secret)?.[1]?.replace(/=+$/, '') ?? ''
  const bytes = Math.floor((digits.length * 3) / 4)
  if (digits.length % 4 !== 1 && bytes >= KEY_BYTES.min && bytes <= KEY_BYTES.max) return null
  return {
    code: 'token_format',
    reason: `The key of a webhook is whsec_ and ${KEY_BYTES.min} to ${KEY_BYTES.max} bytes in base64.`,
  }
}

function addressFlaw(secret: string, url: string): Flaw | null {
  const [issue] = callUrlIssues(secret, [])
  if (issue) return { code: issue.code, reason: issue.reason }
  if (serverOfUrl(secret) === serverOfUrl(url)) return null
  return {
    code: 'credential_of_another_server',
    reason: 'The secret is an address of another server than the one that is named.',
  }
}
