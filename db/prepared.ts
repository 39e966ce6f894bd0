// Keeps statements prepared: the server parses each once for a connection, and a query then takes one round trip instead of
// two.
import type postgres from 'postgres'

/** The server keeps every one, and users' queries lead to ever new ones. */
export const STATEMENTS_MAX = 200

/** The client, which keeps the first statements of the connection prepared, as many as `max`. */
export function preparingClient<T extends Record<string, unknown>>(
  client: postgres.Sql<T>,
  max: number,
): postgres.Sql<T> {
  const statements = new Set<string>()
  const keeps = (text: string) => {
    if (statements.size < max) statements.add(text)
    return statements.has(text)
  }
  const unsafe: typeof client.unsafe = (text, parameters, options) =>
    client.unsafe(text, parameters, { ...options, prepare: keeps(text) })
  return new Proxy(client, {
    get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)),
  })
}
