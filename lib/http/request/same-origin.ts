// Browsers send the session's cookie with requests from any site's pages, so a write that relies on a cookie must come from
// the portal's own pages.
import type { Environment } from '#lib/settings/env.ts'
import { Refusal } from '#lib/usecases/refusal.ts'

type Portal = Pick<Environment, 'url'>

/** 403 unless the request says that it comes from the portal; an opaque, foreign or malformed origin doesn't. */
export function requireSameOrigin(headers: Headers, portal: Portal): void {
  if (isSameOrigin(headers.get('origin'), headers.get('sec-fetch-site'), portal)) return
  throw new Refusal('forbidden', 'This request does not come from the portal itself.', {
    code: 'origin_foreign',
  })
}

/** Compares only with the configured origin: clients can set the host of a request and the forwarded headers. */
export function isSameOrigin(
  origin: string | null | undefined,
  fetchSite: string | null | undefined,
  { url }: Portal,
): boolean {
  return (origin ?? null) === null ? fetchSite === 'same-origin' : origin === new URL(url).origin
}
