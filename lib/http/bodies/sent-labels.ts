// The labels of a series where they stand in the bytes of a message, so that no text is made of those that nobody asks for.
import protobuf from 'protobufjs/minimal.js'
import type { Labels } from '#lib/domain/observed/metric-series.ts'

const LABELS_MAX = 64
/** In bytes. */
const NAME_MAX = 256
const VALUE_MAX = 2048
/** Names mostly differ within so many bytes, which is seen sooner than Node’s own comparison is called. */
const SOON = 16

/** The place of a text that isn't in the message because it is empty. */
export const NO_TEXT = -1

export class SentLabels implements Labels {
  readonly #bytes: Buffer
  readonly #reader: protobuf.Reader
  /** Where names and values stand, one after the other. */
  readonly #places: number[] = []

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#reader = protobuf.Reader.create(bytes)
  }

  /** Of another series from here on. */
  clear(): void {
    this.#places.length = 0
  }

  /** Adds a name, or the value of the one before: a whole text that begins there with its length. */
  add(place: number): void {
    // One too many is enough to see that there are.
    if (this.#places.length <= 2 * LABELS_MAX) this.#places.push(place)
  }

  /** The value of a label by its name, which is of ASCII. */
  get(name: string): string | undefined {
    const places = this.#places
    for (let index = 0; index < places.length; index += 2) {
      if (this.#isName(places[index]!, name)) return this.#textAt(places[index + 1]!)
    }
    return undefined
  }

  /**
   * Which rule they break; null: none.
   * https://prometheus.io/docs/specs/prw/remote_write_spec_2_0/#series-labels
   */
  flaw(): string | null {
    const places = this.#places
    if (places.length > 2 * LABELS_MAX) return `A series has more than ${LABELS_MAX} labels.`
    if (places.length % 2 !== 0) return 'A label is but half there.'
    let hasName = false
    for (let index = 0; index < places.length; index += 2) {
      const name = places[index]!
      const flaw = this.#flawOf(name, places[index + 1]!)
      if (flaw !== null) return flaw
      const order = index === 0 ? -1 : this.#compare(places[index - 2]!, name)
      if (order === 0) return 'A series has a label twice.'
      if (order > 0) return 'Labels aren’t sorted by name.'
      hasName ||= this.#isName(name, '__name__')
    }
    return hasName ? null : 'A series has no label __name__.'
  }

  #flawOf(name: number, value: number): string | null {
    const nameLength = this.#open(name)
    const valueLength = this.#open(value)
    if (nameLength === 0) return 'A label has no name.'
    if (valueLength === 0) return 'A label has no value.'
    return nameLength > NAME_MAX || valueLength > VALUE_MAX ? 'A label is too long.' : null
  }

  /** The length of the text at a place, where the reader stands then. */
  #open(place: number): number {
    if (place === NO_TEXT) return 0
    this.#reader.pos = place
    return this.#reader.size()
  }

  #textAt(place: number): string {
    this.#reader.pos = place
    return this.#reader.string()
  }

  #isName(place: number, name: string): boolean {
    if (this.#open(place) !== name.length) return false
    const begin = this.#reader.pos
    for (let index = 0; index < name.length; index += 1) {
      if (this.#bytes[begin + index] !== name.charCodeAt(index)) return false
    }
    return true
  }

  /** Below 0: the first text comes before the second, in the order of bytes, which is how senders sort. */
  #compare(first: number, second: number): number {
    const firstLength = this.#open(first)
    const firstBegin = this.#reader.pos
    const secondLength = this.#open(second)
    const secondBegin = this.#reader.pos
    for (let index = 0; index < Math.min(firstLength, secondLength, SOON); index += 1) {
      const order = this.#bytes[firstBegin + index]! - this.#bytes[secondBegin + index]!
      if (order !== 0) return order
    }
    if (firstLength <= SOON || secondLength <= SOON) return firstLength - secondLength
    const [firstEnd, secondEnd] = [firstBegin + firstLength, secondBegin + secondLength]
    return this.#bytes.compare(this.#bytes, secondBegin, secondEnd, firstBegin, firstEnd)
  }
}
