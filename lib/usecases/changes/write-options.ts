/** A part of a long answer. */
export type Slice = { readonly offset: number; readonly limit: number }

/** What accompanies a write, whatever it writes. */
export type WriteOptions = {
  /** Answer the impact and keep nothing. */
  readonly dryRun: boolean
  /** The part of the impact’s items that is wanted. */
  readonly impactSlice: Slice
  /** The part of the file diff that is wanted; null: no diff. */
  readonly diffSlice: Slice | null
  readonly confirmRemovals: number | null
  readonly confirmChanges: number | null
  readonly reason: string | null
  /** The digest of the impact that the person saw; null: any impact is fine. */
  readonly expectedImpact: string | null
  /** Lets a deleted team's name be given again. */
  readonly freeName: boolean
  readonly idempotency: IdempotencyClaim | null
}

export type IdempotencyClaim = {
  readonly route: string
  readonly key: string
  readonly bodyHash: string
}

/** The entity tags that an edit of an existing object must meet; `*`: any. */
export type Precondition = '*' | readonly string[]

/** What accompanies a write of a tenant's settings. */
export type SettingsWriteOptions = {
  readonly precondition: Precondition
  /** Answer what it would mean, and keep nothing. */
  readonly dryRun: boolean
  /** The number of clusters that are known to need their bootstrap again. */
  readonly confirmed: number | null
  readonly reason: string | null
}
