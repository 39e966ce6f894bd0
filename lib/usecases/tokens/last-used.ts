// When a token was last used, by the minute. Written after the answer, once a minute for each token and together for those that
// are used at about the same time: a crash loses a minute of it.
import { type Database, inTenant } from '#db/client.ts'
import { type FoundToken, writeTokenUse } from '#db/queries/tokens.ts'

const MINUTE_MS = 60_000
/** By then most answers have been sent. */
const DELAY_MS = 500
const TOKENS_MAX = 10_000

export class TokenUse {
  readonly #database: Database
  readonly #onFailure: (error: unknown) => void
  /** The minute in which each token's use was last written. */
  readonly #told = new Map<string, number>()
  /** Those that are to be written next, by tenant. */
  readonly #noted = new Map<number, string[]>()
  readonly #writing = new Set<Promise<void>>()

  constructor(database: Database, onFailure: (error: unknown) => void) {
    this.#database = database
    this.#onFailure = onFailure
  }

  /** Notes that a token is used now. Nobody waits for it, and it never fails. */
  note({ id, tenant, lastUsedAt }: Pick<FoundToken, 'id' | 'tenant' | 'lastUsedAt'>): void {
    const minute = minuteOf(Date.now())
    if (this.#told.get(id) === minute || minuteOf(lastUsedAt?.getTime() ?? 0) === minute) return
    if (this.#told.size >= TOKENS_MAX) this.#told.clear()
    this.#told.set(id, minute)
    const noted = this.#noted.get(tenant.id)
    if (noted) {
      noted.push(id)
      return
    }
    const ids = [id]
    this.#noted.set(tenant.id, ids)
    const writing = this.#write(tenant.id, ids).finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  /** Resolves once everything that was noted is stored. */
  async settle(): Promise<void> {
    await Promise.all(this.#writing)
  }

  async #write(tenant: number, ids: readonly string[]): Promise<void> {
    await new Promise<void>((resolve) => setTimeout(resolve, DELAY_MS).unref())
    this.#noted.delete(tenant)
    await inTenant(this.#database, tenant, (tx) => writeTokenUse({ tx, tenant }, ids)).catch(
      this.#onFailure,
    )
  }
}

const minuteOf = (ms: number) => Math.floor(ms / MINUTE_MS)
