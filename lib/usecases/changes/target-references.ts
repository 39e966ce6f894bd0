// Targets must be in environments that there are, and a placement has one at most.
import { type TargetConflict, targetConflicts } from '#lib/domain/impact/target-conflicts.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { isEnvironment } from '../rollouts/environment.ts'
import type { ResolvedDraft } from './drafts.ts'

type Fleets = { readonly before: Fleet; readonly after: Fleet }

/** So many are told at once. */
const CONFLICTS_MAX = 20

/**
 * The issues of what drafts do to targets: `unknown_environment` of those that an application hadn't before, and
 * `target_conflict` where the drafts let two policies give a placement different targets.
 */
export function targetIssues(fleets: Fleets, drafts: readonly ResolvedDraft[]): readonly Issue[] {
  const unknown = drafts.flatMap((draft) => unknownIssues(fleets.after, draft))
  return unknown.length > 0 ? unknown : conflictIssues(fleets, drafts)
}

function unknownIssues(after: Fleet, draft: ResolvedDraft): Issue[] {
  if (draft.after?.kind !== 'application') return []
  const had = draft.before?.kind === 'application' ? draft.before.targets : []
  const known = new Set(had.map(({ environment }) => environment))
  return draft.after.targets.flatMap(({ environment }, index) => {
    if (known.has(environment) || isEnvironment(after, environment)) return []
    const reason = `There is no environment ${environment}, and no cluster that names it.`
    const path = draft.locate(['targets', index, 'environment'])
    return [{ path, code: 'unknown_environment', reason }]
  })
}

function conflictIssues(fleets: Fleets, drafts: readonly ResolvedDraft[]): readonly Issue[] {
  const clusters = bitsOf(drafts.flatMap(({ kind, id }) => (kind === 'cluster' ? [id] : [])))
  return targetConflicts(fleets, clusters, CONFLICTS_MAX).map((conflict) => ({
    path: placeOf(conflict, drafts),
    code: 'target_conflict',
    ...said(fleets.after, conflict),
  }))
}

function said({ applications, clusters }: Fleet, conflict: TargetConflict) {
  const { team, name } = applications.slots[conflict.application]!
  const cluster = clusters.slots[conflict.cluster]!.name
  const [one, other] = conflict.giving
  const more = conflict.others === 0 ? '' : `, and on ${counted(conflict.others, 'more cluster')}`
  const reason = `Policies ${one.policy} and ${other.policy} give ${team}/${name} different targets on ${cluster}${more}: ${one.target} and ${other.target}.`
  return { reason, members: [`${team}/${name}`, cluster, one.policy, other.policy] }
}

/** Where somebody would look: at the policy, at the application, or at whatever lets them meet. */
function placeOf(
  { application, cluster, giving }: TargetConflict,
  drafts: readonly ResolvedDraft[],
): Issue['path'] {
  const names = giving.map(({ policy }) => policy)
  const of = (kind: ResolvedDraft['kind'], id: number) =>
    drafts.find((draft) => draft.kind === kind && draft.id === id)
  const policy = drafts.find(
    ({ kind, ref }) => kind === 'target-policy' && names.includes(ref.name),
  )
  if (policy?.after) return policy.locate(['target'])
  const edited = of('application', application)
  if (edited) return edited.locate(['targets'])
  return (of('cluster', cluster) ?? drafts[0])?.locate([]) ?? []
}
