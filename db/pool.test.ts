import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, inject, it } from 'vitest'
import { connect } from './connection.ts'
import type { Connection } from './connection.ts'
import { openPool } from './pool.ts'

/** Connections to nothing, which are counted and can be lost. */
function fakeConnections(client: Connection['client']) {
  const made: { lose: () => void; closed: boolean }[] = []
  const make = async (): Promise<Connection> => {
    let lost = false
    const handle = { lose: () => (lost = true), closed: false }
    made.push(handle)
    return {
      client,
      isLost: () => lost,
      close: async () => {
        handle.closed = true
      },
      destroy: async () => undefined,
    }
  }
  return { made, make }
}

const { client, close } = await connect(inject('databaseUrl'))
await close()

describe('a pool', () => {
  it('lends a connection to one borrower at a time, and makes no more than it may', async () => {
    const { made, make } = fakeConnections(client)
    const pool = openPool(make, { max: 2, perTenant: 2 })
    const inUse = new Set<Connection>()
    await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        pool.lend(async (connection) => {
          expect(inUse.has(connection)).toBe(false)
          inUse.add(connection)
          await pause(turn % 3)
          inUse.delete(connection)
        }),
      ),
    )
    expect(made).toHaveLength(2)
  })

  it('serves borrowers in the order in which they came', async () => {
    const pool = openPool(fakeConnections(client).make, { max: 1, perTenant: 1 })
    const served: number[] = []
    await Promise.all([1, 2, 3, 4].map((turn) => pool.lend(async () => served.push(turn))))
    expect(served).toEqual([1, 2, 3, 4])
  })

  it('takes a connection back from a borrower that throws', async () => {
    const { made, make } = fakeConnections(client)
    const pool = openPool(make, { max: 1, perTenant: 1 })
    await expect(pool.lend(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(pool.lend(async () => 'yes')).resolves.toBe('yes')
    expect(made).toHaveLength(1)
  })

  it('never lends a connection again that was lost, in use or idle', async () => {
    const { made, make } = fakeConnections(client)
    const pool = openPool(make, { max: 1, perTenant: 1 })
    await pool.lend(async () => made[0]?.lose())
    await pool.lend(async () => undefined)
    made[1]?.lose()
    await pool.lend(async () => undefined)
    expect(made).toHaveLength(3)
  })

  it('lets the next borrower try when there was no connection for one', async () => {
    const { make } = fakeConnections(client)
    let attempts = 0
    const pool = openPool(() => (++attempts < 3 ? Promise.reject(new Error('down')) : make()), {
      max: 1,
      perTenant: 1,
    })
    const outcomes = await Promise.allSettled([1, 2, 3].map((turn) => pool.lend(async () => turn)))
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  })

  it('closes idle and lent connections', async () => {
    const { made, make } = fakeConnections(client)
    const pool = openPool(make, { max: 2, perTenant: 2 })
    await Promise.all([pool.lend(() => pause(5)), pool.lend(() => pause(5))])
    await pool.lend(() => pool.close())
    expect(made.map((connection) => connection.closed)).toEqual([true, true])
  })
})
