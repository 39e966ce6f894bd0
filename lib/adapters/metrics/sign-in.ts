// How Berth signs in to a source of metrics.
import type { BoundedAnswer, BoundedRequest } from '#lib/adapters/identity/bounded-fetch.ts'
import {
  type ClientToken,
  openClientToken,
  type TokenClient,
  type TokenFailure,
} from '#lib/adapters/identity/client-token.ts'
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'

export type Credential =
  | { readonly by: 'none' }
  | { readonly by: 'basic'; readonly username: string; readonly password: string }
  | { readonly by: 'bearer'; readonly token: string }
  | { readonly by: 'entra'; readonly client: TokenClient }

const BOUNDS = { timeoutMs: 10_000, maxBytes: 64 * 1024 }

const FAILURES: Readonly<Record<TokenFailure, string>> = {
  refused:
    'Microsoft Entra ID gives no token: check the ids of the directory and the application, and the secret.',
  throttled: 'Microsoft Entra ID is busy right now.',
  timeout: 'Microsoft Entra ID has not answered in time.',
  unreachable: 'Microsoft Entra ID can’t be reached.',
  unreadable: 'Microsoft Entra ID answers, but with no token.',
}

/** The header that signs in, or in a sentence why there is none. */
export type SignIn = () => Promise<
  { readonly authorization: string | null } | { readonly reason: string }
>

/** Tokens are kept until shortly before they expire. They are asked for by `callOut`, as everything of a source is. */
export function openSignIn(credential: Credential, callOut: CallOut): SignIn {
  switch (credential.by) {
    case 'none':
      return async () => ({ authorization: null })
    case 'basic': {
      const { username, password } = credential
      const pair = Buffer.from(`${username}:${password}`).toString('base64')
      return async () => ({ authorization: `Basic ${pair}` })
    }
    case 'bearer':
      return async () => ({ authorization: `Bearer ${credential.token}` })
    case 'entra':
      return byToken(openClientToken(credential.client, BOUNDS, bounded(callOut)))
  }
}

function byToken(ask: ClientToken): SignIn {
  return async () => {
    const answer = await ask(false)
    return answer.outcome === 'given'
      ? { authorization: `Bearer ${answer.token}` }
      : { reason: FAILURES[answer.reason] }
  }
}

function bounded(callOut: CallOut) {
  return async (url: string, request: BoundedRequest): Promise<BoundedAnswer> => {
    const answer = await callOut(url, request)
    if (answer.outcome === 'answered') return answer
    return { outcome: answer.outcome === 'refused' ? 'unreachable' : answer.outcome }
  }
}
