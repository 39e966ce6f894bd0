// The pull request of a branch at the host: what has become of it, and what Berth does to it. That it was merged is seen in Git;
// the host tells only whether it can be merged still.
import { appendAuditEvent } from '#db/queries/audit.ts'
import {
  forgetHeads,
  forgetPullRequest,
  keepPullRequest,
  type Proposals,
  type PullRequestRow,
  recordPullRequestError,
} from '#db/queries/pull-requests.ts'
import { type BranchWork, forgetBranchError, recordBranchError } from '#db/queries/publishing.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type {
  HostAnswer,
  HostFailure,
  PullRequest,
  PullRequestHost,
} from '#lib/adapters/host/pull-request-host.ts'
import { proposedRef } from '#lib/domain/git/pull-request.ts'
import { startRecording } from '#lib/usecases/audit/recording.ts'
import { BERTH, ownOrigin } from '#lib/usecases/session.ts'
import { inScope, type Pass, type PublishOutcome } from './branch-pass.ts'
import type { Tip } from './branch-tip.ts'

/** How often a branch with a pull request is read in Git, and how often the host is asked. */
export const LOOK_MS = 60_000
const ASK_MS = 5 * 60_000

/** Asks the host, unless it is to be left alone. */
export async function askHost<Value>(
  { world, repository }: Pass,
  call: (host: PullRequestHost) => Promise<HostAnswer<Value>>,
): Promise<HostAnswer<Value>> {
  const { host } = repository
  if (host === null) return NO_HOST
  const resting = world.hostRests.failureOf(host, Date.now())
  if (resting !== null) return resting
  const answer = await call(host)
  if (answer.outcome === 'done') world.hostRests.end(host)
  if (answer.outcome === 'unreachable') world.hostRests.begin(host, answer, Date.now())
  return answer
}

const NO_HOST: HostFailure = {
  outcome: 'refused',
  reason:
    'The environments of this branch want pull requests, and the settings of the repository name no host for them.',
}

/** Ends a pass that the host kept from going on; Git is read again before the host is asked. */
export async function rest(pass: Pass, failure: HostFailure): Promise<PublishOutcome> {
  const { world, tenant, branch, repository } = pass
  const { reason: message } = failure
  const { host } = repository
  const now = Date.now()
  if (host !== null && world.hostRests.failureOf(host, now) === null) {
    world.hostRests.begin(host, failure, now)
  }
  world.services.log.warn({ tenant: tenant.name, branch }, `not proposed: ${message}`)
  await inScope(pass, async (scope) => {
    await recordBranchError(scope, branch, message, { failed: false })
    await recordPullRequestError(scope, branch, message)
  })
  const untilMs = host === null ? LOOK_MS : world.hostRests.endOf(host) - now
  return { outcome: 'resting', message, forMs: Math.min(LOOK_MS, Math.max(untilMs, 0)) }
}

type Kept =
  | {
      readonly outcome: 'kept'
      readonly row: PullRequestRow | null
      readonly isChanged: boolean
      readonly isAsked: boolean
    }
  | HostFailure

/** What has become of the pull request, asked as often as it may be. */
export async function readAtHost(
  pass: Pass,
  work: BranchWork,
  { pullRequest: row, heads }: Proposals,
  tip: Tip,
): Promise<Kept> {
  if (row === null || !isDue(row)) return { outcome: 'kept', row, isChanged: false, isAsked: false }
  const found = await askHost(pass, (host) => readOurs(host, row))
  if (found.outcome !== 'done') return found
  if (found.value === null) return forgotten(pass)
  const isAwaited = heads.some(({ base }) => base === tip.id)
  // A merge that Git doesn't show by the second time has been taken back, or had other content.
  if (found.value.state === 'merged' && (!isAwaited || row.state === 'merged')) {
    return forgotten(pass)
  }
  if (found.value.state === 'closed' && isEmptied(work)) return forgotten(pass)
  const asked = row.reopenAskedAt !== null && found.value.state === 'closed'
  if (!asked) return keepAnswer(pass, work, row, found.value)
  const opened = await askHost(pass, (host) => reopen(host, row.number))
  if (opened.outcome === 'unreachable') return opened
  if (opened.outcome === 'refused') return forgotten(pass)
  return keepAnswer(pass, work, row, opened.value)
}

/** What was proposed came to the branch by another way, and other changes wait: nobody has to decide about the old ones. */
function isEmptied({ pending }: BranchWork): boolean {
  return pending.length > 0 && pending.every(({ state }) => state !== 'proposed')
}

function isDue({ askedAt, toldAt, reopenAskedAt }: PullRequestRow): boolean {
  if (askedAt === null || reopenAskedAt !== null) return true
  if (toldAt !== null && toldAt > askedAt) return true
  return Date.now() - askedAt.getTime() >= ASK_MS
}

/** Null: the host has none of this branch, or not as Berth's. A number may be of another repository's, whose settings went. */
async function readOurs(
  host: PullRequestHost,
  { branch, number }: PullRequestRow,
): Promise<HostAnswer<PullRequest | null>> {
  const branches = { head: proposedRef(branch), base: branch }
  const read = await host.read(number)
  if (read.outcome === 'unreachable') return read
  if (read.outcome === 'done' && isOf(read.value, branches)) return read
  return host.findOpen(branches)
}

function isOf({ head, base }: PullRequest, branches: Pick<PullRequest, 'head' | 'base'>): boolean {
  return head === branches.head && base === branches.base
}

/** Read once more, as a host may say that it did what it didn't. */
async function reopen(host: PullRequestHost, number: number): Promise<HostAnswer<PullRequest>> {
  const answer = await host.reopen(number)
  if (answer.outcome !== 'done') return answer
  const read = await host.read(number)
  if (read.outcome !== 'done' || read.value.state === 'open') return read
  return { outcome: 'refused', reason: 'The host doesn’t open it again.' }
}

async function forgotten(pass: Pass): Promise<Kept> {
  await inScope(pass, (scope) => forgetPullRequest(scope, pass.branch))
  return { outcome: 'kept', row: null, isChanged: true, isAsked: true }
}

async function keepAnswer(
  pass: Pass,
  { lastChange }: BranchWork,
  row: PullRequestRow,
  { number, url, title, state, endedBy }: PullRequest,
): Promise<Kept> {
  const { branch } = pass
  const closedBy = state === 'closed' ? endedBy : null
  const isChanged = number !== row.number || state !== row.state
  const head = isChanged ? null : row.head
  const kept = { ...row, number, url, title, state, closedBy, head, error: null }
  await inScope(pass, async (scope) => {
    await keepPullRequest(scope, branch, { ...kept, seenChange: lastChange })
    if (row.error !== null) await clearError(scope, branch, row.error)
    if (isChanged && state !== 'merged') await audit(scope, branch, kept)
  })
  return { outcome: 'kept', row: kept, isChanged, isAsked: true }
}

/**
 * Notes the pull request of a branch that Berth opened and didn't note, because it died in between. Answers whether there is one;
 * publishing doesn't wait for a host that can't be asked.
 */
export async function noteUnknown(pass: Pass, { lastChange }: BranchWork): Promise<boolean> {
  const { branch, repository } = pass
  if (repository.host === null) return false
  const branches = { head: proposedRef(branch), base: branch }
  const found = await askHost(pass, (host) => host.findOpen(branches))
  if (found.outcome !== 'done') return false
  const { value } = found
  await inScope(pass, async (scope) => {
    if (value === null) return forgetHeads(scope, branch, Number.MAX_SAFE_INTEGER)
    const kept = { ...value, closedBy: null, head: null }
    await keepPullRequest(scope, branch, { ...kept, seenChange: lastChange })
    await audit(scope, branch, kept)
  })
  return value !== null
}

/** Berth closes only its own, and only what nobody needs any more. One that was closed may have been opened again meanwhile. */
export async function closeOwn(
  pass: Pass,
  row: PullRequestRow,
  why: string,
): Promise<PublishOutcome> {
  const { world, tenant, branch, repository } = pass
  let isClosedNow = row.state === 'open'
  if (repository.host !== null) {
    const closed = await askHost(pass, (host) => closeAtHost(host, row, why))
    if (closed.outcome !== 'done') return rest(pass, closed)
    isClosedNow ||= closed.value
  }
  await inScope(pass, async (scope) => {
    await forgetPullRequest(scope, branch)
    await forgetHeads(scope, branch, Number.MAX_SAFE_INTEGER)
    if (row.error !== null) await clearError(scope, branch, row.error)
    if (isClosedNow) await audit(scope, branch, { ...row, state: 'closed' })
  })
  world.services.log.info({ tenant: tenant.name, branch, number: row.number }, why)
  return { outcome: 'proposed' }
}

/** Whether it was open until then. */
async function closeAtHost(
  host: PullRequestHost,
  row: PullRequestRow,
  why: string,
): Promise<HostAnswer<boolean>> {
  const found = await readOurs(host, row)
  if (found.outcome !== 'done') return found
  if (found.value?.state !== 'open') return { outcome: 'done', value: false }
  const { number } = found.value
  const said = await host.comment(number, why)
  if (said.outcome !== 'done') return said
  const closed = await host.close(number)
  if (closed.outcome !== 'done') return closed
  const read = await host.read(number)
  if (read.outcome !== 'done') return read
  if (read.value.state !== 'open') return { outcome: 'done', value: true }
  return { outcome: 'unreachable', reason: NOT_CLOSED, askedPauseMs: null }
}

const NOT_CLOSED = 'The host says that it has closed the pull request, but it is open.'

async function clearError(scope: TenantScope, branch: string, error: string): Promise<void> {
  await forgetBranchError(scope, branch, error)
  await recordPullRequestError(scope, branch, null)
}

/** As Berth's own deed: nobody asked for it by the API. */
export async function audit(
  scope: TenantScope,
  branch: string,
  { number, url, state, closedBy }: Pick<PullRequestRow, 'number' | 'url' | 'state' | 'closedBy'>,
): Promise<void> {
  const recording = startRecording()
  const after = { number, url, state, closed_by: closedBy }
  recording.add({ object: `pull-request/${branch}`, before: null, after, change: null })
  await appendAuditEvent(scope, {
    ...ownOrigin,
    ...recording.told(),
    actor: BERTH,
    action: state === 'open' ? 'pull-request.open' : 'pull-request.closed',
    result: 'accepted',
    code: null,
  })
}
