// The keys that sign the reports which are carried from a site without a network.
import type { Issue } from '#lib/domain/text/issue.ts'

/** An Ed25519 key: the base64 of its SubjectPublicKeyInfo, and until when what it signed is taken; null: no end. */
export type ReportKey = { readonly publicKey: string; readonly until: Date | null }

/** What an admin decided about the carried reports of a cluster. */
export type CarriedReports = {
  readonly keys: readonly ReportKey[]
  /** How often the cluster is heard of that way, in seconds; null: as often as the tenant's others report. */
  readonly intervalS: number | null
}

export const NOT_CARRIED: CarriedReports = { keys: [], intervalS: null }

/** An old one, a new one, and room for a mistake. */
export const REPORT_KEYS_MAX = 5
/** A carried report may come once a month. */
export const CARRIED_INTERVAL_S_MAX = 31 * 24 * 3600

/**
 * An Ed25519 public key is 12 bytes that say so and 32 of its own. https://datatracker.ietf.org/doc/html/rfc8410#section-4
 */
const PEM =
  /^-----BEGIN PUBLIC KEY-----\s+(MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=)\s+-----END PUBLIC KEY-----\s*$/

/** The base64 of a public key as `openssl pkey -pubout` writes it; null: it is none of Ed25519. */
export function publicKeyIn(pem: string): string | null {
  return PEM.exec(pem)?.[1] ?? null
}

export function pemOf(publicKey: string): string {
  return `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----\n`
}

/** Issues: `report_key_format`. The text itself isn't repeated: it may be a private key. */
export function publicKeyIssues(pem: string, path: Issue['path']): readonly Issue[] {
  if (publicKeyIn(pem) !== null) return []
  const reason = 'This is not the public half of an Ed25519 key, as openssl pkey -pubout writes it.'
  return [{ path, code: 'report_key_format', reason }]
}

/** The keys whose signatures are taken now. By our clock: whoever steals an old key says what time it is as they like. */
export function livingKeys({ keys }: CarriedReports, now: Date): readonly ReportKey[] {
  return keys.filter(({ until }) => until === null || until > now)
}
