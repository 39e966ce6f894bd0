// HTTP to the identity provider with limits: on time, on size, and to the one address that was configured.
import { requireEmptyHands } from '#lib/runtime/database-in-hand.ts'

export type BoundedRequest = {
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Ends the request earlier, which counts as a timeout. */
  readonly deadline?: AbortSignal
}

export type BoundedAnswer =
  | {
      readonly outcome: 'answered'
      readonly status: number
      readonly headers: Headers
      readonly text: string
    }
  | { readonly outcome: 'timeout' | 'unreachable' | 'too_large' }

/** Follows no redirect: such an answer is returned with its status. Rejects only where waiting is not allowed. */
export async function fetchBounded(url: string, request: BoundedRequest): Promise<BoundedAnswer> {
  requireEmptyHands('the identity provider')
  const { method, headers = {}, body = null, timeoutMs, maxBytes, deadline } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = deadline === undefined ? timeout : AbortSignal.any([timeout, deadline])
  try {
    const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' })
    const text = await readText(response, maxBytes)
    if (text === null) return { outcome: 'too_large' }
    return { outcome: 'answered', status: response.status, headers: response.headers, text }
  } catch {
    return { outcome: signal.aborted ? 'timeout' : 'unreachable' }
  }
}

/** Null: it is longer. The rest is not waited for. */
async function readText(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The value of a JSON text; undefined: it isn't valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Throws unless an address is https. Plain http is only allowed to this machine: answers over a network could be forged.
 */
export function requireSafeUrl(address: string): URL {
  const url = URL.parse(address)
  const isLocal = ['127.0.0.1', 'localhost'].includes(url?.hostname ?? '')
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url
  throw new Error(`Not an https address: ${address}`)
}
