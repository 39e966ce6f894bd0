import type { BoundedAnswer, BoundedRequest } from './bounded-fetch.ts'

export type TokenClient = {
  /** The GUID of the directory: the token works only there. */
  readonly tenant: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where tokens come from: an origin, `https://login.microsoftonline.com` or that of a national cloud. */
  readonly authority: string
  /** What the token is for, such as `https://graph.microsoft.com/.default`. */
  readonly scope: string
}

export type TokenFailure = 'refused' | 'throttled' | 'timeout' | 'unreachable' | 'unreadable'
type TokenAnswer =
  | { readonly outcome: 'given'; readonly token: string }
  | { readonly outcome: 'failed'; readonly reason: TokenFailure }

/** A token, kept until shortly before it expires. `renew`: the kept one was refused. */
export type ClientToken = (renew: boolean) => Promise<TokenAnswer>

export type Bounds = Pick<BoundedRequest, 'timeoutMs' | 'maxBytes'>
export type Call = (url: string, request: BoundedRequest) => Promise<BoundedAnswer>

/** Signs in to Microsoft Entra ID as an application, by the client credentials flow; `call` is how it is reached. */
export function openClientToken(client: TokenClient, bounds: Bounds, call: Call): ClientToken {
  let opened: Promise<ClientToken> | undefined
  return async (renew) => {
    // The library is loaded by those who need it: it takes a sixth of the start of a command.
    opened ??= import('./msal-token.ts').then(({ openMsalToken }) =>
      openMsalToken(client, bounds, call),
    )
    return (await opened)(renew)
  }
}
