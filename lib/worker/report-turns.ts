import type { TenantIdentity } from '#lib/usecases/session.ts'
import { type ReportWorld, runReports } from './run-reports.ts'

/** Each keeps a page in memory, and what it reads of the fleet; their pages are read by turns (`PublisherWorld.reading`). */
const TENANTS_AT_ONCE = 8

/** Makes reports of a few tenants at a time, each tenant's one by one, and all tenants in turn. */
export class ReportTurns {
  readonly #world: ReportWorld
  readonly #signal: AbortSignal
  readonly #track: (task: Promise<void>) => void
  readonly #busy = new Set<number>()
  /** When each tenant had its last turn. */
  readonly #turns = new Map<number, number>()
  #turn = 0

  constructor(world: ReportWorld, signal: AbortSignal, track: (task: Promise<void>) => void) {
    this.#world = world
    this.#signal = signal
    this.#track = track
  }

  /** Gives turns to those who had none for longest; waits for none of them. */
  async start(): Promise<void> {
    const tenants = await this.#world.tenants().catch(() => [])
    const waiting = tenants
      .filter(({ id }) => !this.#busy.has(id))
      .toSorted((a, b) => this.#lastOf(a) - this.#lastOf(b))
    for (const tenant of waiting) {
      if (this.#busy.size >= TENANTS_AT_ONCE) return
      this.#track(this.#give(tenant))
    }
  }

  #lastOf({ id }: TenantIdentity): number {
    return this.#turns.get(id) ?? 0
  }

  async #give(tenant: TenantIdentity): Promise<void> {
    this.#busy.add(tenant.id)
    this.#turns.set(tenant.id, ++this.#turn)
    try {
      await runReports(this.#world, tenant, this.#signal)
    } catch (error) {
      this.#world.services.log.error({ err: error, tenant: tenant.name }, 'reports were not made')
    } finally {
      this.#busy.delete(tenant.id)
    }
  }
}
