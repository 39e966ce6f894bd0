// What drafts must be consistent with in the rest of the model: teams must exist, secrets must be for the servers that see
// them, and Git must be able to hold the branches.
import { branchesInTheWay } from '#db/queries/branches.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { shelfOf } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Shelf } from '#lib/domain/fleet/shelf.ts'
import { reservedBranchIssues } from '#lib/domain/git/branch-pattern.ts'
import { type Kind, KINDS, kinds, TEAM_KINDS } from '#lib/domain/objects/kinds.ts'
import { type Cluster, type ModelObject, ownerOf, type Team } from '#lib/domain/objects/objects.ts'
import { secretIssues } from '#lib/domain/objects/secrets.ts'
import { readVariant } from '#lib/domain/reconcilers/reconcilers.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { inSlices } from '../in-slices.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import type { BranchLayout } from '../repository/tenant-repository.ts'
import type { Context } from '../define.ts'
import { configSecretIssues } from './config-references.ts'
import { dependencyIssues } from './dependency-references.ts'
import type { ResolvedDraft } from './drafts.ts'
import { listedHostIssues } from './listed-hosts.ts'
import { environmentIssues, requireUnneededEnvironment } from './environment-references.ts'
import { branchOfCluster, checkedBranch } from './plan.ts'
import { requireUnusedByRollouts } from './rollout-references.ts'
import { requireIdleScheduler, schedulerIssues } from './scheduler-references.ts'
import { findTeam } from './find-team.ts'
import {
  clusterTypeIssues,
  requireSettledCluster,
  requireSettledType,
  requireUnusedType,
  typedClusterIssues,
} from './type-references.ts'
import { targetIssues } from './target-references.ts'
import { requireUntoldSubscription, subscriptionIssues } from './subscription-references.ts'

/** Refuses drafts that leave references dangling. `after` is the fleet that they lead to from `before`. */
export async function requireReferences(
  context: Pick<Context, 'scope' | 'actor'>,
  layout: BranchLayout,
  { before, after }: { readonly before: Fleet; readonly after: Fleet },
  drafts: readonly ResolvedDraft[],
): Promise<void> {
  const { scope } = context
  const issues: Issue[] = []
  for await (const draft of inSlices(drafts)) {
    for (const issue of referenceIssues(layout, after, draft)) {
      issues.push({ ...issue, path: draft.locate(issue.path) })
    }
  }
  issues.push(...(await listedHostIssues(scope, drafts)))
  issues.push(...(await dependencyIssues(context, after, drafts)))
  issues.push(...targetIssues({ before, after }, drafts))
  issues.push(...configSecretIssues(after, drafts))
  if (issues.length > 0) throw refusalOf('invalid', issues)
  requireRoomForObjects(after, drafts)
  for await (const draft of inSlices(drafts)) {
    requireUnusedTeam(after, draft)
    requireUntoldSubscription(after, draft)
    requireUnneededEnvironment(after, draft)
    requireIdleScheduler(after, draft)
    await requireUnusedByRollouts(scope, draft)
    requireSettledCluster(layout, { before, after }, draft)
    requireUnusedType(after, draft)
    requireSettledType({ before, after }, draft)
  }
  await requireRoomForBranches(scope, layout, drafts)
}

function referenceIssues(layout: BranchLayout, after: Fleet, draft: ResolvedDraft): Issue[] {
  const object = draft.after
  if (object === null) return []
  const owner = ownerOf(object)
  return [
    ...teamIssues(after, object, owner),
    ...clashesOf(layout, after, object, draft.before),
    ...subscriptionIssues(after, object),
    ...environmentIssues(after, object),
    ...schedulerIssues(after, object),
    ...secretIssues(object, draft.before, draft.secrets),
  ]
}

/** The other objects that this one can't coexist with. */
function clashesOf(
  layout: BranchLayout,
  after: Fleet,
  object: ModelObject,
  before: ModelObject | null,
): Issue[] {
  if (object.kind === 'team') return reservedNameIssues(after, object)
  if (object.kind === 'cluster-type') return clusterTypeIssues(after, object)
  if (object.kind !== 'cluster') return []
  const present = before?.kind === 'cluster' ? before : null
  return [...branchIssuesOf(layout, object, present), ...typedClusterIssues(after, object)]
}

/** A freeze names its teams in a list, also when one of them owns it. */
function teamIssues(after: Fleet, object: ModelObject, owner: string | null): Issue[] {
  if (object.kind === 'freeze') {
    return object.namespaces.flatMap((name, index) => teamIssue(after, name, ['namespaces', index]))
  }
  return owner === null ? [] : teamIssue(after, owner, ['namespace'])
}

function teamIssue(after: Fleet, name: string, path: Issue['path']): Issue[] {
  if (findTeam(after, name)) return []
  return [{ path, code: 'team_unknown', reason: `There is no team ${name}.` }]
}

function reservedNameIssues({ variants }: Fleet, { name }: Team): Issue[] {
  return [...variants.keys()].flatMap((variant) => {
    const { reconciler, own } = readVariant(variant)
    return reconciler.issues.teamName(name, own)
  })
}

function branchIssuesOf(layout: BranchLayout, cluster: Cluster, present: Cluster | null): Issue[] {
  const branch = checkedBranch(layout, cluster)
  const issues = branch.ok ? reservedBranchIssues(branch.value) : branch.issues
  const stays = branch.ok && present && branchOfCluster(layout, present) === branch.value
  return stays ? [] : issues.map((issue) => ({ ...issue, path: ['metadata'] }))
}

/** Of each owner that gets another object, whether it is new or comes from another owner. */
function requireRoomForObjects(after: Fleet, drafts: readonly ResolvedDraft[]): void {
  for (const kind of KINDS) {
    const { most, many } = kinds[kind]
    if (most === undefined) continue
    const owned = countsByOwner(shelfOf(after, kind))
    for (const owner of newOwners(kind, drafts)) {
      const room = owner === null ? most.platform : most.team
      if (room === undefined || (owned.get(owner) ?? 0) <= room) continue
      const whose = owner === null ? 'The platform' : `Team ${owner}`
      const reason = `${whose} may have ${room} ${many} at most: delete one that isn’t needed.`
      throw new Refusal('conflict', reason, { code: 'too_many' })
    }
  }
}

function newOwners(kind: Kind, drafts: readonly ResolvedDraft[]): ReadonlySet<string | null> {
  const gained = drafts.filter(
    ({ before, after }) =>
      after?.kind === kind && (before === null || ownerOf(before) !== ownerOf(after)),
  )
  return new Set(gained.flatMap(({ after }) => (after === null ? [] : [ownerOf(after)])))
}

/** Null: the platform. */
function countsByOwner({ ordered, slots }: Shelf<ModelObject>): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>()
  for (const id of ordered) {
    const owner = ownerOf(slots[id]!)
    counts.set(owner, (counts.get(owner) ?? 0) + 1)
  }
  return counts
}

const NAMED_MAX = 3

function requireUnusedTeam(after: Fleet, { before, after: object }: ResolvedDraft): void {
  if (before?.kind !== 'team' || object !== null) return
  const owned = TEAM_KINDS.flatMap((kind) => namesOwnedBy(shelfOf(after, kind), before.name))
  if (owned.length === 0) return
  const names = owned.slice(0, NAMED_MAX).join(', ')
  const others = owned.length > NAMED_MAX ? ` and ${owned.length - NAMED_MAX} more` : ''
  throw new Refusal('conflict', `Team ${before.name} still owns ${names}${others}.`, {
    code: 'team_in_use',
  })
}

function namesOwnedBy({ slots }: Shelf<ModelObject>, team: string): string[] {
  return slots.flatMap((object) => (object && ownerOf(object) === team ? [object.name] : []))
}

/** Git can't hold both `a` and `a/b`. */
async function requireRoomForBranches(
  scope: TenantScope,
  layout: BranchLayout,
  drafts: readonly ResolvedDraft[],
): Promise<void> {
  const wanted = new Set<string>()
  for (const { before, after } of drafts) {
    if (after?.kind !== 'cluster') continue
    const branch = branchOfCluster(layout, after)
    // The branch that it is already on exists.
    const home = before?.kind === 'cluster' ? branchOfCluster(layout, before) : null
    if (branch !== home) wanted.add(branch)
  }
  const [clash] = wanted.size === 0 ? [] : await branchesInTheWay(scope, [...wanted])
  if (!clash) return
  throw new Refusal(
    'invalid',
    `Git can't hold the branch ${clash.wanted} beside ${clash.existing}.`,
    {
      code: 'branch_conflict',
    },
  )
}
