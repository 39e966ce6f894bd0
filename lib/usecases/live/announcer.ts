// Gathers what happens in this process, after it is committed, and tells all processes a few times a second. Postgres lets
// only one transaction at a time commit that notifies, so no edit and no report does so itself.
import { randomBytes } from 'node:crypto'
import type { LiveId, LiveTopic } from '#lib/schemas/live.ts'
import { LIVE_CHANNEL, type Said, writeAnnouncement } from './announcement.ts'

/** Where announcements are sent: a connection to the database that serves nothing else. */
type Teller = { readonly tell: (channel: string, text: string) => Promise<void> }

const GATHER_MS = 250
/** Beyond, only the topic is told. */
const IDS_MAX = 100

export class Announcer {
  readonly #gatherMs: number
  readonly #said = new Map<string, Said>()
  #teller: Teller | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(gatherMs = GATHER_MS) {
    this.#gatherMs = gatherMs
  }

  /** To be said of what is committed. Nobody waits for it, and it never fails. */
  say(tenant: number, topic: LiveTopic, id: LiveId): void {
    this.#add({ tenant, topic, ids: [id] })
    this.#schedule()
  }

  /** What was said meanwhile goes over the next connection; null: there is none now. */
  sendOver(teller: Teller | null): void {
    this.#teller = teller
    this.#schedule()
  }

  #add(said: Said): void {
    const key = `${said.tenant} ${said.topic}`
    const before = this.#said.get(key)
    this.#said.set(key, before ? { ...said, ids: allOf(before.ids, said.ids) } : said)
  }

  #schedule(): void {
    if (this.#timer !== null || this.#teller === null || this.#said.size === 0) return
    this.#timer = setTimeout(() => void this.#send(), this.#gatherMs).unref()
  }

  async #send(): Promise<void> {
    const teller = this.#teller
    if (teller !== null) await this.#sendOver(teller)
    this.#timer = null
    this.#schedule()
  }

  async #sendOver(teller: Teller): Promise<void> {
    const said = [...this.#said.values()]
    this.#said.clear()
    const { text, left } = writeAnnouncement({ id: randomBytes(9).toString('base64url'), said })
    const sent = said.slice(0, said.length - left.length)
    for (const each of left) this.#add(each)
    try {
      await teller.tell(LIVE_CHANNEL, text)
    } catch {
      // The connection is lost, or is about to be.
      for (const each of sent) this.#add(each)
    }
  }
}

function allOf(one: Said['ids'], other: Said['ids']): Said['ids'] {
  if (one === null || other === null) return null
  const all = new Set([...one, ...other])
  return all.size > IDS_MAX ? null : [...all]
}
