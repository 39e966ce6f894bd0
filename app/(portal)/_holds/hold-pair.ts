/** Which cluster holds its version of which application. */
export type HoldPair = {
  readonly cluster: string
  readonly namespace: string
  readonly application: string
}

/** What a hold that there is says. */
export type HoldNow = { readonly until: string; readonly reason: string; readonly etag: string }
