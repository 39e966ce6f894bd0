// Which statements reach Postgres.
import type { Database } from '../client.ts'
import type { Connection } from '../connection.ts'

/** The database, with a record of the statements of each loan of a connection. */
export function overheard({ pool }: Database, loans: string[][]): Database {
  const lend: typeof pool.lend = (fn, lane) =>
    pool.lend((connection) => {
      const loan: string[] = []
      loans.push(loan)
      return fn({ ...connection, client: overheardClient(connection.client, loan) })
    }, lane)
  return { pool: { ...pool, lend } }
}

function overheardClient(client: Connection['client'], loan: string[]): Connection['client'] {
  const unsafe: typeof client.unsafe = (text, parameters, options) => {
    loan.push(text)
    return client.unsafe(text, parameters, options)
  }
  return new Proxy(client, {
    get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)),
  })
}
