// The key with which Berth signs what it sends to a server.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme
import type { Flaw } from '#lib/domain/text/text.ts'

const KEY = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/
const KEY_BYTES = { min: 24, max: 64 }

/** The server of an address that may be called, as `https://host:port`, without the port of its scheme. */
export function serverOfUrl(url: string): string {
  return URL.parse(url)?.origin ?? ''
}

/** What is wrong with a key; null: nothing. No reason repeats any of it. */
export function signingKeyFlaw(key: string): Flaw | null {
  const digits = KEY.exec(key)?.[1]?.replace(/=+$/, '') ?? ''
  const bytes = Math.floor((digits.length * 3) / 4)
  if (digits.length % 4 !== 1 && bytes >= KEY_BYTES.min && bytes <= KEY_BYTES.max) return null
  return {
    code: 'token_format',
    reason: `A key to sign with is whsec_ and ${KEY_BYTES.min} to ${KEY_BYTES.max} bytes in base64.`,
  }
}
