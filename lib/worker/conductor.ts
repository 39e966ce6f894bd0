// Takes rollouts a step further that are due: because time passed, because what a wave changed is in Git, or because somebody
// did something. Every process may: each step is a transaction that does nothing if another one was first.
import { inTenant } from '#db/client.ts'
import { type DueRollout, readDueRollouts, tenantsWithDueRollouts } from '#db/queries/rollouts.ts'
import { passFailPoint } from '#lib/runtime/fail-point.ts'
import { advanceRollout } from '#lib/usecases/rollouts/advance.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { atMost } from './at-most.ts'
import { afterFailure, FRESH, type Patience } from './patience.ts'
import type { ReportWorld } from './run-reports.ts'

/** A turn of a tenant is over after so many steps, each of which holds up the tenant’s edits no longer than an edit does. */
const STEPS_IN_A_TURN = 50
/** Each takes a connection, beside publishing. */
const TENANTS_AT_ONCE = 2

type World = Pick<ReportWorld, 'services' | 'tenants'>

export class Conductor {
  readonly #world: World
  readonly #turns = new Map<number, Promise<void>>()
  readonly #turning = atMost(TENANTS_AT_ONCE)
  /** By tenant and rollout, of those whose step failed: they delay none of the others. */
  readonly #patience = new Map<number, Map<number, Patience>>()

  constructor(world: World) {
    this.#world = world
  }

  /** Gives each tenant a turn that has rollouts which are due, and doesn't wait for it. */
  async look(): Promise<void> {
    const { services, tenants } = this.#world
    try {
      const due = await tenantsWithDueRollouts(services.database)
      if (due.size === 0) return
      for (const tenant of await tenants()) {
        if (due.has(tenant.id) && !this.#turns.has(tenant.id)) this.#begin(tenant)
      }
    } catch (error) {
      services.log.warn({ err: error }, 'rollouts wait for the database')
    }
  }

  async ended(): Promise<void> {
    await Promise.all(this.#turns.values())
  }

  #begin(tenant: TenantIdentity): void {
    const turn = this.#turning(() => this.#turn(tenant)).finally(() =>
      this.#turns.delete(tenant.id),
    )
    this.#turns.set(tenant.id, turn)
  }

  async #turn(tenant: TenantIdentity): Promise<void> {
    const { database, log } = this.#world.services
    const failed = this.#patience.get(tenant.id) ?? new Map<number, Patience>()
    this.#patience.set(tenant.id, failed)
    const now = Date.now()
    const resting = [...failed].flatMap(([id, { notBefore }]) => (notBefore > now ? [id] : []))
    try {
      const due = await inTenant(
        database,
        tenant.id,
        (tx) => readDueRollouts({ tx, tenant: tenant.id }, STEPS_IN_A_TURN, resting),
        { readOnly: true },
      )
      for (const rollout of due) await this.#step(tenant, rollout, failed)
    } catch (error) {
      log.warn({ err: error, tenant: tenant.name }, 'rollouts were not looked at')
    }
  }

  async #step(
    tenant: TenantIdentity,
    { id, seq }: DueRollout,
    failed: Map<number, Patience>,
  ): Promise<void> {
    const { services } = this.#world
    try {
      const { change } = await advanceRollout(services, tenant, { id, seq })
      passFailPoint('C4')
      failed.delete(id)
      if (change !== null) {
        services.log.info({ tenant: tenant.name, rollout: id, change }, 'a wave is released')
      }
    } catch (error) {
      services.log.error({ err: error, tenant: tenant.name, rollout: id }, 'a rollout stands still')
      failed.set(id, afterFailure(failed.get(id) ?? FRESH, Date.now(), Math.random()))
    }
  }
}
