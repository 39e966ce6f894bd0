// Who asks, where from, and in which tenant.
import { type Actor, principalOf } from '#lib/domain/access/actor.ts'

export type TenantIdentity = {
  readonly id: number
  readonly name: string
  readonly installation: string
}

/** From where somebody asks, for the audit. */
export type Origin = {
  /** Of the network; null: from this machine, by a command. */
  readonly address: string | null
  readonly requestId: string | null
  /** Which token opened the session; null: none did. */
  readonly token: string | null
}

/** Of what Berth does by itself, and of commands on its own machine. */
export const ownOrigin: Origin = { address: null, requestId: null, token: null }

/** Who asks, and in which tenant. */
export type Session = {
  readonly tenant: TenantIdentity
  readonly actor: Actor
  /** For whom what the actor does counts, named as a principal: all tokens of a person are that person. */
  readonly payer: string
  readonly origin: Origin
  /** Why the actor may do less than they should, for them to read; null: nothing is amiss. */
  readonly notice: string | null
}

/** The session of somebody whom no request brought. */
export function ownSession(tenant: TenantIdentity, actor: Actor): Session {
  return { tenant, actor, payer: principalOf(actor), origin: ownOrigin, notice: null }
}
