// The chain of a tenant's audit events: each hash covers the event and the hash before it, so an event that is changed,
// removed, inserted or moved breaks every later hash.

/** One thing that a known principal did, or was refused, as it is stored. */
export type AuditEvent = {
  readonly tenant: number
  /** From 1 on, without gaps. */
  readonly id: number
  /** As `toISOString` writes it. */
  readonly at: string
  readonly actorKind: 'person' | 'token' | 'system'
  readonly actorId: string
  readonly actorName: string
  readonly address: string | null
  readonly requestId: string | null
  readonly token: string | null
  readonly action: string
  readonly object: string | null
  readonly result: 'accepted' | 'refused'
  readonly code: string | null
  readonly change: number | null
  /** JSON, as the exact characters that are hashed. */
  readonly details: string | null
}

/** Hashes in hexadecimal digits. */
export type HashedEvent = AuditEvent & { readonly hash: string }
export type ChainEnd = { readonly id: number; readonly hash: string }

/** SHA-256 of a text's UTF-8, in hexadecimal digits. */
export type Sha256 = (text: string) => string

/** What the first event follows. */
export const CHAIN_START: ChainEnd = { id: 0, hash: '0'.repeat(64) }

/**
 * An event as one text that no other event has: a JSON list of every field in a fixed order. Fields that later versions add
 * go to the end, so that older events keep their texts.
 */
export function canonicalEvent(event: AuditEvent): string {
  return JSON.stringify([
    event.tenant,
    event.id,
    event.at,
    event.actorKind,
    event.actorId,
    event.actorName,
    event.address,
    event.requestId,
    event.token,
    event.action,
    event.object,
    event.result,
    event.code,
    event.change,
    event.details,
  ])
}

/** The hash of an event that follows one with the hash `previous`. */
export function chainHash(sha256: Sha256, previous: string, event: AuditEvent): string {
  // The hash always has 64 digits, so where it ends and the event begins is unambiguous.
  return sha256(`${previous}${canonicalEvent(event)}`)
}

/**
 * `changed`: the row doesn't match its hash, or doesn't follow the row before. `missing`: its number is skipped.
 * `reordered`: a number repeats or decreases. `truncated`: the head counts it, but there is no row. `unheaded`: there is a
 * row that the head doesn't count. `head`: the head has another hash for it.
 */
export type ChainFault = {
  readonly id: number
  readonly kind: 'changed' | 'missing' | 'reordered' | 'truncated' | 'unheaded' | 'head'
}

export type ChainStep =
  | { readonly ok: true; readonly end: ChainEnd }
  | { readonly ok: false; readonly fault: ChainFault }

const broken = (id: number, kind: ChainFault['kind']): ChainStep => ({
  ok: false,
  fault: { id, kind },
})

/** Whether a row is the next one of the chain. The fault names the first number at which the chain is broken. */
export function followChain(sha256: Sha256, end: ChainEnd, row: HashedEvent): ChainStep {
  const id = end.id + 1
  if (row.id > id) return broken(id, 'missing')
  if (row.id < id) return broken(id, 'reordered')
  const hash = chainHash(sha256, end.hash, row)
  return hash === row.hash ? { ok: true, end: { id, hash } } : broken(id, 'changed')
}

/** Whether the last row that was followed is the one that the head names. A tenant without a head has no rows. */
export function headFault(end: ChainEnd, head: ChainEnd | null): ChainFault | null {
  const known = head ?? CHAIN_START
  if (known.id > end.id) return { id: end.id + 1, kind: 'truncated' }
  if (known.id < end.id) return { id: known.id + 1, kind: 'unheaded' }
  return known.hash === end.hash ? null : { id: end.id, kind: 'head' }
}

/** Checks a whole chain: answers where it ends, or its first fault. */
export function verifyChain(
  sha256: Sha256,
  rows: Iterable<HashedEvent>,
  head: ChainEnd | null,
): ChainStep {
  let end = CHAIN_START
  for (const row of rows) {
    const step = followChain(sha256, end, row)
    if (!step.ok) return step
    end = step.end
  }
  const fault = headFault(end, head)
  return fault ? { ok: false, fault } : { ok: true, end }
}
