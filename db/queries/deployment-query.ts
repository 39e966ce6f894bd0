// A query of deployments, and its answer.
import { z } from 'zod'
import type { Selector } from '#lib/domain/labels/selector.ts'
import type { Outcome } from '#lib/domain/observed/outcome.ts'
import type { ObservedTime } from './pair-states.ts'

export const deployment = z.strictObject({
  namespace: z.string(),
  application: z.string(),
  cluster: z.string(),
  applicationId: z.int(),
  clusterId: z.int(),
  /** The branch, tag or commit that the application named. */
  version: z.string(),
  repoUrl: z.string(),
  repoPath: z.string(),
  /** The name of the target that it had when it began; null: none. */
  target: z.string().nullable(),
  from: z.date(),
  /** Null: it still exists. */
  to: z.date().nullable(),
  change: z.int(),
  endedBy: z.int().nullable(),
  actor: z.string(),
  reason: z.string().nullable(),
  /** The commit that brought the change to the cluster's branch; null: not yet. */
  commit: z.string().nullable(),
  /** The change to whose time it went back; null: it is no roll back. */
  rollbackOf: z.int().nullable(),
})
export type Deployment = z.infer<typeof deployment>

export type DeploymentQuery = {
  readonly namespace: string | null
  readonly application: string | null
  readonly cluster: string | null
  /** Deployments that existed at some time in this range; null: open. */
  readonly from: Date | null
  readonly to: Date | null
  /** Whether only those that began in this range. */
  readonly begun: boolean
  /** Clusters and applications with these labels, as they were at the end of the range. */
  readonly clusterSelector: Selector | null
  readonly appSelector: Selector | null
  /** Only those of which one of these became; null: whatever did. */
  readonly outcomes: readonly Outcome[] | null
  /** When the clusters are asked what became of them. */
  readonly observed: Omit<ObservedTime, 'change'>
  /** Only what this change began or ended; null: no limit. */
  readonly change: number | null
  /** Only what changes of somebody of this name began; null: anybody's. */
  readonly actor: string | null
  /** Only what began up to this change, as it was known then; null: no limit. */
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
