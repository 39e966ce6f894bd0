// One connection to Postgres that is never replaced by another without a word.
//
// postgres.js 3.4.9 pools and reconnects by itself, and when a connection is lost during a transaction it ends the process
// (https://github.com/porsager/postgres/issues/1208), never uses the connection again, or runs what is left of the
// transaction inside the next one (https://github.com/porsager/postgres/pull/1215). So each of its clients is held to one
// connection here, lent to one borrower at a time (./pool.ts), and thrown away with it.
import postgres from 'postgres'
import { arrayTypes } from './array-types.ts'
import { preparingClient, STATEMENTS_MAX } from './prepared.ts'
import { readServerAddress } from './server-address.ts'

export type Connection = {
  readonly client: postgres.Sql<{ bigint: number }>
  /** Once it is lost, every query fails. */
  readonly isLost: () => boolean
  readonly close: () => Promise<void>
  /** Doesn't wait for running queries, which fail. */
  readonly destroy: () => Promise<void>
}

const CONNECT_TIMEOUT_MS = 5_000
const CLOSE_TIMEOUT_SECONDS = 5

let arePlansKept = false

/**
 * From now on this process's connections keep every statement, and its plan after the fifth where that costs no more: tests
 * ask the same of small tenants all the time, and to plan takes longer than to answer.
 */
export function keepPlans(): void {
  arePlansKept = true
}

/** Connects, or throws the driver's error within five seconds. */
export async function connect(url: string): Promise<Connection> {
  let lost = false
  const { address, socket } = readServerAddress(url)
  const client = postgres(address, {
    ...socket,
    max: 1,
    // No timer may end the connection while it is lent.
    max_lifetime: null,
    connect_timeout: CONNECT_TIMEOUT_MS / 1000,
    connection: {
      application_name: 'berth',
      // The server's default suits spinning disks, where reading a whole table often beats walking an index.
      random_page_cost: 1.1,
      // A generic plan suits the average tenant, and reads a whole tenant to find one row.
      plan_cache_mode: arePlansKept ? 'auto' : 'force_custom_plan',
    },
    onnotice: () => undefined,
    onclose: () => {
      lost = true
      void client.end({ timeout: 0 })
    },
    fetch_types: false,
    types: {
      ...arrayTypes,
      // Change numbers and counts: all of them below 2^53.
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
      // Drizzle's columns send both as text; raw statements pass a date as it is.
      json: { to: 114, from: [114, 3802], parse: JSON.parse, serialize: String },
      date: { to: 1184, from: [1184], parse: (text: string) => new Date(text), serialize: textOf },
    },
  })
  // The driver's own timeout starts again with each of its attempts.
  const timer = setTimeout(() => void client.end({ timeout: 0 }), CONNECT_TIMEOUT_MS)
  try {
    await client`select 1`
  } finally {
    clearTimeout(timer)
  }
  return {
    client: preparingClient(client, arePlansKept ? Infinity : STATEMENTS_MAX),
    isLost: () => lost,
    close: () => client.end({ timeout: CLOSE_TIMEOUT_SECONDS }),
    destroy: () => client.end({ timeout: 0 }),
  }
}

function textOf(date: Date | string): string {
  return typeof date === 'string' ? date : date.toISOString()
}
