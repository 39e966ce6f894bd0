// A browser sends the session's cookie along with whatever page asks for it, so a write that a cookie opens must have come
// from the portal's own pages.
import type { Environment } from '#lib/env.ts'
import { Refusal } from '#lib/usecases/refusal.ts'

/** 403 unless the request says that it comes from the portal: an opaque, foreign or malformed origin doesn't. */
export function requireSameOrigin(headers: Headers, { url }: Pick<Environment, 'url'>): void {
  const origin = headers.get('origin')
  const isOurs =
    origin === null
      ? headers.get('sec-fetch-site') === 'same-origin'
      : ownOrigins(headers, url).includes(origin)
  if (isOurs) return
  throw new Refusal('forbidden', 'This request does not come from the portal itself.', {
    code: 'origin_foreign',
  })
}

/** As people are told to reach it, and as this request did. Forwarding headers are anybody's to set: they don't count. */
function ownOrigins(headers: Headers, url: string): string[] {
  const host = headers.get('host')
  return [new URL(url).origin, ...(host === null ? [] : [`http://${host}`, `https://${host}`])]
}
