// Keeps two publishers from working on one branch at a time. This only saves work: history stays in order because the
// remote compares the tip at each push.
import { createHash } from 'node:crypto'
import type { Connection } from '#db/connection.ts'

export type BranchLock = {
  /** Whether the connection that held it is gone, and with it the lock. */
  readonly isLost: () => boolean
  readonly release: () => Promise<void>
}

/** Locks that share one connection; when that ends, for whatever reason, all of them are released. */
export class BranchLocks {
  readonly #connect: () => Promise<Connection>
  #connection: Promise<Connection> | null = null

  constructor(connect: () => Promise<Connection>) {
    this.#connect = connect
  }

  /**
   * The lock of a branch, or null when another process has it. Callers must ask only once at a time: Postgres would give
   * the same lock to one connection twice.
   */
  async acquire(tenant: number, branch: string): Promise<BranchLock | null> {
    const connection = await this.#current()
    const key = keyOf(tenant, branch)
    const [row] = await connection.client<{ held: boolean }[]>`
      select pg_try_advisory_lock(${key}::bigint) as held`
    if (row?.held !== true) return null
    return {
      isLost: connection.isLost,
      release: async () => {
        if (connection.isLost()) return
        await connection.client`select pg_advisory_unlock(${key}::bigint)`.catch(connection.close)
      },
    }
  }

  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => null)
    await connection?.close()
  }

  async #current(): Promise<Connection> {
    const making = this.#connection
    if (making === null) {
      this.#connection = this.#connect()
      return this.#connection
    }
    const connection = await making.catch(() => null)
    if (connection !== null && !connection.isLost()) return connection
    if (this.#connection === making) this.#connection = null
    return this.#current()
  }
}

function keyOf(tenant: number, branch: string): string {
  const digest = createHash('sha256').update(`berth publisher\0${tenant}\0${branch}`).digest()
  return digest.readBigInt64BE().toString()
}
