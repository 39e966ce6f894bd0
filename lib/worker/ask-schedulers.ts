// Asks schedulers that are due, a few of each tenant at a time, beside publishing. What one of them does delays no other: nothing
// here waits for a call but that call's own outcome.
import { inTenant } from '#db/client.ts'
import {
  claimAsks,
  type ClaimedAsk,
  settleAsk,
  tenantsWithDueAsks,
} from '#db/queries/scheduler-asks.ts'
import type { Services } from '#lib/usecases/services.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { askScheduler } from './ask-scheduler.ts'
import { Failures } from './failures.ts'
import { waitedTooLong, withLockPatience } from './lock-patience.ts'
import type { ReportWorld } from './run-reports.ts'

/** Of all tenants. Each may hold an answer of 16 MB. */
const AT_ONCE = 8
const OF_A_TENANT = 2

type World = Pick<ReportWorld, 'services' | 'tenants'>

export class SchedulerAsker {
  readonly #services: Services
  readonly #tenants: World['tenants']
  readonly #signal: AbortSignal
  readonly #calls = new Set<Promise<void>>()
  /** How many calls of each tenant there are. */
  readonly #ofTenants = new Map<number, number>()
  /** The tenants in which a call ended because somebody held what it needed. */
  readonly #held = new Failures<number>()
  /** Of the tenants that there are, with whom to begin. */
  #turn = 0

  constructor({ services, tenants }: World, signal: AbortSignal) {
    this.#services = withLockPatience(services)
    this.#tenants = tenants
    this.#signal = signal
  }

  /** Asks who is due, and doesn't wait for it. */
  async look(): Promise<void> {
    const { database, log } = this.#services
    try {
      const due = await tenantsWithDueAsks(database)
      if (due.size === 0) return
      const held = new Set(this.#held.resting(Date.now()))
      const all = (await this.#tenants()).filter(({ id }) => due.has(id) && !held.has(id))
      const first = this.#turn++ % Math.max(1, all.length)
      for (const tenant of [...all.slice(first), ...all.slice(0, first)]) await this.#start(tenant)
    } catch (error) {
      log.warn({ err: error }, 'schedulers wait for the database')
    }
  }

  async ended(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls)
  }

  async #start(tenant: TenantIdentity): Promise<void> {
    const free = Math.min(AT_ONCE - this.#calls.size, OF_A_TENANT - this.#callsOf(tenant))
    if (free <= 0 || this.#signal.aborted) return
    const { database } = this.#services
    try {
      const claimed = await inTenant(database, tenant.id, (tx) =>
        claimAsks({ tx, tenant: tenant.id }, free),
      )
      for (const ask of claimed) this.#track(tenant, this.#ask(tenant, ask))
    } catch (error) {
      this.#fail(tenant, error, 'no scheduler was claimed to be asked')
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
    const services = this.#services
    try {
      const outcome = await askScheduler(services, tenant, claimed, this.#signal)
      // Of a question that was given up because the process ends, the lease runs out.
      if (outcome === null) return
      await inTenant(services.database, tenant.id, (tx) =>
        settleAsk({ tx, tenant: tenant.id }, claimed, outcome),
      )
      this.#held.forget(tenant.id)
    } catch (error) {
      this.#fail(tenant, error, 'a scheduler was not asked')
    }
  }

  /** Of what was claimed, the lease runs out. A tenant that somebody holds rests, so that it takes no others’ places again at once. */
  #fail(tenant: TenantIdentity, error: unknown, words: string): void {
    if (waitedTooLong(error)) this.#held.add(tenant.id, Date.now())
    this.#services.log.warn({ err: error, tenant: tenant.name }, words)
  }
}
