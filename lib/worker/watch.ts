// What is done for a tenant soon after something happened there, and now and then because time passed. It never delays
// publishing, and takes a small part of the time however much there is to look at.
import { readAnnouncement } from '#lib/usecases/live/announcement.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { atMost } from './at-most.ts'
import { watchAlerts } from './watch-alerts.ts'
import type { PublisherWorld } from './world.ts'

/** No branch has this name, because it begins with a space. */
const WATCHING = ' watching'
/** However much happens, nothing is looked at more often. */
const EVERY_MS = 5_000
/** Time alone makes clusters silent, and ends silences. */
const AT_LEAST_EVERY_MS = 30_000
/** Looking takes at most this part of the time. */
const PART_OF_TIME = 1 / 10
const TENANTS_AT_ONCE = 2

type Step = {
  readonly name: string
  readonly run: (world: PublisherWorld, tenant: TenantIdentity, now: Date) => Promise<void>
}

const STEPS: readonly Step[] = [{ name: 'alert rules', run: watchAlerts }]

/** Which tenants are to be looked at. */
export class Watch {
  readonly #world: PublisherWorld
  readonly #steps: readonly Step[]
  readonly #woken = new Set<number>()
  /** When a tenant may be looked at again, and when it is in any case. */
  readonly #next = new Map<number, { readonly soonest: number; readonly latest: number }>()
  readonly #looking = atMost(TENANTS_AT_ONCE)
  readonly #busy = new Set<number>()

  constructor(world: PublisherWorld, steps: readonly Step[] = STEPS) {
    this.#world = world
    this.#steps = steps
  }

  /** What a process announced. */
  hear(text: string): void {
    for (const { tenant } of readAnnouncement(text)?.said ?? []) this.#woken.add(tenant)
  }

  /** Something may have been missed. */
  doubt(): void {
    this.#next.clear()
  }

  /** Looks at the tenants that are due, and ends when that is done. */
  async look(): Promise<void> {
    const { services, tenants } = this.#world
    const now = Date.now()
    try {
      const due = (await tenants()).filter(({ id }) => this.#isDue(id, now))
      await Promise.all(due.map((tenant) => this.#looking(() => this.#lookAt(tenant))))
    } catch (error) {
      services.log.error({ err: error }, 'tenants were not watched')
    }
  }

  #isDue(tenant: number, now: number): boolean {
    if (this.#busy.has(tenant)) return false
    const { soonest, latest } = this.#next.get(tenant) ?? { soonest: 0, latest: 0 }
    return now >= latest || (this.#woken.has(tenant) && now >= soonest)
  }

  /** Of several processes one looks; a fault in one step ends no other. */
  async #lookAt(tenant: TenantIdentity): Promise<void> {
    const { locks, services } = this.#world
    const begun = Date.now()
    this.#busy.add(tenant.id)
    this.#woken.delete(tenant.id)
    try {
      const lock = await locks.acquire(tenant.id, WATCHING)
      if (lock === null) return
      try {
        for (const { name, run } of this.#steps) {
          await run(this.#world, tenant, new Date()).catch((error: unknown) =>
            services.log.error({ err: error, tenant: tenant.name }, `${name} were not looked at`),
          )
        }
      } finally {
        await lock.release()
      }
    } catch (error) {
      services.log.error({ err: error, tenant: tenant.name }, 'the tenant was not watched')
    } finally {
      const ended = Date.now()
      const pause = Math.max(EVERY_MS, (ended - begun) / PART_OF_TIME)
      const latest = ended + Math.max(pause, AT_LEAST_EVERY_MS)
      this.#next.set(tenant.id, { soonest: ended + pause, latest })
      this.#busy.delete(tenant.id)
    }
  }
}
