// Whether each branch is written by Berth or merged by people: all clusters on it must agree.
import type { Environment } from '#lib/domain/objects/objects.ts'

export type PublishMode = Environment['publish']

/** Hosts let nobody open many pull requests in an hour. */
export const PROPOSED_BRANCHES_MAX = 20

/** A branch, and one of the environments that its clusters are in. */
export type LivedOn = { readonly branch: string; readonly environment: string }

export type BranchModes = {
  /** Branches that environments of both modes share, each with one environment of either. */
  readonly shared: readonly {
    readonly branch: string
    readonly proposed: string
    readonly direct: string
  }[]
  /** Branches into which people merge. */
  readonly proposed: ReadonlySet<string>
}

/** The modes of branches; `modeOf` says how an environment is published. */
export function branchModes(
  lived: Iterable<LivedOn>,
  modeOf: (environment: string) => PublishMode,
): BranchModes {
  const byMode = { direct: new Map<string, string>(), 'pull-request': new Map<string, string>() }
  for (const { branch, environment } of lived) {
    const branches = byMode[modeOf(environment)]
    if (!branches.has(branch)) branches.set(branch, environment)
  }
  const shared = [...byMode['pull-request']].flatMap(([branch, proposed]) => {
    const direct = byMode.direct.get(branch)
    return direct === undefined ? [] : [{ branch, proposed, direct }]
  })
  return { shared, proposed: new Set(byMode['pull-request'].keys()) }
}
