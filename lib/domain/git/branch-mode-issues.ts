// How an edit may not leave the branches: merged by people and written by Berth at once, merged by people in great numbers, or
// where Berth keeps what it proposes.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import type { Cluster, ModelObject } from '#lib/domain/objects/objects.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { quoted } from '#lib/domain/text/text.ts'
import {
  type BranchModes,
  branchModes,
  type LivedOn,
  PROPOSED_BRANCHES_MAX,
} from './branch-modes.ts'
import { isReservedBranch, PROPOSED_REFS } from './pull-request.ts'

type Environments = Pick<FleetState, 'environments'>
type Branched = Environments & Pick<FleetState, 'clusters' | 'clustersByEnvironment'>

/** An object before and after an edit. */
type Drafted = { readonly before: ModelObject | null; readonly after: ModelObject | null }

/** An issue, with its path in the object, and the draft without which there wouldn't be this one. */
export type BlamedIssue<Draft> = { readonly draft: Draft; readonly issue: Issue }

/** The names of the environments whose branches people merge. */
export function proposedEnvironments({ environments }: Environments): readonly string[] {
  return environments.slots.flatMap((each) => (each?.publish === 'pull-request' ? [each.name] : []))
}

/** `no_git_host` for each environment that is to be published by pull request from now on, where nothing keeps these. */
export function hostIssues<Draft extends Drafted>(
  drafts: readonly Draft[],
): readonly BlamedIssue<Draft>[] {
  const reason =
    'Berth can open no pull requests in the tenant’s repository: name its host and a token in pull_requests of the repository settings first. A repository that Berth keeps itself has none.'
  const issue = { path: ['publish'], code: 'no_git_host', reason }
  return drafts.flatMap((draft) =>
    proposes(draft.after) && !proposes(draft.before) ? [{ draft, issue }] : [],
  )
}

/**
 * What is wrong with the branches of a fleet, of those alone that its last edit made another: to which it brought clusters, or
 * whose environment it publishes otherwise. The drafts are valid by themselves, and each cluster has a branch. Asks for all
 * branches, with `gather`, only if there are such ones and an environment of some clusters is published by pull request.
 *
 * `branch_shared_by_modes` for each branch with clusters of both kinds of environments; `too_many_branches` when people would
 * merge into more than hosts let one open pull requests for; `branch_reserved` when people merge into any, and a branch is there
 * from the time before the names were reserved.
 */
export async function branchModeIssues<Draft extends Drafted>(
  after: Branched,
  drafts: readonly Draft[],
  branchOf: (cluster: Cluster) => string,
  gather: (all: Iterable<LivedOn>) => Promise<readonly LivedOn[]>,
): Promise<readonly BlamedIssue<Draft>[]> {
  const proposed = new Set(proposedEnvironments(after))
  if (![...proposed].some((name) => after.clustersByEnvironment.has(name))) return []
  const turning = drafts.filter((draft) => mayTurnBranches(after, draft, branchOf))
  if (turning.length === 0) return []
  const lived = await gather(livedOn(after, branchOf))
  const turned = turnedBranches(turning, branchOf, lived)
  const modes = branchModes(lived, (name) => (proposed.has(name) ? 'pull-request' : 'direct'))
  return [
    ...sharedIssues(modes, turned),
    ...countIssues(modes, turned),
    ...reservedIssues(lived, turning[0]!),
  ]
}

/** Whether it brings a cluster to a branch, or publishes the branches of some in another way. */
function mayTurnBranches(
  { clustersByEnvironment }: Branched,
  { before, after }: Drafted,
  branchOf: (cluster: Cluster) => string,
): boolean {
  if (after?.kind === 'cluster') {
    return (
      before?.kind !== 'cluster' ||
      before.environment !== after.environment ||
      branchOf(before) !== branchOf(after)
    )
  }
  const object = after ?? before
  return (
    object?.kind === 'environment' &&
    proposes(before) !== proposes(after) &&
    clustersByEnvironment.has(object.name)
  )
}

function* livedOn(
  { clusters: { ordered, slots } }: Branched,
  branchOf: (cluster: Cluster) => string,
): Generator<LivedOn> {
  for (const id of ordered) {
    const cluster = slots[id]!
    yield { branch: branchOf(cluster), environment: cluster.environment }
  }
}

/** The branches that drafts turn, each with one that does. */
function turnedBranches<Draft extends Drafted>(
  turning: readonly Draft[],
  branchOf: (cluster: Cluster) => string,
  lived: readonly LivedOn[],
): ReadonlyMap<string, Draft> {
  const turned = new Map<string, Draft>()
  const environments = new Map<string, Draft>()
  for (const draft of turning) {
    const object = (draft.after ?? draft.before)!
    if (object.kind === 'cluster') turned.set(branchOf(object), draft)
    else environments.set(object.name, draft)
  }
  for (const { branch, environment } of environments.size === 0 ? [] : lived) {
    const draft = environments.get(environment)
    if (draft) turned.set(branch, draft)
  }
  return turned
}

function sharedIssues<Draft extends Drafted>(
  { shared }: BranchModes,
  turned: ReadonlyMap<string, Draft>,
): BlamedIssue<Draft>[] {
  return shared.flatMap(({ branch, proposed, direct }) => {
    const draft = turned.get(branch)
    if (draft === undefined) return []
    const others = direct === '' ? 'clusters without an environment' : `clusters of ${direct}`
    const reason = `Branch ${quoted(branch)} would have clusters of ${proposed}, which is published by pull request, and ${others}, which Berth writes directly: set the same publish for both, or put them on different branches.`
    return [blame(draft, reason, 'branch_shared_by_modes', [branch, proposed, direct])]
  })
}

function countIssues<Draft extends Drafted>(
  { proposed }: BranchModes,
  turned: ReadonlyMap<string, Draft>,
): BlamedIssue<Draft>[] {
  if (proposed.size <= PROPOSED_BRANCHES_MAX) return []
  const [, draft] = [...turned].find(([branch]) => proposed.has(branch)) ?? []
  if (draft === undefined) return []
  const reason = `${proposed.size} branches would be published by pull request; at most ${PROPOSED_BRANCHES_MAX} may be, because Git hosts let nobody open many at once: publish some of their environments directly, or choose a branch pattern that makes fewer.`
  return [blame(draft, reason, 'too_many_branches')]
}

function reservedIssues<Draft extends Drafted>(
  lived: readonly LivedOn[],
  draft: Draft,
): BlamedIssue<Draft>[] {
  const reserved = lived.find(({ branch }) => isReservedBranch(branch))
  if (reserved === undefined) return []
  const reason = `Clusters live on the branch ${quoted(reserved.branch)}, and Berth keeps what it proposes in pull requests on branches that begin with ${PROPOSED_REFS}: nothing can be published by pull request beside it.`
  return [blame(draft, reason, 'branch_reserved')]
}

/** At the field that decides it: how an environment is published, or which environment a cluster names. */
function blame<Draft extends Drafted>(
  draft: Draft,
  reason: string,
  code: string,
  members?: readonly string[],
): BlamedIssue<Draft> {
  return { draft, issue: { path: deciding(draft), code, reason, ...(members && { members }) } }
}

function deciding({ before, after }: Drafted): Issue['path'] {
  if (after === null) return []
  if (after.kind === 'environment') return ['publish']
  const isMoved = before?.kind === 'cluster' && after.kind === 'cluster'
  return isMoved && before.environment === after.environment ? ['metadata'] : ['environment']
}

function proposes(object: ModelObject | null): boolean {
  return object?.kind === 'environment' && object.publish === 'pull-request'
}
