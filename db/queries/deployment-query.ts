// What is asked of deployments, and what is answered.

export type Deployment = {
  readonly namespace: string
  readonly application: string
  readonly cluster: string
  /** The branch, tag or commit that the application named. */
  readonly version: string
  readonly repoUrl: string
  readonly repoPath: string
  readonly from: Date
  /** Null: it is still there. */
  readonly to: Date | null
  readonly change: number
  readonly endedBy: number | null
  readonly actor: string
  readonly reason: string | null
  /** The commit that brought the change to the cluster's branch; null: not yet. */
  readonly commit: string | null
}

export type DeploymentQuery = {
  readonly namespace: string | null
  readonly application: string | null
  readonly cluster: string | null
  /** Deployments that were there at some time within these; null: open. */
  readonly from: Date | null
  readonly to: Date | null
  /** Only what this change began or ended; null: everything. */
  readonly change: number | null
  /** Only what began by this change or before, as it was known then; null: everything. */
  readonly upTo: number | null
  readonly teams: readonly string[] | null
  /** Part of the team's, the application's or the cluster's name, or of the version, in any case. */
  readonly text: string | null
  /** Newest first. */
  readonly descending: boolean
}

export type DeploymentPosition = Pick<
  Deployment,
  'change' | 'namespace' | 'application' | 'cluster'
>
