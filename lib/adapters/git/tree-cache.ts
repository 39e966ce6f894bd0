/** The bytes of the most recently used trees, by id, up to a total size. */
export class TreeCache {
  readonly #maxBytes: number
  readonly #trees = new Map<string, Uint8Array>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(id: string): Uint8Array | undefined {
    const tree = this.#trees.get(id)
    if (tree === undefined) return undefined
    this.#trees.delete(id)
    this.#trees.set(id, tree)
    return tree
  }

  put(id: string, tree: Uint8Array): void {
    if (this.#trees.has(id) || tree.length > this.#maxBytes) return
    this.#trees.set(id, tree)
    this.#bytes += tree.length
    for (const [oldest, { length }] of this.#trees) {
      if (this.#bytes <= this.#maxBytes) return
      this.#trees.delete(oldest)
      this.#bytes -= length
    }
  }
}
