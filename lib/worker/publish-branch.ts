// One pass over one branch: from the changes that wait for it to one commit at the remote. It may die at any point, and any
// number of processes may try at once: the remote accepts a push only on top of the tip that it was made for.
import { DatabaseUnavailable } from '#db/errors.ts'
import type { GitStop } from '#db/queries/git-state.ts'
import {
  publishedChanges,
  readBranchWork,
  recordBranchError,
  settleBranch,
  type BranchWork,
} from '#db/queries/publishing.ts'
import { doubtPullRequest, type Proposals, readProposals } from '#db/queries/pull-requests.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { takeLayout } from '#db/queries/upgrades.ts'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { SealedUnreadable } from '#lib/secrets/sealed.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { readRevision } from '#lib/usecases/repository/tenant-repository.ts'
import { attestedCommits } from './attested-commits.ts'
import { commitBatch } from './branch-commit.ts'
import { fail, inScope, type Pass, type PublishOutcome, refuse, stop } from './branch-pass.ts'
import {
  commitsSince,
  readOwner,
  ownershipFault,
  readTip,
  settleTip,
  type Tip,
} from './branch-tip.ts'
import { divergence, takeover } from './divergence.ts'
import { makeEqualTree, type MadeTree } from './keep-database.ts'
import { closeOwn, noteUnknown } from './keep-pull-request.ts'
import { groundOf, makeBatch } from './make-batch.ts'
import { findMerged, settleMerged } from './merged-heads.ts'
import { planUpgrade, waitsForUpgrade } from './plan-upgrade.ts'
import { makeProposal } from './proposal-tree.ts'
import { propose } from './propose-branch.ts'
import { TreeConflict } from './tree-update.ts'
import { ownIdentity, type PublisherWorld, type Repository, verifiedKey } from './world.ts'

/**
 * Publishes what waits for a branch; with `look`, the remote is read even when nothing waits. Throws only
 * `DatabaseUnavailable`.
 */
export async function publishBranch(
  world: PublisherWorld,
  tenant: TenantIdentity,
  branch: string,
  { look }: { look: boolean } = { look: false },
): Promise<PublishOutcome> {
  const lock = await world.locks.acquire(tenant.id, branch)
  if (lock === null) return { outcome: 'busy' }
  let repository: Repository | null = null
  const doubt = () => repository && world.verified.delete(verifiedKey(tenant, branch, repository))
  try {
    repository = await world.repository(tenant)
    const { isLost: lockIsLost } = lock
    const outcome = await pass({ world, tenant, branch, repository, lockIsLost }, look)
    if (isSurprise(outcome)) doubt()
    return outcome
  } catch (error) {
    doubt()
    if (error instanceof DatabaseUnavailable) throw error
    return await surprised(world, tenant, branch, error)
  } finally {
    await lock.release()
  }
}

/** Whether the tip or the error of the branch may differ from what the last pass that published left. */
function isSurprise({ outcome }: PublishOutcome): boolean {
  return ['again', 'failed', 'resting', 'refused', 'held', 'waiting'].includes(outcome)
}

async function surprised(
  world: PublisherWorld,
  tenant: TenantIdentity,
  branch: string,
  error: unknown,
): Promise<PublishOutcome> {
  world.services.log.error({ err: error, tenant: tenant.name, branch }, 'publishing failed')
  const isForPeople = error instanceof TreeConflict || error instanceof SealedUnreadable
  const message = isForPeople ? error.message : 'Publishing failed for a reason that the log tells.'
  await inScope({ world, tenant }, (scope) =>
    recordBranchError(scope, branch, message, { failed: false }),
  )
  return { outcome: isForPeople ? 'refused' : 'failed', message }
}

async function pass(pass: Pass, look: boolean): Promise<PublishOutcome> {
  const { world, branch, repository } = pass
  const { work, proposals, revision } = await inScope(pass, readWork(branch), { readOnly: true })
  // The changes may be the ones that the new settings asked for, so they have to go where those say.
  if (revision !== repository.settings.revision) return { outcome: 'again' }
  const isWaiting = look || proposals.pullRequest !== null
  if (work === null || (work.pending.length === 0 && !waitsForUpgrade(work) && !isWaiting)) {
    return { outcome: 'idle' }
  }
  if (work.stop !== null) return { outcome: 'stopped' }
  if (work.layout > LAYOUT) return refuse(pass, writtenByNewer(work), { failed: false })
  world.failPoint('F6')
  const reading = await readTip(repository, branch)
  world.failPoint('F7')
  if (reading.outcome === 'moved') return { outcome: 'again' }
  if (reading.outcome !== 'read') return fail(pass, reading.message)
  return goOn(pass, work, proposals, reading.tip)
}

async function goOn(
  pass: Pass,
  work: BranchWork,
  proposals: Proposals,
  tip: Tip | null,
): Promise<PublishOutcome> {
  const { tenant, branch, repository } = pass
  const found = tip === null ? 'empty' : await readOwner(repository, tip)
  const fault = ownershipFault(found, ownIdentity(tenant))
  if (fault !== null) return refuse(pass, fault, { failed: false })
  const taken = takeover(branch, found, work.generation)
  if (taken !== null) return beginGeneration(pass, work, proposals, tip!, taken)
  if ((tip?.id ?? null) !== work.tip) return settle(pass, work, proposals, tip)
  if (tip !== null && waitsForUpgrade(work)) return planUpgrade(pass, work, tip)
  if (work.pending.length === 0 && proposals.pullRequest === null) return { outcome: 'idle' }
  await takeOwnLayout(pass, work)
  if (proposals.isProposed) {
    return propose(pass, work, proposals, tip, (window) =>
      makeProposal(pass, window, proposals, tip!),
    )
  }
  return publishDirectly(pass, work, proposals, tip)
}

async function publishDirectly(
  pass: Pass,
  work: BranchWork,
  { pullRequest, heads }: Proposals,
  tip: Tip | null,
): Promise<PublishOutcome> {
  if (work.pending.length === 0) return closeOwn(pass, pullRequest!, DIRECT)
  const mayBeUnknown = pullRequest === null && heads.length > 0
  if (mayBeUnknown && (await noteUnknown(pass, work))) return { outcome: 'again' }
  return publish(pass, tip, async () => makeBatch(pass, work, await groundOf(pass, tip, heads)))
}

const DIRECT = 'The environments of this branch are published without pull requests now.'

/** On a tip of another generation: only where an admin saw this very tip and chose the database. */
async function beginGeneration(
  pass: Pass,
  work: BranchWork,
  proposals: Proposals,
  tip: Tip,
  taken: GitStop,
): Promise<PublishOutcome> {
  const { accepted, publishedChange, generation } = work
  const isAccepted = accepted?.tip === tip.id && accepted.change > publishedChange
  if (!isAccepted) return stop(pass, taken, generation)
  await takeOwnLayout(pass, work)
  const make = (window: BranchWork) => makeEqualTree(pass, window, accepted, tip)
  if (proposals.isProposed) return propose(pass, work, proposals, tip, make)
  return publish(pass, tip, () => make(work))
}

/** Before anything is published: after a crash, the branch must not seem to wait for an upgrade. */
async function takeOwnLayout(pass: Pass, { layout }: BranchWork): Promise<void> {
  if (layout < LAYOUT) await inScope(pass, (scope) => takeLayout(scope, pass.branch))
}

function writtenByNewer({ layout }: BranchWork): string {
  return `A newer version of Berth wrote the branch (layout ${layout}, this one writes ${LAYOUT}): start that version again.`
}

/** Both are read in one snapshot. */
function readWork(branch: string) {
  return async (scope: TenantScope) => ({
    work: await readBranchWork(scope, branch),
    proposals: await readProposals(scope, branch),
    revision: await readRevision(scope),
  })
}

async function settle(
  pass: Pass,
  work: BranchWork,
  proposals: Proposals,
  tip: Tip | null,
): Promise<PublishOutcome> {
  const { world, tenant, branch, repository } = pass
  const held = await inScope(pass, (scope) => publishedChanges(scope, branch), { readOnly: true })
  const changes = [...held.map(({ change }) => change), ...work.pending.map(({ id }) => id)]
  const newer = await commitsSince(repository, tip, work)
  const said = proposals.isProposed
    ? await attestedCommits(repository, newer.commits, work)
    : newer.commits
  const ask = (scope: TenantScope) => divergence(scope, branch, work, said)
  const other = await inScope(pass, ask, { readOnly: true })
  if (other !== null) return stop(pass, other, work.generation)
  const heads = proposals.heads.filter(({ upTo }) => upTo > work.publishedChange)
  const merged = await findMerged(repository, tip, newer, heads)
  if (merged.length > 0) return settleMerged(pass, work, proposals, tip!, merged)
  // Where the branch still has what is recorded, its content decides.
  const told = newer.reachedRecorded ? newer : { ...newer, commits: said }
  const { settled, events } = await settleTip(repository, work, tip, changes, told)
  for (const event of events) world.services.log.warn({ tenant: tenant.name, branch }, event)
  await inScope(pass, async (scope) => {
    await settleBranch(scope, { branch, ...settled })
    if (proposals.pullRequest !== null) await doubtPullRequest(scope, branch)
  })
  return { outcome: 'again' }
}

async function publish(
  pass: Pass,
  tip: Tip | null,
  make: () => Promise<MadeTree | PublishOutcome>,
): Promise<PublishOutcome> {
  const made = await pass.world.making(make)
  return 'outcome' in made ? made : commitBatch(pass, made.batch, made, tip)
}
