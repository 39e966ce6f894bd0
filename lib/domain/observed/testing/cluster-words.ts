// A cluster that lives, says what it sees, and is heard late, twice and in another order: scenarios for properties.
import * as fc from 'fast-check'
import type { ReceivedReport, ReportedItem, SyncEntry } from '../reported.ts'
import { commit, condition, item, syncEntry } from './items.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Of the syncs that a cluster keeps. */
const KEPT_SYNCS = 3

/** Applications of the cluster: all but the last two are placed. */
export const APPLICATIONS = [1, 2, 3, 4] as const
/** Placed, but its cluster hasn't pulled that yet. */
export const NOT_PULLED = 3
/** Not placed any more, as its cluster knows. */
export const ENDED = 4

const LOOKS = ['healthy', 'degraded', 'failed', 'running', 'broken', 'gone'] as const
export type Look = (typeof LOOKS)[number]

export type Said = Pick<ReceivedReport, 'observedAt' | 'sentAt' | 'sequence' | 'isComplete'> & {
  /** Its place among the cluster's words, which nobody is told. */
  readonly index: number
  readonly items: ReadonlyMap<number, ReportedItem>
}

/** A word on its way, and when it comes. `isAfterRestart`: what is known was read anew before. */
export type Arrival = {
  readonly said: Said
  readonly receivedAt: Date
  readonly isAfterRestart: boolean
}

const edit = fc.record({
  application: fc.constantFrom(...APPLICATIONS),
  look: fc.oneof(fc.constantFrom<Look>('healthy', 'gone'), fc.constantFrom(...LOOKS)),
  syncs: fc.boolean(),
})

const soon = fc.integer({ min: 0, max: 3000 })
const late = fc.integer({ min: 0, max: DAY_MS })

const stepOf = (delay: fc.Arbitrary<number>) =>
  fc.record({
    afterMs: fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1000, max: 90_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 60_000, max: HOUR_MS }) },
    ),
    edits: fc.oneof(fc.constant([]), fc.array(edit, { maxLength: 2 })),
    /** Whether all is as before after the word: then the next one says what the last one said. */
    isBlip: fc.boolean(),
    /** Null: all of them. */
    only: fc.option(fc.uniqueArray(fc.constantFrom(...APPLICATIONS), { maxLength: 2 }), {
      freq: 2,
    }),
    /** How long the word is under way, each time that it is sent; it may also be lost. */
    delaysMs: fc.oneof(
      { weight: 6, arbitrary: fc.tuple(delay) },
      { weight: 2, arbitrary: fc.array(delay, { maxLength: 10 }) },
    ),
    /** By how much more its clock is ahead just then, where the sender counts. */
    jumpMs: fc.oneof(fc.constant(0), fc.integer({ min: -DAY_MS, max: DAY_MS })),
    isAfterRestart: fc.boolean(),
  })

const lifeOf = (delay: fc.Arbitrary<number>) =>
  fc.record({
    aheadMs: fc.oneof(
      fc.constantFrom(-HOUR_MS, 0, HOUR_MS),
      fc.integer({ min: -HOUR_MS, max: HOUR_MS }),
    ),
    saysWhenSent: fc.boolean(),
    counts: fc.boolean(),
    /** Whether its clock jumps. */
    jumps: fc.constant(false),
    steps: fc.array(stepOf(delay), { minLength: 1, maxLength: 30 }),
    /** Which words are replayed once more, all at once, after all others. */
    replayed: fc.array(fc.nat(30), { maxLength: 10 }),
  })

/** A life of which few words are late, or most, or all, and so in any order. */
export const life = fc.oneof(
  lifeOf(soon),
  lifeOf(fc.oneof(soon, soon, fc.integer({ min: 0, max: 5 * 60_000 }), late)),
  lifeOf(late),
)
export const jumpingLife = life.map((each) => ({ ...each, counts: true, jumps: true }))
export type Life = Omit<typeof life extends fc.Arbitrary<infer T> ? T : never, 'jumps'> & {
  readonly jumps: boolean
}

const START = Date.parse('2026-03-01T00:00:00Z')
/** Long enough for whatever changes with time alone. */
const QUIET_STEPS = 30

/** What a cluster says in a life, and how it is heard; then all comes at once and in order, and nothing changes any more. */
export function arrivalsOf(life: Life): {
  readonly arrivals: readonly Arrival[]
  /** From which one on all is quiet. */
  readonly quietFrom: number
} {
  const cluster = new Cluster(life)
  const arrivals: Arrival[] = []
  for (const step of life.steps) {
    cluster.wait(step.afterMs)
    const said = cluster.live(step, life.jumps)
    for (const delayMs of step.delaysMs) {
      const receivedAt = cluster.in(delayMs)
      arrivals.push({ said, receivedAt, isAfterRestart: step.isAfterRestart })
    }
  }
  arrivals.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  const last = arrivals.at(-1)?.receivedAt ?? cluster.in(0)
  const receivedAt = new Date(last.getTime() + 1000)
  for (const index of life.replayed) {
    const again = arrivals.find(({ said }) => said.index === index)
    if (again) arrivals.push({ ...again, receivedAt })
  }
  const quietFrom = arrivals.length
  cluster.waitUntil(receivedAt)
  for (let step = 0; step < QUIET_STEPS; step++) {
    cluster.wait(61_000)
    arrivals.push({
      said: cluster.say(null, 0),
      receivedAt: cluster.in(500),
      isAfterRestart: false,
    })
  }
  return { arrivals, quietFrom }
}

class Cluster {
  #nowMs = START
  #words = 0
  #syncs = 0
  readonly #life: Life
  #items: ReadonlyMap<number, ReportedItem> = new Map()
  constructor(life: Life) {
    this.#life = life
  }
  wait(ms: number): void {
    this.#nowMs += ms
  }
  waitUntil(at: Date): void {
    this.#nowMs = Math.max(this.#nowMs, at.getTime())
  }
  in(ms: number): Date {
    return new Date(this.#nowMs + ms)
  }
  live({ edits, isBlip, only, jumpMs }: Life['steps'][number], jumps: boolean): Said {
    const before = new Map(this.#items)
    for (const each of edits) this.#change(each)
    const said = this.say(only, jumps ? jumpMs : 0)
    if (isBlip) this.#items = before
    return said
  }
  #change({ application, look, syncs }: { application: number; look: Look; syncs: boolean }): void {
    const history = [...(this.#items.get(application)?.history ?? [])]
    if (syncs) history.push(syncEntry(++this.#syncs, this.#clock()))
    const kept = history.slice(-KEPT_SYNCS)
    const items = new Map(this.#items)
    if (look === 'gone') items.delete(application)
    else items.set(application, looking(look, application, kept))
    this.#items = items
  }
  say(only: readonly number[] | null, jumpMs: number): Said {
    const index = this.#words++
    const observedAt = new Date(this.#clock().getTime() + jumpMs)
    return {
      index,
      observedAt,
      sentAt: this.#life.saysWhenSent ? observedAt : null,
      sequence: this.#life.counts ? index : null,
      isComplete: only === null,
      items: new Map(
        [...this.#items].filter(([application]) => only?.includes(application) ?? true),
      ),
    }
  }
  #clock(): Date {
    return this.in(this.#life.aheadMs)
  }
}

function looking(look: Look, application: number, history: readonly SyncEntry[]): ReportedItem {
  const revision = history.at(-1)?.revision ?? commit(0)
  const all = { name: `payments--app${application}`, history, revision }
  switch (look) {
    case 'degraded':
      return item({ ...all, health: 'Degraded' })
    case 'failed':
      return item({ ...all, sync: 'OutOfSync', phase: 'Failed' })
    case 'running':
      return item({ ...all, sync: 'OutOfSync', phase: 'Running' })
    case 'broken':
      return item({ ...all, sync: 'Unknown', conditions: [condition('ComparisonError')] })
    default:
      return item(all)
  }
}
