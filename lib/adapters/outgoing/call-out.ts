// The one way out to hosts that somebody named who doesn't run this machine: webhooks, sources of metrics, and the APIs of Git
// hosts. The name is resolved here, every address of it is checked, and the connection goes to one of exactly these, so that a
// name which resolves differently a moment later has no effect. Proxies of the environment are not used: they would resolve the
// name again.
import { once } from 'node:events'
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import { isThisMachine } from '#lib/domain/addresses/call-url.ts'
import { requireEmptyHands } from '#lib/runtime/database-in-hand.ts'
import { failureWords } from './failure-words.ts'
import { askNameServers, type LookUpName } from './name-lookup.ts'
import type { Reach } from './reach.ts'

export type OutgoingCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For all of it: the name, the connection and the whole answer. */
  readonly timeoutMs: number
  /** Of the answer's body. */
  readonly maxBytes: number
  /** Ends the call earlier, which counts as a timeout. */
  readonly signal?: AbortSignal
}

export type OutgoingAnswer =
  | {
      readonly outcome: 'answered'
      readonly status: number
      readonly headers: Headers
      readonly text: string
    }
  | {
      /** `refused`: it was not called, because it may not be or the name isn't known. */
      readonly outcome: 'timeout' | 'unreachable' | 'too_large' | 'refused'
      /** A sentence without secrets and without addresses behind the name. */
      readonly reason: string
    }

/** Follows no redirect: such an answer is returned with its status. Rejects only where waiting is not allowed. */
export type CallOut = (url: string, call: OutgoingCall) => Promise<OutgoingAnswer>

export function openOutgoing(reach: Reach, lookUp: LookUpName = askNameServers): CallOut {
  return async (address, call) => {
    requireEmptyHands('a call to another host')
    const url = urlToCall(address, reach)
    if (url === null) return refused(NO_ADDRESS)
    const signal = signalOf(call)
    const addresses = await addressesOf(url, lookUp, signal)
    if (signal.aborted) return tooSlow(url)
    const flaw = addressFlaw(url, addresses, reach)
    if (flaw !== null) return refused(flaw)
    try {
      return await send(url, call, addresses, signal)
    } catch (error) {
      if (signal.aborted) return tooSlow(url)
      return { outcome: 'unreachable', reason: failureWords(url.hostname, error) }
    }
  }
}

const NO_ADDRESS =
  'The address is none that may be called: it has to be of the form https://host/path.'

/** Null: it may not be called, wherever its host is. */
function urlToCall(address: string, { allowsPlainHttp }: Reach): URL | null {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (url.protocol === 'https:') return url
  return url.protocol === 'http:' && allowsPlainHttp && isThisMachine(address) ? url : null
}

/** Why none of the addresses is called, in a sentence: one that may not be reached spoils all. */
function addressFlaw(
  { hostname }: URL,
  addresses: readonly string[],
  { mayReach }: Reach,
): string | null {
  if (addresses.length === 0) return `The host ${hostname} is not known to the name service.`
  if (addresses.every(mayReach)) return null
  return `The host ${hostname} leads to this machine, its link, a metadata service or a private network that this installation doesn’t open: that is not allowed.`
}

function signalOf({ timeoutMs, signal }: OutgoingCall): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal === undefined ? timeout : AbortSignal.any([timeout, signal])
}

async function addressesOf(
  { hostname }: URL,
  lookUp: LookUpName,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return [host]
  const aborted = once(signal, 'abort').then((): string[] => [])
  return Promise.race([lookUp(host, signal).catch((): string[] => []), aborted])
}

async function send(
  url: URL,
  { method, headers = {}, body, maxBytes }: OutgoingCall,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  const options: RequestOptions = {
    method,
    headers: { ...headers, 'Accept-Encoding': 'identity' },
    // A connection of its own, and no agent of the process with its proxies.
    agent: false,
    lookup: pinned(addresses),
    signal,
  }
  const request =
    url.protocol === 'https:' ? https.request(url, options) : http.request(url, options)
  try {
    const answered = answerTo(request)
    request.end(body)
    const response = await answered
    const text = await readText(response, maxBytes)
    if (text === null) {
      const reason = `${url.hostname} answers with more than ${maxBytes.toLocaleString('en')} bytes.`
      return { outcome: 'too_large', reason }
    }
    return {
      outcome: 'answered',
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      text,
    }
  } finally {
    request.destroy()
  }
}

/** Rejects when there won't be any. */
async function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    // Heard to the end: an error that nobody hears would end the process.
    request.on('error', reject)
    request.once('close', () => reject(new Error('closed without an answer')))
  })
}

/** Answers the connection's question for the name with what was checked. For an address in the URL it isn't asked. */
function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_host, options, answer) => {
    if (options.all) answer(null, all)
    else answer(null, all[0]!.address, all[0]!.family)
  }
}

/** Null: it is longer. The rest is not waited for. */
async function readText(response: IncomingMessage, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index]!, rawHeaders[index + 1]!)
  }
  return headers
}

function refused(reason: string): OutgoingAnswer {
  return { outcome: 'refused', reason }
}

function tooSlow({ hostname }: URL): OutgoingAnswer {
  return { outcome: 'timeout', reason: `${hostname} has not answered in time.` }
}
