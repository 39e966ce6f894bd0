// Asks schedulers that are due, a few of each tenant at a time, beside publishing. What one of them does delays no other: nothing
// here waits for a call but that call's own outcome.
import { inTenant } from '#db/client.ts'
import {
  claimAsks,
  type ClaimedAsk,
  settleAsk,
  tenantsWithDueAsks,
} from '#db/queries/scheduler-asks.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { askScheduler } from './ask-scheduler.ts'
import type { ReportWorld } from './run-reports.ts'

/** Of all tenants. Each may hold an answer of 16 MB. */
const AT_ONCE = 8
const OF_A_TENANT = 2

type World = Pick<ReportWorld, 'services' | 'tenants'>

export class SchedulerAsker {
  readonly #world: World
  readonly #signal: AbortSignal
  readonly #calls = new Set<Promise<void>>()
  /** How many calls of each tenant there are. */
  readonly #ofTenants = new Map<number, number>()
  /** Of the tenants that there are, with whom to begin. */
  #turn = 0

  constructor(world: World, signal: AbortSignal) {
    this.#world = world
    this.#signal = signal
  }

  /** Asks who is due, and doesn't wait for it. */
  async look(): Promise<void> {
    const { services, tenants } = this.#world
    try {
      const due = await tenantsWithDueAsks(services.database)
      if (due.size === 0) return
      const all = (await tenants()).filter(({ id }) => due.has(id))
      const first = this.#turn++ % Math.max(1, all.length)
      for (const tenant of [...all.slice(first), ...all.slice(0, first)]) await this.#start(tenant)
    } catch (error) {
      services.log.warn({ err: error }, 'schedulers wait for the database')
    }
  }

  async ended(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls)
  }

  async #start(tenant: TenantIdentity): Promise<void> {
    const free = Math.min(AT_ONCE - this.#calls.size, OF_A_TENANT - this.#callsOf(tenant))
    if (free <= 0 || this.#signal.aborted) return
    const { services } = this.#world
    try {
      const claimed = await inTenant(services.database, tenant.id, (tx) =>
        claimAsks({ tx, tenant: tenant.id }, free),
      )
      for (const ask of claimed) this.#track(tenant, this.#ask(tenant, ask))
    } catch (error) {
      services.log.warn({ err: error, tenant: tenant.name }, 'no scheduler was claimed to be asked')
    }
  }

  #callsOf({ id }: TenantIdentity): number {
    return this.#ofTenants.get(id) ?? 0
  }

  #track(tenant: TenantIdentity, call: Promise<void>): void {
    this.#ofTenants.set(tenant.id, this.#callsOf(tenant) + 1)
    const tracked = call.finally(() => {
      this.#calls.delete(tracked)
      const left = this.#callsOf(tenant) - 1
      if (left > 0) this.#ofTenants.set(tenant.id, left)
      else this.#ofTenants.delete(tenant.id)
    })
    this.#calls.add(tracked)
  }

  async #ask(tenant: TenantIdentity, claimed: ClaimedAsk): Promise<void> {
    const { services } = this.#world
    try {
      const outcome = await askScheduler(services, tenant, claimed, this.#signal)
      // Of a question that was given up because the process ends, the lease runs out.
      if (outcome === null) return
      await inTenant(services.database, tenant.id, (tx) =>
        settleAsk({ tx, tenant: tenant.id }, claimed, outcome),
      )
    } catch (error) {
      services.log.warn({ err: error, tenant: tenant.name }, 'a scheduler was not asked')
    }
  }
}
