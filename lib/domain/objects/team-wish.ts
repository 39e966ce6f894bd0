// What a team that exists asks for: other limits, which are its boundary and its quota, or a cluster that is not there yet.
import { selectorJson } from '#lib/domain/labels/selector-format.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { mapJson } from './fields.ts'
import type { Cluster, Team } from './objects.ts'
import { type LimitsJson, purposeIssues, type TeamRequestJson } from './team-request.ts'
import { quotaIssues } from './team/quota-issues.ts'

type Limits = {
  /** Null: the boundary stays as it is. */
  readonly clusterBoundary: Selector | null
  /** The entries that are to have these amounts; null: the quota stays as it is. */
  readonly quota: ReadonlyMap<string, string> | null
}

type WantedCluster = Pick<Cluster, 'environment' | 'labels'> & {
  /** Null: whoever makes it names it. */
  readonly name: string | null
}

export type TeamWish = {
  /** What it is for, in the asker's words. */
  readonly purpose: string
} & (
  | (Limits & { readonly asksFor: 'limits' })
  | { readonly asksFor: 'cluster'; readonly cluster: WantedCluster }
)

/** Every issue of a wish, with the API's field names in the paths: those of a quota and of a purpose. */
export function teamWishIssues(wish: TeamWish): readonly Issue[] {
  const quota = wish.asksFor === 'limits' ? wish.quota : null
  return [...quotaIssues(quota ?? new Map()), ...purposeIssues(wish.purpose)]
}

/**
 * The limits that a team will have with those that are asked for: `*` takes its boundary away. What isn't asked for stays as
 * it is now: the boundary, or each entry of the quota.
 */
export function limitsAfter(now: LimitsJson, asked: LimitsJson): LimitsJson {
  const boundary = asked.cluster_boundary ?? now.cluster_boundary
  const hasQuota = now.quota !== undefined || asked.quota !== undefined
  return {
    ...(boundary !== undefined && boundary !== '*' && { cluster_boundary: boundary }),
    ...(hasQuota && { quota: { ...now.quota, ...asked.quota } }),
  }
}

/** A wish of a team as it is stored and answered, with the limits that the team has when it asks for others. */
export function teamWishJson(team: Team, wish: TeamWish): TeamRequestJson {
  const asked = { name: team.name, groups: [], purpose: wish.purpose }
  if (wish.asksFor === 'limits') return { ...asked, ...limitsJson(wish), before: limitsJson(team) }
  const { name, environment, labels } = wish.cluster
  return {
    ...asked,
    cluster: {
      ...(name !== null && { name }),
      environment,
      metadata: mapJson(labels),
    },
  }
}

function limitsJson({ clusterBoundary, quota }: Limits): LimitsJson {
  return {
    ...(clusterBoundary && { cluster_boundary: selectorJson(clusterBoundary) }),
    ...(quota && { quota: mapJson(quota) }),
  }
}
