// What happens in the tenant, as the server tells it to this tab: one stream of events for all that listen, open while
// somebody does and the tab is looked at. A browser has few connections to one server, so hidden tabs keep none.
import type { LiveEvent, LiveTopic } from '#lib/schemas/live.ts'

export type LiveState =
  | { readonly kind: 'connecting' | 'live' | 'reconnecting' }
  /** Cut for so long that what is shown may be old. */
  | { readonly kind: 'stale'; readonly since: number }

/** As browsers have it. */
export type Stream = {
  readonly readyState: number
  readonly addEventListener: (type: string, hear: (event: Event) => void) => void
  readonly close: () => void
}

type Listener = {
  readonly topics: readonly LiveTopic[]
  readonly hear: (event: LiveEvent) => void
}

type Timer = ReturnType<typeof setTimeout> | undefined

const STALE_AFTER_MS = 20_000
/** The server says something each 14 seconds, and a connection may be lost without a word. */
const SILENT_AFTER_MS = 35_000
const RETRY_MS = { first: 2_000, most: 60_000 }
/** https://html.spec.whatwg.org/multipage/server-sent-events.html#dom-eventsource-closed */
const CLOSED = 2

export class LiveSource {
  readonly #connect: () => Stream
  readonly #listeners = new Set<Listener>()
  readonly #watchers = new Set<() => void>()
  #state: LiveState = { kind: 'connecting' }
  #stream: Stream | null = null
  #isHidden = false
  /** Whether the next stream doesn't go on where the last one ended. */
  #hasMissed = false
  #retryMs = RETRY_MS.first
  #heardAt = 0
  /** Since when nothing is heard; null: the stream is there. */
  #cutAt: number | null = null
  #staleness: Timer
  #silence: Timer
  #retry: Timer

  constructor(connect: () => Stream) {
    this.#connect = connect
  }

  get state(): LiveState {
    return this.#state
  }

  /** Hears of these topics, and of resets, until the returned function is called. */
  listen(topics: readonly LiveTopic[], hear: Listener['hear']): () => void {
    const listener = { topics, hear }
    this.#listeners.add(listener)
    this.#open()
    return () => {
      this.#listeners.delete(listener)
      this.#closeUnused()
    }
  }

  /** Is told whenever the state is another, until the returned function is called. */
  watch(tell: () => void): () => void {
    this.#watchers.add(tell)
    this.#open()
    return () => {
      this.#watchers.delete(tell)
      this.#closeUnused()
    }
  }

  /** The tab is looked at, or not any more. */
  setHidden(isHidden: boolean): void {
    this.#isHidden = isHidden
    if (isHidden) this.#close()
    else this.#open()
  }

  #isUnused(): boolean {
    return this.#listeners.size === 0 && this.#watchers.size === 0
  }

  #open(): void {
    if (this.#stream !== null || this.#isHidden || this.#isUnused()) return
    clearTimeout(this.#retry)
    const stream = this.#connect()
    this.#stream = stream
    const on = (type: string, act: (event: Event) => void) =>
      stream.addEventListener(type, (event) => this.#stream === stream && act(event))
    on('open', () => this.#opened())
    on('heartbeat', () => this.#heard())
    on('message', (event) => {
      this.#heard()
      this.#tell(eventOf(event))
    })
    on('error', () => {
      this.#cutSince(Date.now())
      if (stream.readyState === CLOSED) this.#retryLater()
    })
    this.#awaitWord()
    if (this.#cutAt === null) this.#cutSince(Date.now(), 'connecting')
  }

  #opened(): void {
    this.#cutAt = null
    clearTimeout(this.#staleness)
    this.#retryMs = RETRY_MS.first
    this.#heard()
    this.#become({ kind: 'live' })
    if (this.#hasMissed) this.#tell({ topic: 'reset' })
    this.#hasMissed = false
  }

  #heard(): void {
    this.#heardAt = Date.now()
    this.#awaitWord()
  }

  #awaitWord(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      this.#cutSince(this.#heardAt)
      this.#retryLater()
    }, SILENT_AFTER_MS)
  }

  #cutSince(at: number, kind: 'connecting' | 'reconnecting' = 'reconnecting'): void {
    if (this.#cutAt !== null) return
    this.#cutAt = at
    const leftMs = at + STALE_AFTER_MS - Date.now()
    const stale = () => this.#become({ kind: 'stale', since: at })
    if (leftMs <= 0) return stale()
    this.#become({ kind })
    this.#staleness = setTimeout(stale, leftMs)
  }

  /** The browser has given up, or doesn't notice that it should. */
  #retryLater(): void {
    this.#drop()
    this.#retry = setTimeout(() => this.#open(), this.#retryMs * (1 + Math.random()))
    this.#retryMs = Math.min(2 * this.#retryMs, RETRY_MS.most)
  }

  #drop(): void {
    clearTimeout(this.#silence)
    if (this.#stream !== null) this.#hasMissed = true
    this.#stream?.close()
    this.#stream = null
  }

  #close(): void {
    this.#drop()
    clearTimeout(this.#retry)
    clearTimeout(this.#staleness)
    this.#cutAt = null
    this.#become({ kind: 'connecting' })
  }

  #closeUnused(): void {
    // Whoever leaves may be followed at once, as from one page to the next.
    setTimeout(() => this.#isUnused() && this.#close())
  }

  #become(state: LiveState): void {
    if (state.kind === this.#state.kind) return
    this.#state = state
    for (const tell of this.#watchers) tell()
  }

  #tell(event: LiveEvent): void {
    const { topic } = event
    for (const { topics, hear } of this.#listeners) {
      if (topic === 'reset' || topics.includes(topic)) hear(event)
    }
  }
}

function eventOf(message: Event): LiveEvent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's tests hold it to this
  return JSON.parse((message as MessageEvent<string>).data) as LiveEvent
}
