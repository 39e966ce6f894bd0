// Who asks, where from, and in which tenant.
import { type Actor, principalOf } from '#lib/domain/access/actor.ts'

export type TenantIdentity = {
  readonly id: number
  readonly name: string
  readonly installation: string
}

/** Where a request comes from, for the audit. */
export type Origin = {
  /** A network address; null: a command on this machine. */
  readonly address: string | null
  readonly requestId: string | null
  /** The token that opened the session; null: none. */
  readonly token: string | null
}

/** For what Berth does by itself, and for commands on its own machine. */
export const ownOrigin: Origin = { address: null, requestId: null, token: null }

/** Who does what Berth does by itself. */
export const BERTH: Actor = {
  kind: 'system',
  id: 'berth',
  name: 'Berth',
  email: null,
  role: null,
  teams: new Map(),
  groups: [],
  cluster: null,
  registers: false,
  announces: null,
  schedules: null,
  tellsOfRepository: false,
}

/** Who asks, and in which tenant. */
export type Session = {
  readonly tenant: TenantIdentity
  readonly actor: Actor
  /** Whom the actor's requests count for, named as a principal: all tokens of a person count for that person. */
  readonly payer: string
  readonly origin: Origin
  /** Why the actor may do less than expected, for them to read; null: nothing is wrong. */
  readonly notice: string | null
}

/** A session that no request opened. */
export function ownSession(tenant: TenantIdentity, actor: Actor): Session {
  return { tenant, actor, payer: principalOf(actor), origin: ownOrigin, notice: null }
}
