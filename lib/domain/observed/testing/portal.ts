// What a portal keeps of a cluster's words, as the use case that receives them does, without a database.
import { itemText } from '../item-text.ts'
import { takeIn, type KnownPair, type Taken, type Word } from '../take-in.ts'
import { heard, isNewer, type WordOrder } from '../word.ts'
import { APPLICATIONS, type Arrival, ENDED, NOT_PULLED } from './cluster-words.ts'

export class Portal {
  complete: WordOrder | null = null
  pairs = new Map<number, KnownPair>()
  #offset: number | null = null
  #itemsDigest: string | null = null

  /** Null: it says what the last one said, so nobody looked. */
  hear({ said, receivedAt, isAfterRestart }: Arrival): { word: Word; taken: Taken | null } {
    if (isAfterRestart) this.#restart()
    const { order, at, offset } = heard(said, receivedAt, this.#offset)
    this.#offset = offset
    const items = new Map(
      [...said.items].map(([id, item]) => [id, { item, digest: itemText(item) }]),
    )
    const word = { order, at, isComplete: said.isComplete, items }
    const digest = JSON.stringify([...items].map(([id, { digest }]) => [id, digest]))
    const isNewest = this.complete === null || isNewer(order, this.complete)
    if (said.isComplete && digest === this.#itemsDigest && isNewest) {
      this.complete = order
      return { word, taken: null }
    }
    const taken = takeIn(word, {
      complete: this.complete,
      pairs: this.pairs,
      placed: new Map(
        APPLICATIONS.filter((id) => id !== ENDED).map((id) => [
          id,
          { targetRevision: 'main', isPulled: id !== NOT_PULLED },
        ]),
      ),
      ended: new Set([ENDED]),
    })
    for (const [application, pair] of taken.pairs) {
      if (pair === null) this.pairs.delete(application)
      else this.pairs.set(application, pair)
    }
    if (taken.isNewest) this.complete = order
    if (taken.isUnsettled) this.#itemsDigest = null
    else if (taken.isNewest) this.#itemsDigest = digest
    return { word, taken }
  }

  #restart(): void {
    this.complete = structuredClone(this.complete)
    this.pairs = structuredClone(this.pairs)
  }
}
