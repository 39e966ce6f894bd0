/** Which cluster holds its version of which application. */
export type HoldPair = {
  readonly cluster: string
  readonly namespace: string
  readonly application: string
}

/** What a hold that there is says. `since`: when it was first written. */
export type HoldNow = Readonly<Record<'until' | 'since' | 'reason' | 'etag', string>>

/** Where a hold may be, and how long; and where the application is placed although none may be. */
export type HoldLimits = {
  readonly allowed: readonly { readonly environment: string; readonly longestMs: number }[]
  readonly elsewhere: readonly string[]
}
