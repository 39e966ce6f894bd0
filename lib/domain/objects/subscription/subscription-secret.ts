// What the secret of a subscription has to be: of a webhook a key to sign with, of Teams and Slack the address itself.
import { callUrlIssues } from '#lib/domain/addresses/call-url.ts'
import type { Flaw } from '#lib/domain/text/text.ts'
import { serverOfUrl, signingKeyFlaw } from '../signing-key.ts'

/** What is wrong with a subscription's secret; null: nothing. No reason repeats any of it. */
export function secretFlaw(
  secret: string,
  { receiver, url }: { readonly receiver: string; readonly url: string },
): Flaw | null {
  return receiver === 'webhook' ? signingKeyFlaw(secret) : addressFlaw(secret, url)
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
