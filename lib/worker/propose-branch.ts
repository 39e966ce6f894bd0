// One pass over a branch into which people merge: from the changes that wait for it to one pull request that has them. It may die
// at any point: what was pushed is noted, and what was asked of the host is looked for before it is asked again.
import {
  doubtPullRequest,
  forgetHeads,
  keepPullRequest,
  markProposed,
  type Proposals,
  type PullRequestRow,
  putOffLook,
} from '#db/queries/pull-requests.ts'
import { type BranchWork, markPublished } from '#db/queries/publishing.ts'
import { findOrOpen } from '#lib/adapters/host/find-or-open.ts'
import type {
  HostAnswer,
  PullRequest,
  PullRequestText,
} from '#lib/adapters/host/pull-request-host.ts'
import { proposedRef } from '#lib/domain/git/pull-request.ts'
import { beginBranch } from './begin-branch.ts'
import { inScope, type Pass, type PublishOutcome } from './branch-pass.ts'
import type { Tip } from './branch-tip.ts'
import type { MadeTree } from './keep-database.ts'
import { askHost, audit, closeOwn, LOOK_MS, readAtHost, rest } from './keep-pull-request.ts'
import { pushHead, type PushedHead } from './proposed-head.ts'
import { proposalText } from './proposal-text.ts'
import { branchKey, verifiedKey } from './world.ts'

/** Makes the tree of a window of changes on the tip. */
export type MakeTree = (work: BranchWork) => Promise<MadeTree | PublishOutcome>

/** Proposes what waits for a branch on its tip, and keeps what was proposed as it has to be. */
export async function propose(
  pass: Pass,
  work: BranchWork,
  proposals: Proposals,
  tip: Tip | null,
  make: MakeTree,
): Promise<PublishOutcome> {
  const { pullRequest: row } = proposals
  if (work.pending.length === 0 && row === null) return { outcome: 'idle' }
  if (tip === null) return beginBranch(pass, work)
  const outcome = await proposeOn(pass, work, proposals, tip, make)
  if (row !== null) await lookLater(pass, work, row)
  return outcome
}

function lookLater(pass: Pass, { lastChange }: BranchWork, row: PullRequestRow): Promise<void> {
  const later = { afterMs: LOOK_MS, seenChange: lastChange }
  return inScope(pass, (scope) => putOffLook(scope, row, later))
}

async function proposeOn(
  pass: Pass,
  work: BranchWork,
  proposals: Proposals,
  tip: Tip,
  make: MakeTree,
): Promise<PublishOutcome> {
  const kept = await readAtHost(pass, work, proposals, tip)
  if (kept.outcome !== 'kept') return rest(pass, kept)
  const { row } = kept
  const unchanged: PublishOutcome = { outcome: kept.isChanged ? 'proposed' : 'idle' }
  if (work.pending.length === 0) return row === null ? unchanged : closeOwn(pass, row, ALL_IN)
  // It is to be seen in Git.
  if (row?.state === 'merged') return unchanged
  const window = windowOf(pass, work, { ...proposals, pullRequest: row })
  const isLeft = row !== null && wasLeft(pass, window, tip, row)
  if (isLeft && (!kept.isAsked || (await holdsHead(pass, row)))) return unchanged
  const made = await pass.world.making(() => make(window))
  if ('outcome' in made) return made
  if (made.tree.id === tip.commit.tree) return publishUnchanged(pass, work, made, tip, row)
  const outcome = await bringUp(pass, { window, made, tip, row }, proposals)
  return outcome.outcome === 'idle' ? unchanged : outcome
}

type Wanted = {
  readonly window: BranchWork
  readonly made: MadeTree
  readonly tip: Tip
  readonly row: PullRequestRow | null
}

/** Has the pull request propose what is wanted; one that somebody closed stays as it is. */
async function bringUp(pass: Pass, wanted: Wanted, proposals: Proposals): Promise<PublishOutcome> {
  const { window, made, tip, row } = wanted
  if (row?.state === 'closed') {
    leave(pass, window, tip, row)
    return { outcome: 'idle' }
  }
  const head = await pushHead(pass, proposals, made, tip)
  if ('outcome' in head) return head
  const text = await proposalText(pass, made, proposals.heads, tip)
  return openOrUpdate(pass, { ...wanted, head, text })
}

const ALL_IN = 'What this proposes is in the branch: there is nothing to merge any more.'

/** All that waits; without joining, no more than is in the open pull request. */
function windowOf({ repository }: Pass, work: BranchWork, { pullRequest, heads }: Proposals) {
  const joins = repository.settings.pullRequests?.join ?? true
  const [newest] = heads
  if (joins || newest === undefined || pullRequest?.state !== 'open') return work
  const pending = work.pending.filter(({ id }) => id <= newest.upTo)
  return pending.length === 0 ? work : { ...work, pending, lastChange: newest.upTo }
}

/** Whether the last pass of this process has left all as it has to be. */
function wasLeft(pass: Pass, window: BranchWork, tip: Tip, row: PullRequestRow): boolean {
  return pass.world.left.get(branchKey(pass.tenant, pass.branch)) === leftAs(pass, window, tip, row)
}

function leave(pass: Pass, window: BranchWork, tip: Tip, row: LeftRow): void {
  pass.world.left.set(branchKey(pass.tenant, pass.branch), leftAs(pass, window, tip, row))
}

type LeftRow = Pick<PullRequestRow, 'number' | 'state' | 'head'>

function leftAs(
  { repository }: Pass,
  { pending }: BranchWork,
  tip: Tip,
  { number, state, head }: LeftRow,
): string {
  const newest = pending.at(-1)?.id
  return JSON.stringify([number, state, head, tip.id, newest, repository.settings.revision])
}

/** Whether Berth's ref is where it was left: somebody may have pushed to it or deleted it. */
async function holdsHead(
  { repository, branch }: Pass,
  { state, head }: PullRequestRow,
): Promise<boolean> {
  if (state !== 'open') return true
  const reading = await repository.remote.readTip(proposedRef(branch))
  return reading.outcome === 'read' && reading.value === head
}

/** The branch has everything already: no merge is needed. */
async function publishUnchanged(
  pass: Pass,
  { pending }: BranchWork,
  { batch, hazards: error }: MadeTree,
  tip: Tip,
  row: PullRequestRow | null,
): Promise<PublishOutcome> {
  const { world, tenant, branch, repository } = pass
  const { to: upTo } = batch.range
  const changes = batch.changes.map(({ id }) => id)
  const isAll = pending.every(({ id }) => id <= upTo)
  await inScope(pass, async (scope) => {
    await markPublished(scope, { branch, commit: tip.id, changes, upTo, error })
    // As long as one is open, somebody may merge what was proposed in it.
    if (row === null) await forgetHeads(scope, branch, upTo)
  })
  world.verified.add(verifiedKey(tenant, branch, repository))
  const published: PublishOutcome = { outcome: 'published', commit: tip.id, changes }
  if (row === null || (row.state === 'open' && !isAll)) return published
  const closed = await closeOwn(pass, row, ALL_IN)
  return closed.outcome === 'resting' ? closed : published
}

type Proposed = Wanted & { readonly head: PushedHead; readonly text: PullRequestText }

async function openOrUpdate(pass: Pass, proposed: Proposed): Promise<PublishOutcome> {
  const { world, tenant, branch } = pass
  const { window, made, head, row, tip } = proposed
  const answer = await askForIt(pass, proposed)
  world.failPoint('P2')
  if (answer.outcome !== 'done') return rest(pass, answer)
  const { number, url, title, state } = answer.value
  if (state !== 'open') {
    await inScope(pass, (scope) => doubtPullRequest(scope, branch))
    return { outcome: 'again' }
  }
  const kept = { number, url, title, state, closedBy: null, head: head.commit }
  await inScope(pass, async (scope) => {
    await keepPullRequest(scope, branch, { ...kept, seenChange: window.lastChange })
    await markProposed(scope, branch, { upTo: made.batch.range.to, error: made.hazards })
    if (row === null) await audit(scope, branch, kept)
  })
  leave(pass, window, tip, kept)
  const isSame = row !== null && row.head === head.commit && !head.isNew
  if (isSame) return { outcome: 'idle' }
  world.services.log.info({ tenant: tenant.name, branch, number, url }, 'proposed')
  return { outcome: 'proposed' }
}

/** The words are sent where the host has others. */
async function askForIt(
  pass: Pass,
  { head, text, row }: Proposed,
): Promise<HostAnswer<PullRequest>> {
  if (row !== null && row.head === head.commit) {
    return { outcome: 'done', value: { ...row, state: 'open', ...branchesOf(pass), endedBy: null } }
  }
  if (row !== null) return askHost(pass, (host) => host.update(row.number, text))
  const found = await askHost(pass, (host) => findOrOpen(host, { ...branchesOf(pass), ...text }))
  if (found.outcome !== 'done') return found
  const { pullRequest, isNew } = found.value
  if (isNew) return { outcome: 'done', value: pullRequest }
  return askHost(pass, (host) => host.update(pullRequest.number, text))
}

const branchesOf = ({ branch }: Pass) => ({ head: proposedRef(branch), base: branch })
