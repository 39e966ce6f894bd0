// A release: what an application is delivered from, on the clusters of an environment, from one change to another. It is
// decided and kept like a placement, and says with which source a placement has its file.
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'

/** Where manifests are: a repository, a revision in it, and a directory. */
export type Source = Pick<Application, 'repoUrl' | 'repoBranch' | 'repoPath'>

export type Release = {
  /** The application's id. */
  readonly application: number
  /** What its clusters have in their field `environment`; empty: those that name none. */
  readonly environment: string
  /** The number of the version; null: what the application had before it followed versions. */
  readonly version: number | null
  readonly source: Source
  /** The ids of the clusters that it is for; null: all of the environment that no other release is for, the base. */
  readonly clusters: Bits | null
  /** The rollout that released it; null: none did. */
  readonly rollout: number | null
}

/** What a change does to releases: the ids of those that end, and those that begin, in this order. */
export type ReleaseChange = {
  readonly ended: readonly number[]
  readonly begun: readonly Release[]
}

export function sourceOf({ repoUrl, repoBranch, repoPath }: Source): Source {
  return { repoUrl, repoBranch, repoPath }
}
