// One pass over one branch: from the changes that wait for it to one commit at the remote. It may die anywhere, and any
// number of processes may try at once: the remote takes a push only on top of the tip that it was made for.
import { DatabaseUnavailable } from '#db/errors.ts'
import { inTenant } from '#db/client.ts'
import {
  firstMove,
  movesWith,
  releasedFolders,
  type HeldFolder,
} from '#db/queries/cluster-moves.ts'
import {
  markPublished,
  publishedChanges,
  readBranchWork,
  recordBranchError,
  settleBranch,
  type BranchWork,
  type PendingChange,
} from '#db/queries/publishing.ts'
import type { Window } from '#db/queries/removals.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { encodeCommit } from '#lib/adapters/git/commit.ts'
import { gitObject } from '#lib/adapters/git/object-id.ts'
import type { PushOutcome } from '#lib/adapters/git/remote.ts'
import { fileRenderer } from '#lib/usecases/changes/plan.ts'
import type { TenantIdentity } from '#lib/usecases/define.ts'
import { repositorySettings } from '#lib/usecases/process.ts'
import { branchToAwait } from './branch-order.ts'
import { newTree, type NewTree } from './branch-tree.ts'
import { ownershipFault, readTip, settleTip, type Tip } from './branch-tip.ts'
import { commitText } from './commit-text.ts'
import type { Step } from './fleet-history.ts'
import { hazardsIn } from './hazards.ts'
import { removalFault } from './removal-guard.ts'
import { treeDifference, type TreeDifference } from './tree-difference.ts'
import { TreeConflict } from './tree-update.ts'
import { branchKey, type PublisherWorld, type Repository } from './world.ts'

export type PublishOutcome =
  /** The changes are in the commit, which is the branch's tip. */
  | { readonly outcome: 'published'; readonly commit: string; readonly changes: readonly number[] }
  /** Nothing waits. */
  | { readonly outcome: 'idle' }
  /** Another process is at it. */
  | { readonly outcome: 'busy' }
  /** Something was learned about the remote: at once, another pass knows more. */
  | { readonly outcome: 'again' }
  /** A cluster goes to that branch, which must have it first. */
  | { readonly outcome: 'waiting'; readonly branch: string }
  /** Later may be better. */
  | { readonly outcome: 'failed'; readonly message: string }
  /** A person must act, or a bug is to be found. */
  | { readonly outcome: 'refused'; readonly message: string }

type Pass = {
  readonly world: PublisherWorld
  readonly tenant: TenantIdentity
  readonly branch: string
  readonly repository: Repository
  readonly lockIsLost: () => boolean
}

/** Publishes what waits for a branch. Throws `DatabaseUnavailable` alone. */
export async function publishBranch(
  world: PublisherWorld,
  tenant: TenantIdentity,
  branch: string,
): Promise<PublishOutcome> {
  const lock = await world.locks.acquire(tenant.id, branch)
  if (lock === null) return { outcome: 'busy' }
  try {
    const repository = await world.repository(tenant)
    const outcome = await pass({ world, tenant, branch, repository, lockIsLost: lock.isLost })
    if (isSurprise(outcome)) world.verified.delete(branchKey(tenant, branch))
    return outcome
  } catch (error) {
    world.verified.delete(branchKey(tenant, branch))
    if (error instanceof DatabaseUnavailable) throw error
    return await surprised(world, tenant, branch, error)
  } finally {
    await lock.release()
  }
}

/** Whether the tip may not be what the last pass left. */
function isSurprise({ outcome }: PublishOutcome): boolean {
  return outcome === 'again' || outcome === 'failed' || outcome === 'refused'
}

async function surprised(
  world: PublisherWorld,
  tenant: TenantIdentity,
  branch: string,
  error: unknown,
): Promise<PublishOutcome> {
  world.process.log.error({ err: error, tenant: tenant.name, branch }, 'publishing failed')
  const conflict = error instanceof TreeConflict
  const message = conflict ? error.message : 'Publishing failed for a reason that the log tells.'
  await inScope({ world, tenant }, (scope) =>
    recordBranchError(scope, branch, message, { failed: false }),
  )
  return { outcome: conflict ? 'refused' : 'failed', message }
}

async function pass(pass: Pass): Promise<PublishOutcome> {
  const { world, branch, repository } = pass
  const work = await inScope(pass, (scope) => readBranchWork(scope, branch), { readOnly: true })
  if (work === null || work.pending.length === 0) return { outcome: 'idle' }
  world.failPoint('F6')
  const reading = await readTip(repository, branch)
  world.failPoint('F7')
  if (reading.outcome === 'moved') return { outcome: 'again' }
  if (reading.outcome !== 'read') return fail(pass, reading.message)
  const { tip } = reading
  const { tenant } = pass
  const owner = { installation: tenant.installation, tenant: tenant.name }
  const fault = tip && (await ownershipFault(repository, tip, owner))
  if (fault !== null) return refuse(pass, fault, { failed: false })
  if ((tip?.id ?? null) !== work.tip) return settle(pass, work, tip)
  return publish(pass, work, tip)
}

async function settle(pass: Pass, work: BranchWork, tip: Tip | null): Promise<PublishOutcome> {
  const { world, tenant, branch, repository } = pass
  const held = await inScope(pass, (scope) => publishedChanges(scope, branch), { readOnly: true })
  const changes = [...held.map(({ change }) => change), ...work.pending.map(({ id }) => id)]
  const settlement = await settleTip(repository, work, tip, changes)
  if (settlement === null) {
    return refuse(
      pass,
      'Git is ahead of the database: the branch holds changes that the database does not have.',
      { failed: false },
    )
  }
  const { settled, events } = settlement
  for (const event of events) world.process.log.warn({ tenant: tenant.name, branch }, event)
  await inScope(pass, (scope) => settleBranch(scope, { branch, ...settled }))
  return { outcome: 'again' }
}

type Batch = {
  readonly changes: readonly [PendingChange, ...PendingChange[]]
  readonly window: Window
  readonly step: Step
  readonly released: readonly HeldFolder[]
  readonly awaited: string | null
}

async function publish(pass: Pass, work: BranchWork, tip: Tip | null): Promise<PublishOutcome> {
  const { world, tenant, branch, repository } = pass
  const batch = await inScope(pass, (scope) => readBatch(scope, pass, work), { readOnly: true })
  if (batch.awaited !== null) {
    await record(pass, `The branch ${batch.awaited} has to be published first.`)
    return { outcome: 'waiting', branch: batch.awaited }
  }
  const isVerified = world.verified.has(branchKey(tenant, branch))
  const tree = await newTree({
    tip: tip?.commit.tree ?? null,
    readTree: (id) => repository.store.readTreeBytes(id),
    branch,
    step: batch.step,
    released: batch.released,
    render: fileRenderer(world.process, tenant),
    whole: isVerified ? null : repositorySettings(world.process, tenant),
  })
  world.failPoint('F8')
  const hazards = isVerified ? work.error : await hazardsIn(repository, tree)
  const difference = await treeDifference(tree.read, tip?.commit.tree ?? null, tree.id)
  const fault = await guard(pass, batch, tree, difference)
  if (fault !== null) {
    world.fleets.forget(tenant.id)
    return refuse(pass, fault, { failed: true })
  }
  if (tip !== null && tree.id === tip.commit.tree) return mark(pass, batch, tip.id, hazards)
  const commit = await writeCommit(pass, batch, tree, difference, tip)
  const pushed = await push(pass, tip, commit)
  if (pushed !== null) return pushed
  return mark(pass, batch, commit, hazards)
}

/** As many of the waiting changes as may go into one commit: a cluster's change of branch is a commit of its own. */
async function readBatch(
  scope: TenantScope,
  { world, branch }: Pass,
  work: BranchWork,
): Promise<Batch> {
  const [first] = work.pending
  // What came before didn't touch this branch.
  const from = first!.id - 1
  const move = await firstMove(scope, branch, from, work.lastChange)
  const isMove = move === first!.id
  const to = move === null ? work.lastChange : isMove ? move : move - 1
  const moves = isMove ? await movesWith(scope, move) : []
  const window = { from: work.publishedChange, to }
  const [, ...others] = work.pending.filter(({ id }) => id <= to)
  return {
    changes: [first!, ...others],
    window,
    step: await world.fleets.step(scope, from, to),
    released: await releasedFolders(scope, branch, window),
    awaited: branchToAwait(branch, moves),
  }
}

async function guard(
  pass: Pass,
  { window, released }: Batch,
  tree: NewTree,
  { removed }: TreeDifference,
): Promise<string | null> {
  const { branch } = pass
  const removal = { branch, window, released, removed, stays: tree.holds }
  return inScope(pass, (scope) => removalFault(scope, removal), { readOnly: true })
}

async function writeCommit(
  { world, repository }: Pass,
  { changes }: Batch,
  tree: NewTree,
  difference: TreeDifference,
  tip: Tip | null,
): Promise<string> {
  await repository.store.write(tree.objects)
  world.failPoint('F9')
  const parents = tip === null ? [] : [tip.id]
  const bytes = encodeCommit({ tree: tree.id, parents, ...commitText(changes, difference) })
  const commit = gitObject('commit', bytes)
  await repository.store.write([commit])
  world.failPoint('F10')
  return commit.id
}

/** Null: the branch stands at the commit. */
async function push(pass: Pass, tip: Tip | null, commit: string): Promise<PublishOutcome | null> {
  const { world, branch, repository } = pass
  if (pass.lockIsLost()) return { outcome: 'again' }
  world.failPoint('F11')
  const pushing = repository.remote.push(branch, tip?.id ?? null, commit)
  world.failPoint('F12')
  const pushed: PushOutcome = await pushing
  if (pushed.outcome === 'rejected-stale') return { outcome: 'again' }
  if (pushed.outcome !== 'applied') return fail(pass, pushed.message)
  world.failPoint('F13')
  return null
}

async function mark(
  pass: Pass,
  { changes, window }: Batch,
  commit: string,
  error: string | null,
): Promise<PublishOutcome> {
  const { world, tenant, branch } = pass
  const ids = changes.map(({ id }) => id)
  world.failPoint('F14')
  await inScope(pass, (scope) =>
    markPublished(scope, { branch, commit, changes: ids, upTo: window.to, error }),
  )
  world.failPoint('F15')
  world.verified.add(branchKey(tenant, branch))
  world.failPoint('F16')
  return { outcome: 'published', commit, changes: ids }
}

async function fail(pass: Pass, message: string): Promise<PublishOutcome> {
  const { world, tenant, branch } = pass
  world.process.log.warn({ tenant: tenant.name, branch }, `not published: ${message}`)
  await record(pass, message)
  return { outcome: 'failed', message }
}

async function refuse(
  pass: Pass,
  message: string,
  options: { failed: boolean },
): Promise<PublishOutcome> {
  const { world, tenant, branch } = pass
  world.process.log.error({ tenant: tenant.name, branch }, `refused to publish: ${message}`)
  await inScope(pass, (scope) => recordBranchError(scope, branch, message, options))
  return { outcome: 'refused', message }
}

function record(pass: Pass, message: string): Promise<void> {
  return inScope(pass, (scope) => recordBranchError(scope, pass.branch, message, { failed: false }))
}

function inScope<T>(
  { world, tenant }: Pick<Pass, 'world' | 'tenant'>,
  run: (scope: TenantScope) => Promise<T>,
  options: { readOnly?: boolean } = {},
): Promise<T> {
  return inTenant(
    world.process.database,
    tenant.id,
    (tx) => run({ tx, tenant: tenant.id }),
    options,
  )
}
