// Does together what comes at the same time: the first at once and alone, and what comes meanwhile in the next round. So
// nobody waits for others to come, and the more there are, the less each of them costs.

type Waiting<Item, Outcome> = {
  readonly item: Item
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (reason: unknown) => void
}

/** So many at once. */
const ROUND_MAX = 500

export class Rounds<Item, Outcome> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Outcome[]>
  readonly #max: number
  /** Of each tenant that has a round under way: what came since it began. */
  readonly #waiting = new Map<number, Waiting<Item, Outcome>[]>()

  /** `run`: answers the items of one tenant, in their order. */
  constructor(run: (items: readonly Item[]) => Promise<readonly Outcome[]>, max = ROUND_MAX) {
    this.#run = run
    this.#max = max
  }

  /** The outcome of an item, in a round with others of the tenant. When a round fails, it fails for all of them. */
  join(tenant: number, item: Item): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    const one = { item, resolve, reject }
    const waiting = this.#waiting.get(tenant)
    if (waiting) waiting.push(one)
    else void this.#begin(tenant, [one])
    return promise
  }

  async #begin(tenant: number, waiting: Waiting<Item, Outcome>[]): Promise<void> {
    this.#waiting.set(tenant, waiting)
    while (waiting.length > 0) await this.#runRound(waiting.splice(0, this.#max))
    this.#waiting.delete(tenant)
  }

  async #runRound(round: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#run(round.map(({ item }) => item))
      for (const [index, { resolve }] of round.entries()) resolve(outcomes[index]!)
    } catch (error) {
      for (const { reject } of round) reject(error)
    }
  }
}
