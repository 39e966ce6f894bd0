// The events of each tenant that this process heard last, so that whoever was cut off for a moment misses none. All
// processes hear the same events in the same order, so a place among them means the same to each.
import type { LiveEvent } from '#lib/schemas/live.ts'

/** An event with its place. */
export type PlacedEvent = LiveEvent & { readonly id: string }

/** Enough for half a minute, whatever happens. */
const EVENTS_MAX = 500

type Recent = { readonly events: PlacedEvent[]; hasForgotten: boolean }

export class RecentEvents {
  readonly #of = new Map<number, Recent>()
  /** The place before the first event of any tenant. */
  #beginning: string = crypto.randomUUID()

  add(tenant: number, event: PlacedEvent): void {
    const recent = this.#of.get(tenant) ?? { events: [], hasForgotten: false }
    this.#of.set(tenant, recent)
    recent.events.push(event)
    if (recent.events.length <= EVENTS_MAX) return
    recent.events.shift()
    recent.hasForgotten = true
  }

  /** The place of the newest event. */
  newest(tenant: number): string {
    return this.#of.get(tenant)?.events.at(-1)?.id ?? this.#beginning
  }

  /** What came after a place, in order; null: that isn't known any more. */
  after(tenant: number, place: string): readonly PlacedEvent[] | null {
    const { events, hasForgotten } = this.#of.get(tenant) ?? { events: [], hasForgotten: false }
    if (place === this.#beginning) return hasForgotten ? null : events
    const index = events.findIndex(({ id }) => id === place)
    return index === -1 ? null : events.slice(index + 1)
  }

  /** Begins anew: something may be missing from now on. */
  forget(): void {
    this.#of.clear()
    this.#beginning = crypto.randomUUID()
  }
}
