// The chain of environments, as its picture shows it.

export type ChainStop = {
  readonly name: string
  /** Those before it, by name. */
  readonly after: readonly string[]
  /** For how long a version must have succeeded before it; null: it may come at once. */
  readonly soak: string | null
  readonly waves: number
  /** The most people that one of its waves asks to approve it. */
  readonly approvals: number
  readonly isProtected: boolean
  readonly hasHours: boolean
  readonly takesNewest: boolean
  readonly isByPullRequest: boolean
  readonly clusters: number
  /** Rollouts to it that are under way, of what the visitor may see. */
  readonly rollouts: { readonly running: number; readonly paused: number }
}

export type Chain = {
  /** Each stage comes after those before it. Environments that only clusters name are in none. */
  readonly stages: readonly (readonly ChainStop[])[]
  /** How many environments more there are. */
  readonly more: number
}
