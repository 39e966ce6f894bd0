// Sends what waits for the receivers of subscriptions, a few of each tenant at a time, beside publishing. What one receiver
// does delays no other: nothing here waits for a call but that call's own outcome.
import { inTenant } from '#db/client.ts'
import {
  claimDeliveries,
  type ClaimedDelivery,
  settleDelivery,
  tenantsWithDeliveries,
} from '#db/queries/sending.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { sendDelivery } from './send-delivery.ts'
import type { PublisherWorld } from './world.ts'

/** Of all tenants. */
const AT_ONCE = 32

export class DeliverySender {
  readonly #world: PublisherWorld
  readonly #signal: AbortSignal
  readonly #calls = new Set<Promise<void>>()
  /** Of the tenants that there are, with whom to begin. */
  #turn = 0

  constructor(world: PublisherWorld, signal: AbortSignal) {
    this.#world = world
    this.#signal = signal
  }

  /** Starts what is due, and doesn't wait for it. */
  async look(): Promise<void> {
    const { services, tenants } = this.#world
    try {
      const waiting = await tenantsWithDeliveries(services.database)
      if (waiting.size === 0) return
      const all = (await tenants()).filter(({ id }) => waiting.has(id))
      const first = this.#turn++ % Math.max(1, all.length)
      for (const tenant of [...all.slice(first), ...all.slice(0, first)]) await this.#start(tenant)
    } catch (error) {
      services.log.warn({ err: error }, 'deliveries wait for the database')
    }
  }

  async ended(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls)
  }

  async #start(tenant: TenantIdentity): Promise<void> {
    const free = AT_ONCE - this.#calls.size
    if (free <= 0 || this.#signal.aborted) return
    const { services } = this.#world
    try {
      const claimed = await inTenant(services.database, tenant.id, (tx) =>
        claimDeliveries({ tx, tenant: tenant.id }, free),
      )
      for (const delivery of claimed) this.#track(this.#send(tenant, delivery))
    } catch (error) {
      services.log.warn({ err: error, tenant: tenant.name }, 'nothing was claimed to be delivered')
    }
  }

  #track(call: Promise<void>): void {
    const tracked = call.finally(() => this.#calls.delete(tracked))
    this.#calls.add(tracked)
  }

  /** Sends one, and then what else the tenant has. */
  async #send(tenant: TenantIdentity, delivery: ClaimedDelivery): Promise<void> {
    const { services } = this.#world
    try {
      const attempted = await sendDelivery(this.#world, tenant, delivery, this.#signal)
      // Of a call that was given up because the process ends, the lease runs out.
      if (attempted === null) return
      await inTenant(services.database, tenant.id, (tx) =>
        settleDelivery({ tx, tenant: tenant.id }, delivery, attempted),
      )
    } catch (error) {
      services.log.warn({ err: error, tenant: tenant.name }, 'a delivery was not written down')
      return
    }
    await this.#start(tenant)
  }
}
