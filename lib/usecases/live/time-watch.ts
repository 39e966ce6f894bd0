// Tells what time alone changes, where somebody follows the tenant: clusters that become late or stale, and states that were
// to become others. Who will turn is known from memory, so that every two seconds only what is due is read.
import { type Database, inTenant } from '#db/client.ts'
import { readSeenByName, readTurnedLater } from '#db/queries/seen-clusters.ts'
import { freshnessOf, type LastSeen } from '#lib/domain/observed/freshness.ts'
import type { Announcer } from './announcer.ts'

const EVERY_MS = 2_000
/** For whoever comes back at once, such as a page that is loaded again. */
const LINGER_MS = 60_000
/** Beyond so many, their names aren't told. */
const NAMES_MAX = 200

type World = {
  readonly database: Database
  readonly clock: () => Date
  readonly announcer: Pick<Announcer, 'say'>
  readonly failed: (error: unknown) => void
}

type Watched = {
  /** When clusters were last seen, as far as that came to this process; others may have heard of them since. */
  readonly seen: Map<string, LastSeen>
  followers: number
  /** Since when nobody follows it; null: somebody does. */
  leftAt: Date | null
  /** Clusters that others told of since they were last read; null: any. */
  told: Set<string> | null
  /** Until when everything that turned has been told. */
  upTo: Date
  isLooking: boolean
}

export class TimeWatch {
  readonly #world: World
  readonly #watched = new Map<number, Watched>()
  #timer: NodeJS.Timeout | null = null

  constructor(world: World) {
    this.#world = world
  }

  follow(tenant: number): void {
    const watched = this.#watched.get(tenant) ?? {
      seen: new Map(),
      followers: 0,
      leftAt: null,
      told: null,
      upTo: this.#world.clock(),
      isLooking: false,
    }
    watched.followers += 1
    watched.leftAt = null
    this.#watched.set(tenant, watched)
    this.#timer ??= setInterval(() => void this.look(), EVERY_MS).unref()
  }

  leave(tenant: number): void {
    const watched = this.#watched.get(tenant)
    if (watched && (watched.followers -= 1) === 0) watched.leftAt = this.#world.clock()
  }

  /** A word that came to this process. */
  seen(tenant: number, cluster: string, lastSeen: LastSeen): void {
    const seen = this.#watched.get(tenant)?.seen
    if (seen?.has(cluster)) seen.set(cluster, lastSeen)
  }

  /** Somebody told that these clusters turned; null: more than are named. */
  told(tenant: number, clusters: readonly string[] | null): void {
    const watched = this.#watched.get(tenant)
    if (!watched) return
    if (clusters === null) watched.told = null
    for (const name of clusters ?? []) watched.told?.add(name)
  }

  /** Some of what others told may be lost. */
  doubt(): void {
    for (const watched of this.#watched.values()) watched.told = null
  }

  /** Looks at each tenant that is followed. */
  async look(): Promise<void> {
    const now = this.#world.clock()
    for (const [tenant, { leftAt }] of this.#watched) {
      if (leftAt !== null && now.getTime() - leftAt.getTime() > LINGER_MS) {
        this.#watched.delete(tenant)
      }
    }
    if (this.#watched.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer)
      this.#timer = null
    }
    await Promise.all(
      [...this.#watched].map(([tenant, watched]) => this.#lookAt(tenant, watched, now)),
    )
  }

  async #lookAt(tenant: number, watched: Watched, now: Date): Promise<void> {
    if (watched.leftAt !== null || watched.isLooking) return
    watched.isLooking = true
    const { told } = watched
    watched.told = new Set()
    try {
      await this.#tellTurned(tenant, watched, told, now)
    } catch (error) {
      const toldMeanwhile = watched.told
      watched.told = told && toldMeanwhile && new Set([...told, ...toldMeanwhile])
      this.#world.failed(error)
    } finally {
      watched.isLooking = false
    }
  }

  async #tellTurned(
    tenant: number,
    watched: Watched,
    told: ReadonlySet<string> | null,
    now: Date,
  ): Promise<void> {
    const { seen, upTo } = watched
    const due = [...seen].filter(([, last]) => turns(last, upTo, now)).map(([name]) => name)
    const names = told && [...new Set([...told, ...due])]
    const read = await this.#read(tenant, names, upTo, now)
    watched.upTo = now
    for (const name of names ?? seen.keys()) seen.delete(name)
    for (const { name, ...last } of read.clusters) {
      seen.set(name, last)
      // What others told needn't be told again.
      if (turns(last, upTo, now) && told?.has(name) !== true) {
        this.#world.announcer.say(tenant, 'freshness', name)
      }
    }
    for (const name of read.turnedLater) this.#world.announcer.say(tenant, 'observed', name)
  }

  #read(tenant: number, names: readonly string[] | null, after: Date, until: Date) {
    return inTenant(
      this.#world.database,
      tenant,
      async (tx) => {
        const scope = { tx, tenant }
        const clusters = names?.length === 0 ? [] : await readSeenByName(scope, names)
        const turnedLater = await readTurnedLater(scope, after, until, NAMES_MAX)
        return { clusters, turnedLater }
      },
      { readOnly: true },
    )
  }
}

/** Whether a cluster that was last seen then became late or stale between two instants. */
function turns(last: LastSeen, from: Date, to: Date): boolean {
  return freshnessOf(last, from) !== freshnessOf(last, to)
}
