// The existing connections: idle ones, and borrowed ones.
import type { Connection } from './connection.ts'

export class Stock {
  readonly #connect: () => Promise<Connection>
  readonly #open = new Set<Connection>()
  #idle: Connection[] = []
  #falling = fall()

  constructor(connect: () => Promise<Connection>) {
    this.#connect = connect
  }

  /** An idle connection if there is one, otherwise a new one. */
  async borrow(): Promise<Connection> {
    for (let one = this.#idle.pop(); one !== undefined; one = this.#idle.pop()) {
      if (!one.isLost()) return one
      this.#open.delete(one)
    }
    const connecting = this.#connect()
    try {
      const connection = await Promise.race([connecting, this.#falling.promise])
      this.#open.add(connection)
      return connection
    } catch (error) {
      // If it is made after all, it must not be left open.
      void connecting.then(({ destroy }) => destroy()).catch(() => undefined)
      throw error
    }
  }

  giveBack(connection: Connection, { isBroken }: { isBroken: boolean }): void {
    // A query can fail a moment before the loss of its connection is known.
    if (isBroken) void connection.close()
    if (isBroken || connection.isLost()) this.#open.delete(connection)
    else this.#idle.push(connection)
  }

  /** Fails whatever runs on any of them, or waits for a new one. */
  destroyAll(error: Error): void {
    this.#falling.reject(error)
    this.#falling = fall()
    for (const connection of this.#open) void connection.destroy()
    this.#open.clear()
    this.#idle = []
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((connection) => connection.close()))
  }
}

function fall(): PromiseWithResolvers<never> {
  const falling = Promise.withResolvers<never>()
  falling.promise.catch(() => undefined)
  return falling
}
