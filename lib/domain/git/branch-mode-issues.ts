// How an edit may not leave the branches: merged by people and written by Berth at once, merged by people in great numbers, or
// where Berth keeps what it proposes.
import type { Cluster, Environment, ModelObject } from '#lib/domain/objects/objects.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { quoted } from '#lib/domain/text/text.ts'
import {
  type BranchModes,
  branchModes,
  type LivedOn,
  PROPOSED_BRANCHES_MAX,
} from './branch-modes.ts'
import { type InhabitedBranches, isSamePlace, livedOn } from './inhabited-branches.ts'
import { isReservedBranch, PROPOSED_REFS } from './pull-request.ts'

type Environments = {
  readonly environments: { readonly slots: readonly (Environment | undefined)[] }
}
/** A fleet, as far as it matters here. */
type Branched = Environments & { readonly clustersByEnvironment: ReadonlyMap<string, unknown> }

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
 * branches only if there are such ones and an environment of some clusters is published by pull request.
 *
 * `branch_shared_by_modes` for each branch with clusters of both kinds of environments; `too_many_branches` when people would
 * merge into more than hosts let one open pull requests for; `branch_reserved` when people merge into any, and a branch is there
 * from the time before the names were reserved.
 */
export async function branchModeIssues<Draft extends Drafted>(
  after: Branched,
  drafts: readonly Draft[],
  branchOf: (cluster: Cluster) => string,
  inhabited: () => Promise<InhabitedBranches>,
): Promise<readonly BlamedIssue<Draft>[]> {
  const proposed = new Set(proposedEnvironments(after))
  if (![...proposed].some((name) => after.clustersByEnvironment.has(name))) return []
  const turning = drafts.filter((draft) => mayTurnBranches(after, draft, branchOf))
  if (turning.length === 0) return []
  const lived = livedOn(await inhabited())
  const turned = turnedBranches(turning, branchOf, lived)
  const modes = branchModes(lived, (name) => (proposed.has(name) ? 'pull-request' : 'direct'))
  return [
    ...sharedIssues(modes, turned),
    ...countIssues(modes, turned, turning),
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
    return before?.kind !== 'cluster' || !isSamePlace(before, after, branchOf)
  }
  const object = after ?? before
  return (
    object?.kind === 'environment' &&
    proposes(before) !== proposes(after) &&
    clustersByEnvironment.has(object.name)
  )
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
  const byName = shared.toSorted((a, b) => compareText(a.branch, b.branch))
  return byName.flatMap(({ branch, proposed, direct }) => {
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
  turning: readonly Draft[],
): BlamedIssue<Draft>[] {
  if (proposed.size <= PROPOSED_BRANCHES_MAX) return []
  const proposing = new Set([...proposed].map((branch) => turned.get(branch)))
  const draft = turning.find((each) => proposing.has(each))
  if (draft === undefined) return []
  const reason = `${proposed.size} branches would be published by pull request; at most ${PROPOSED_BRANCHES_MAX} may be, because Git hosts let nobody open many at once: publish some of their environments directly. With a branch pattern such as {environment}, each has one.`
  return [blame(draft, reason, 'too_many_branches')]
}

function reservedIssues<Draft extends Drafted>(
  lived: readonly LivedOn[],
  draft: Draft,
): BlamedIssue<Draft>[] {
  const names = lived.map(({ branch }) => branch).filter(isReservedBranch)
  const [reserved] = names.sort(compareText)
  if (reserved === undefined) return []
  const reason = `Clusters live on the branch ${quoted(reserved)}, and Berth keeps what it proposes in pull requests on branches that begin with ${PROPOSED_REFS}: nothing can be published by pull request beside it.`
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
