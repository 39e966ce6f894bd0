// What the items of each cluster's last report were, as far as this process knows: with that, of a report that says little new
// only the little has to be looked up.
import type { ReportedItem } from '#lib/domain/observed/reported.ts'
import type { ReportDigests } from './digest.ts'

/** Some 100 MB. */
const ITEMS_MAX = 4_000_000
/** So much of a digest tells two apart. */
const DIGEST_LENGTH = 22

type Last = Pick<ReportDigests, 'whole'> & {
  /** The digests of its items, in their order. */
  readonly items: string
}

export type News = { readonly before: string; readonly changed: readonly ReportedItem[] }

export class LastReports {
  /** Those that were told longest ago come first. */
  readonly #reports = new Map<string, Last>()
  readonly #itemsMax: number
  #items = 0

  constructor(itemsMax = ITEMS_MAX) {
    this.#itemsMax = itemsMax
  }

  /** Remembers what a cluster says; the oldest are forgotten where there are too many. */
  note(tenant: number, cluster: string, { whole, items }: ReportDigests): void {
    const key = `${tenant} ${cluster}`
    const known = this.#reports.get(key)
    if (known) this.#forget(key, known)
    const last =
      known?.whole === whole ? known : { whole, items: [...items.values()].map(shortened).join('') }
    this.#reports.set(key, last)
    this.#items += countOf(last)
    for (const [oldest, report] of this.#reports) {
      if (this.#items <= this.#itemsMax) break
      this.#forget(oldest, report)
    }
  }

  #forget(key: string, last: Last): void {
    this.#reports.delete(key)
    this.#items -= countOf(last)
  }

  /**
   * The items of a report that aren't those in the same places of the cluster's last one, which has the digest `before`. Null:
   * that one isn't remembered, or had more items or fewer.
   */
  newsIn(tenant: number, cluster: string, { items }: ReportDigests): News | null {
    const last = this.#reports.get(`${tenant} ${cluster}`)
    if (!last || countOf(last) !== items.size) return null
    const changed: ReportedItem[] = []
    let place = 0
    for (const [item, digest] of items) {
      if (!last.items.startsWith(shortened(digest), place)) changed.push(item)
      place += DIGEST_LENGTH
    }
    return { before: last.whole, changed }
  }
}

function countOf({ items }: Last): number {
  return items.length / DIGEST_LENGTH
}

function shortened(digest: string): string {
  return digest.slice(0, DIGEST_LENGTH)
}
