/** Bytes that arrive in chunks and are taken by line or by length, without copying more than is taken. */
export class ByteQueue {
  #chunks: Buffer[] = []
  #size = 0

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
  }

  /** The bytes up to the next line feed, which is dropped; null while there is none. */
  takeLine(): string | null {
    let before = 0
    for (const chunk of this.#chunks) {
      const index = chunk.indexOf(0x0a)
      if (index >= 0)
        return this.#take(before + index + 1)
          .toString('latin1')
          .slice(0, -1)
      before += chunk.length
    }
    return null
  }

  /** Exactly so many bytes; null while there are fewer. */
  takeBytes(length: number): Buffer | null {
    return this.#size < length ? null : this.#take(length)
  }

  #take(length: number): Buffer {
    const taken: Buffer[] = []
    let missing = length
    while (missing > 0) {
      const chunk = this.#chunks.shift()
      if (chunk === undefined) break
      taken.push(chunk.subarray(0, missing))
      if (chunk.length > missing) this.#chunks.unshift(chunk.subarray(missing))
      missing -= Math.min(missing, chunk.length)
    }
    this.#size -= length
    const [only] = taken
    return taken.length === 1 && only !== undefined ? only : Buffer.concat(taken)
  }
}
