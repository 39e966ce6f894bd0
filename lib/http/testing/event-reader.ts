// Reads server-sent events, one after the other. https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
import type { LiveEvent } from '#lib/schemas/live.ts'

export type ReadEvent = { readonly id: string | null; readonly type: string; readonly data: string }

export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  #text = ''
  /** Where a browser would go on. */
  lastId: string | null = null

  constructor(response: Response) {
    if (response.body === null) throw new Error(`no events, but ${response.status}`)
    this.#reader = response.body.getReader()
  }

  /** The next that happened in the tenant, without heartbeats; null: the stream ended. */
  async next(): Promise<LiveEvent | null> {
    for (let block = await this.block(); block !== null; block = await this.block()) {
      if (block.type === 'message' && block.data !== '') return JSON.parse(block.data)
    }
    return null
  }

  /** The next event of any type; of those without data a browser only keeps the id. */
  async block(): Promise<ReadEvent | null> {
    while (!this.#text.includes('\n\n')) {
      const { done, value } = await this.#reader.read()
      if (done) return null
      this.#text += this.#decoder.decode(value, { stream: true })
    }
    const end = this.#text.indexOf('\n\n')
    const lines = this.#text.slice(0, end).split('\n')
    this.#text = this.#text.slice(end + 2)
    const fieldOf = (name: string) =>
      lines.findLast((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    this.lastId = fieldOf('id') ?? this.lastId
    return {
      id: fieldOf('id') ?? null,
      type: fieldOf('event') ?? 'message',
      data: fieldOf('data') ?? '',
    }
  }

  async close(): Promise<void> {
    await this.#reader.cancel()
  }
}
