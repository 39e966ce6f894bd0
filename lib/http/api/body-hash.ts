// What an idempotency key is bound to: the parameters of a request and its body.
import { createHash } from 'node:crypto'
import { inSlices } from '#lib/usecases/in-slices.ts'

/** The hash, in hex, of a request with a body of these bytes; null: it has no idempotency key. */
export async function bodyHashOf(
  request: Pick<Request, 'headers' | 'url'>,
  chunks: readonly Uint8Array[],
): Promise<string | null> {
  if (!request.headers.has('idempotency-key')) return null
  const query = new URL(request.url).searchParams
  const parameters = JSON.stringify([...query].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const hash = createHash('sha256').update(`${parameters}\n`)
  for await (const chunk of inSlices(chunks)) hash.update(chunk)
  return hash.digest('hex')
}
