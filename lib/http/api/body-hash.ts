// What an idempotency key is bound to: the parameters of a request and its body.
import { createHash } from 'node:crypto'
import { inTurns } from '#lib/usecases/in-turns.ts'
import type { Received } from './operation.ts'

/** The hash, in hex, of a request with a body of these bytes; null: it has no idempotency key. */
export async function bodyHashOf(
  { request, query }: Pick<Received, 'request' | 'query'>,
  chunks: readonly Uint8Array[],
): Promise<string | null> {
  if (!request.headers.has('idempotency-key')) return null
  const parameters = JSON.stringify([...query].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const hash = createHash('sha256').update(`${parameters}\n`)
  for await (const chunk of inTurns(chunks)) hash.update(chunk)
  return hash.digest('hex')
}
