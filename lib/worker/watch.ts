// When alert rules, or other things, are looked at: soon after something happened in their tenant, and now and then because
// time passed. That never delays publishing, and takes a small part of the time however much there is to look at.
import type { Database } from '#db/client.ts'
import { tenantsWithAlertRules } from '#db/queries/alert-conditions.ts'
import { readAnnouncement } from '#lib/usecases/live/announcement.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { atMost } from './at-most.ts'
import { watchAlerts } from './watch-alerts.ts'
import type { PublisherWorld } from './world.ts'

/** However much happens, nothing is looked at more often. */
const EVERY_MS = 5_000
/** Time alone makes clusters silent, and ends silences. */
const AT_LEAST_EVERY_MS = 30_000
const TENANTS_AT_ONCE = 2

type Watched = {
  /** What of several processes one looks at. No branch has this name, because it begins with a space. */
  readonly lock: ` ${string}`
  readonly words: string
  /** The tenants that have any; null: all may. */
  readonly tenants: ((database: Database) => Promise<ReadonlySet<number>>) | null
  /** Looking takes at most this part of it. */
  readonly partOfTime: number
  readonly run: (world: PublisherWorld, tenant: TenantIdentity, now: Date) => Promise<void>
}

export const ALERT_RULES: Watched = {
  lock: ' watching',
  words: 'alert rules',
  tenants: tenantsWithAlertRules,
  partOfTime: 1 / 10,
  run: watchAlerts,
}

/** Which tenants are to be looked at. */
export class Watch {
  readonly #world: PublisherWorld
  readonly #watched: Watched
  readonly #woken = new Set<number>()
  /** When a tenant may be looked at again, and when it is in any case. */
  readonly #next = new Map<number, { readonly soonest: number; readonly latest: number }>()
  readonly #looking = atMost(TENANTS_AT_ONCE)
  readonly #busy = new Set<number>()

  constructor(world: PublisherWorld, watched: Watched) {
    this.#world = world
    this.#watched = watched
  }

  /** What a process announced: alerts come of looking, and what rollouts do is a change, so neither is a reason to look. */
  hear(text: string): void {
    const said = readAnnouncement(text)?.said ?? []
    for (const { tenant, topic } of said) {
      if (topic !== 'alerts' && topic !== 'rollouts') this.#woken.add(tenant)
    }
  }

  /** Something may have been missed. */
  doubt(): void {
    this.#next.clear()
  }

  /** Looks at the tenants that are due, and ends when that is done. Those without any cost no more than to be told apart. */
  async look(): Promise<void> {
    const { services, tenants } = this.#world
    const now = Date.now()
    try {
      const due = (await tenants()).filter(({ id }) => this.#isDue(id, now))
      if (due.length === 0) return
      for (const { id } of due) this.#woken.delete(id)
      const having = await this.#watched.tenants?.(services.database)
      const has = ({ id }: TenantIdentity) => having === undefined || having.has(id)
      for (const tenant of due) if (!has(tenant)) this.#rest(tenant, now)
      const asking = due.filter(has)
      await Promise.all(asking.map((tenant) => this.#looking(() => this.#lookAt(tenant))))
    } catch (error) {
      services.log.error({ err: error }, `${this.#watched.words} were not looked at`)
    }
  }

  #isDue(tenant: number, now: number): boolean {
    if (this.#busy.has(tenant)) return false
    const { soonest, latest } = this.#next.get(tenant) ?? { soonest: 0, latest: 0 }
    return now >= latest || (this.#woken.has(tenant) && now >= soonest)
  }

  /** Of several processes one looks. */
  async #lookAt(tenant: TenantIdentity): Promise<void> {
    const { locks, services } = this.#world
    const { lock: name, words, run } = this.#watched
    const begun = Date.now()
    this.#busy.add(tenant.id)
    try {
      const lock = await locks.acquire(tenant.id, name)
      if (lock === null) return
      try {
        await run(this.#world, tenant, new Date())
      } finally {
        await lock.release()
      }
    } catch (error) {
      services.log.error({ err: error, tenant: tenant.name }, `${words} were not looked at`)
    } finally {
      this.#rest(tenant, begun)
      this.#busy.delete(tenant.id)
    }
  }

  #rest({ id }: TenantIdentity, begun: number): void {
    const ended = Date.now()
    const pause = Math.max(EVERY_MS, (ended - begun) / this.#watched.partOfTime)
    this.#next.set(id, {
      soonest: ended + pause,
      latest: ended + Math.max(pause, AT_LEAST_EVERY_MS),
    })
  }
}
