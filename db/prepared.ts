// Keeps statements prepared: the server parses each once for a connection, and a query then takes one round trip instead of
// two.
import type postgres from 'postgres'

type Client = postgres.Sql<{ bigint: number }>

/** The server keeps every one, and users' queries lead to ever new ones. */
const STATEMENTS_MAX = 200

/** The client, which keeps the first statements of the connection prepared. */
export function preparingClient(client: Client): Client {
  const statements = new Set<string>()
  const keeps = (text: string) => {
    if (statements.size < STATEMENTS_MAX) statements.add(text)
    return statements.has(text)
  }
  const unsafe: Client['unsafe'] = (text, parameters, options) =>
    client.unsafe(text, parameters, { ...options, prepare: keeps(text) })
  return new Proxy(client, {
    get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)),
  })
}
