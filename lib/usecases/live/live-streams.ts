// The streams that are open in this process, by tenant: whatever any process announces is passed on to those of its tenant.
import type { LastSeen } from '#lib/domain/observed/freshness.ts'
import type { LiveEvent } from '#lib/schemas/live.ts'
import { type Asker, busy, Counts } from '../payer-turns.ts'
import { Refusal } from '../refusal.ts'
import { readAnnouncement, type Said } from './announcement.ts'
import { type PlacedEvent, RecentEvents } from './recent-events.ts'
import type { TimeWatch } from './time-watch.ts'

/** What follows a tenant. Neither of these may throw. */
export type Follower = {
  readonly hear: (event: PlacedEvent) => void
  /** The process is about to stop. */
  readonly end: () => void
}

export type Following = {
  /** What happened since the place from which somebody goes on. */
  readonly missed: readonly PlacedEvent[]
  /** The place from which they go on next. */
  readonly place: string
  readonly leave: () => void
}

type StreamLimits = {
  readonly perPayer: number
  readonly perTenant: number
  readonly all: number
  /** How often each stream shows that it goes on, and whether its reader may still read it is asked again. */
  readonly heartbeatMs: number
  /**
   * About how long each stream is open: its reader goes on with another. Of a client that vanished without a word only the
   * system knows, after a quarter of an hour or never; until its stream ends it takes the place of somebody else.
   */
  readonly openMs: number
}

const STREAM_LIMITS: StreamLimits = {
  perPayer: 20,
  perTenant: 500,
  all: 2_000,
  // Whoever loses a right is sent nothing any more fifteen seconds later.
  heartbeatMs: 14_000,
  openMs: 600_000,
}

/** Those that began together, after a restart, don't end together. */
const OPEN_SPREAD = 0.2

export class LiveStreams {
  readonly #watch: TimeWatch
  readonly #limits: StreamLimits
  readonly #followers = new Map<number, Set<Follower>>()
  readonly #counts = new Counts()
  readonly #recent = new RecentEvents()
  #open = 0
  #isHearing = false
  #isEnding = false

  constructor(watch: TimeWatch, limits: Partial<StreamLimits> = {}) {
    this.#watch = watch
    this.#limits = { ...STREAM_LIMITS, ...limits }
  }

  get heartbeatMs(): number {
    return this.#limits.heartbeatMs
  }

  /** For how long the next stream is open. */
  openMs(): number {
    return this.#limits.openMs * (1 - OPEN_SPREAD * Math.random())
  }

  /** Whether this process hears what others announce. */
  get isHearing(): boolean {
    return this.#isHearing
  }

  /** Follows a tenant from a place on; null: from now on. */
  follow(asker: Asker, from: string | null, follower: Follower): Following {
    const { id: tenant } = asker.tenant
    this.#requireRoom(asker)
    const followers = this.#followers.get(tenant) ?? new Set()
    this.#followers.set(tenant, followers.add(follower))
    this.#count(asker, 1)
    this.#watch.follow(tenant)
    const place = this.#recent.newest(tenant)
    const missed = from === null ? [] : (this.#recent.after(tenant, from) ?? [resetAt(place)])
    const leave = () => {
      if (!followers.delete(follower)) return
      if (followers.size === 0) this.#followers.delete(tenant)
      this.#count(asker, -1)
      this.#watch.leave(tenant)
    }
    return { missed, place, leave }
  }

  /** What a process announced, this one or another. */
  hear(text: string): void {
    const announcement = readAnnouncement(text)
    if (announcement === null) return
    const numbers = new Map<number, number>()
    for (const said of announcement.said) {
      const { tenant } = said
      const number = numbers.get(tenant) ?? 0
      numbers.set(tenant, number + 1)
      const event = { id: `${announcement.id}.${number}`, ...eventOf(said) }
      this.#recent.add(tenant, event)
      if (said.topic === 'freshness') this.#watch.told(tenant, said.ids?.map(String) ?? null)
      for (const follower of this.#followers.get(tenant) ?? []) follower.hear(event)
    }
  }

  /** From now on everything is heard, but something may have been missed before. */
  beginHearing(): void {
    this.#isHearing = true
    this.#recent.forget()
    this.#watch.doubt()
    for (const [tenant, followers] of this.#followers) {
      const reset = resetAt(this.#recent.newest(tenant))
      for (const follower of followers) follower.hear(reset)
    }
  }

  endHearing(): void {
    this.#isHearing = false
  }

  /** A cluster's word that came to this process. */
  seen(tenant: number, cluster: string, lastSeen: LastSeen): void {
    this.#watch.seen(tenant, cluster, lastSeen)
  }

  /** Ends all, so that nobody waits for them; those who follow come back to another process, or to the next one. */
  end(): void {
    this.#isEnding = true
    for (const followers of this.#followers.values()) {
      for (const follower of followers) follower.end()
    }
  }

  #requireRoom(asker: Asker): void {
    const { perPayer, perTenant, all } = this.#limits
    const { ofPayer, ofTenant } = this.#counts.of(asker)
    if (ofPayer >= perPayer) {
      throw new Refusal(
        'too_many_requests',
        `You follow ${perPayer} streams of events already: end one of them first.`,
        { code: 'too_many_streams' },
      )
    }
    if (this.#isEnding || ofTenant >= perTenant || this.#open >= all) {
      throw busy('Too many follow what happens already: try again shortly.')
    }
  }

  #count(asker: Asker, by: 1 | -1): void {
    this.#counts.change(asker, by)
    this.#open += by
  }
}

function eventOf({ topic, ids }: Said): LiveEvent {
  return ids === null ? { topic } : { topic, ids }
}

function resetAt(place: string): PlacedEvent {
  return { id: place, topic: 'reset' }
}
