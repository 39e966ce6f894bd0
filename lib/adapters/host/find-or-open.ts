// One pull request of two branches, however often it is asked for, and whatever becomes of the answers.
import { unreachable } from './host-call.ts'
import type {
  Branches,
  HostAnswer,
  PullRequest,
  PullRequestHost,
  PullRequestText,
} from './pull-request-host.ts'

/** `isNew`: it was opened by this call, so title and body are as asked for. */
export type FoundOrOpened = { readonly pullRequest: PullRequest; readonly isNew: boolean }

/**
 * Looks before it opens, because an earlier answer may have been lost, and after it, because a host may say that it has opened
 * what isn't there, or that there is one which somebody closes in this moment. Unreachable where there is none in the end; asking
 * again later is always right.
 */
export async function findOrOpen(
  host: PullRequestHost,
  draft: Branches & PullRequestText,
): Promise<HostAnswer<FoundOrOpened>> {
  const before = await host.findOpen(draft)
  if (before.outcome !== 'done') return before
  if (before.value !== null) return found(before.value, false)
  const opened = await host.open(draft)
  if (opened.outcome === 'done') return confirmed(host, opened.value)
  if (opened.outcome === 'refused') return opened
  if (opened.outcome === 'unreachable' && opened.askedPauseMs !== null) return opened
  const after = await host.findOpen(draft)
  // That it wasn't there is no proof that it won't be: the host may still be at it.
  if (after.outcome === 'done' && after.value !== null) return found(after.value, false)
  return opened.outcome === 'exists' ? unreachable(VANISHED) : opened
}

async function confirmed(
  host: PullRequestHost,
  { number }: PullRequest,
): Promise<HostAnswer<FoundOrOpened>> {
  const read = await host.read(number)
  if (read.outcome === 'done') return found(read.value, true)
  return read.outcome === 'refused' ? unreachable(NOT_THERE) : read
}

function found(pullRequest: PullRequest, isNew: boolean): HostAnswer<FoundOrOpened> {
  return { outcome: 'done', value: { pullRequest, isNew } }
}

const VANISHED =
  'The host says that there is such a pull request already, but lists none that is open.'
const NOT_THERE = 'The host says that it has opened a pull request, but it isn’t there.'
