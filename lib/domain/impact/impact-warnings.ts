// What a person should hear before an edit, though it is allowed: what stays behind on clusters, and what will not do
// what its author may expect.
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { idsOfTeam } from '#lib/domain/fleet/shelf.ts'
import { applicationNameWarnings } from '#lib/domain/objects/names.ts'
import type { Application, Cluster, TargetPolicy, Team } from '#lib/domain/objects/objects.ts'
import { repoIsEntitled } from '#lib/domain/objects/repository.ts'
import { countBits, isEmpty } from '#lib/domain/sets/bits.ts'
import { argocdWarnings } from './argocd-warnings.ts'
import { confinementWarnings } from './confinement-warnings.ts'
import { deliveryWarnings } from './delivery-warnings.ts'
import type { Impact } from './impact.ts'
import { networkWarnings } from './network-warnings.ts'
import type { Warning } from './warning.ts'

/** The warnings about edits and their impact: in the order of the edits, of all placements, then by team. */
export function impactWarnings(impact: Impact, edits: readonly Edit[]): Warning[] {
  return [
    ...edits.flatMap((edit) => editWarnings(impact, edit)),
    ...deliveryWarnings(impact),
    ...impact.teams.flatMap(networkWarnings),
    ...impact.teams.flatMap(({ name, left }) => leavingWarnings(name, countBits(left))),
  ]
}

function editWarnings({ before, after }: Impact, edit: Edit): Warning[] {
  if (edit.kind === 'cluster' && edit.after === null) {
    return deletedClusterWarnings(before.clusters.slots[edit.id])
  }
  if (edit.after === null) return []
  switch (edit.kind) {
    case 'team':
      return repositoryWarnings(after, edit.after)
    case 'application':
      return [...longNameWarnings(edit.after), ...versionRangeWarnings(edit.after)]
    case 'target-policy':
      return idlePolicyWarnings(after, edit.id, edit.after)
    case 'cluster':
      return [
        ...confinementWarnings(before.clusters.slots[edit.id], edit.after),
        ...argocdWarnings(before.clusters.slots[edit.id], edit.after),
      ]
  }
}

function deletedClusterWarnings(cluster: Cluster | undefined): Warning[] {
  if (!cluster) return []
  const message = `What runs on ${cluster.name} goes on running, unmanaged: its Argo CD finds no folder any more. To clean it up, remove its placements first, wait for its report, and delete it then.`
  return [{ code: 'workloads_unmanaged', message }]
}

function repositoryWarnings(fleet: Fleet, team: Team): Warning[] {
  const outside = idsOfTeam(fleet.applications, team.name)
    .map((id) => fleet.applications.slots[id])
    .filter((application) => application && !repoIsEntitled(team, application.repoUrl))
    .map((application) => application!.name)
  if (outside.length === 0) return []
  const message = `Argo CD will refuse ${outside.length} of the team's applications, whose repositories are not in source_repos: ${outside.slice(0, 5).join(', ')}.`
  return [{ code: 'repositories_outside', message }]
}

function longNameWarnings({ team, name }: Application): Warning[] {
  return applicationNameWarnings(team, name).map(({ code, reason }) => ({ code, message: reason }))
}

const PART = String.raw`\.[0-9xX]+`
const PRERELEASE = String.raw`-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*`
/** Some part that counts is an x. A full version such as `v1.2` is none: Argo CD looks for exactly that. */
const RANGE = String.raw`[xX](?:${PART}){0,2}|\d+\.[xX](?:${PART})?|\d+\.\d+\.[xX]`
const VERSION_RANGE = new RegExp(`^v?(?:${RANGE})(?:${PRERELEASE})?$`)

/**
 * Argo CD reads `1.x`, and `x-ray` too, as a range of versions, and then the newest tag that fits goes before a branch of
 * that very name. These are all such names that can be a branch's here: other ranges hold characters that it can't hold.
 *
 * https://github.com/argoproj/argo-cd/blob/0017d068/util/git/client.go `resolveSemverRevision`, as in
 * https://github.com/argoproj/argo-cd/blob/14705dbf/util/versions/tags.go `MaxVersion`; the ranges are those of
 * https://github.com/Masterminds/semver/blob/00300c46/constraints.go `NewConstraint`
 */
function versionRangeWarnings({ repoBranch }: Application): Warning[] {
  if (!VERSION_RANGE.test(repoBranch)) return []
  const message = `Argo CD takes repo_branch ${repoBranch} for a range of versions: where the repository has tags that fit it, the newest of them is deployed, and not the branch of this name.`
  return [{ code: 'branch_is_version_range', message }]
}

function idlePolicyWarnings(fleet: Fleet, id: number, policy: TargetPolicy): Warning[] {
  const rule = fleet.rules[id]
  if (!rule) return []
  const idle = (field: string, what: string): Warning => ({
    code: 'selector_matches_nothing',
    message: `The ${field} of ${policy.name} matches 0 ${what}.`,
  })
  return [
    ...(isEmpty(rule.applications) ? [idle('app_selector', 'applications')] : []),
    ...(isEmpty(rule.clusters) ? [idle('cluster_selector', 'clusters')] : []),
  ]
}

function leavingWarnings(team: string, clusters: number): Warning[] {
  if (clusters === 0) return []
  const where = clusters === 1 ? '1 cluster' : `${clusters} clusters`
  const message = `Team ${team} leaves ${where}. Its Kubernetes namespace and network policy stay there, with what Argo CD doesn't manage; \`kubectl delete namespace ${team}\` removes them.`
  return [{ code: 'namespace_stays', message }]
}
