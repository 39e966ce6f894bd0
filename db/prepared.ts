// Statements that stay prepared: the server parses each once a connection, and a query then takes one round trip and not two.
import type postgres from 'postgres'

type Client = postgres.Sql<{ bigint: number }>

/** The server keeps every one, and what people ask for makes ever new ones. */
const STATEMENTS_MAX = 200

/** The client with its statements kept prepared, the first two hundred of the connection. */
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
