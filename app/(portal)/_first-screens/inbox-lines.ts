// What waits for the visitor, in words, each with the page where something is done about it.
import type { InboxLine } from '#components/shell/inbox-bell.tsx'
import { askedWords } from '#components/objects/asked-words.ts'
import { pausedWords } from '#components/rollouts/pause-words.ts'
import { versionWords } from '#components/rollouts/version-words.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { listPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { Inbox } from '#lib/usecases/overview/inbox.ts'

/** The gravest first. */
export function inboxLines(inbox: Inbox): readonly InboxLine[] {
  const { requests, openRequests, answers, failedChanges, endingTokens } = inbox
  const more = openRequests - requests.length
  return [
    ...troublesOf(inbox),
    ...decisionsOf(inbox),
    ...rolloutsOf(inbox),
    ...approvalsOf(inbox),
    ...failedChanges.map(({ id, at, branches }) => ({
      text: `Your change #${id} could not be published on ${counted(branches, 'branch', 'branches')}`,
      href: pagePaths.change(id),
      at,
    })),
    ...requests.map(({ id, asksFor, team, asker, at }) => ({
      text: `${asker} asks for ${askedWords(asksFor, team)}`,
      href: pagePaths.teamRequest(id),
      at,
    })),
    ...(more > 0
      ? [{ text: counted(more, 'more team request'), href: pagePaths.teamRequests, at: null }]
      : []),
    ...answers.map(({ id, asksFor, team, state, at }) => ({
      text: `Your request for ${askedWords(asksFor, team)} was ${state}`,
      href: pagePaths.teamRequest(id),
      at,
    })),
    ...endingTokens.map(({ name, expiresAt }) => ({
      text: `Your token ${name} ends soon`,
      href: `${pagePaths.tokens}?sort=expires`,
      at: expiresAt,
    })),
  ]
}

function decisionsOf({ heldDecisions, heldDecisionsTotal }: Inbox): readonly InboxLine[] {
  const more = heldDecisionsTotal - heldDecisions.length
  const lines = heldDecisions.map(({ policy, waitsSince, ...held }) => ({
    text: decisionWords(held, policy),
    href: pagePaths.policy(policy),
    at: waitsSince === null ? null : new Date(waitsSince),
  }))
  if (more === 0) return lines
  const text = counted(more, 'more policy of schedulers', 'more policies of schedulers')
  return [...lines, { text, href: listPath('scheduler'), at: null }]
}

function decisionWords(
  { scheduler, failures, removals }: Pick<HeldDecision, 'scheduler' | 'failures' | 'removals'>,
  policy: string,
): string {
  if (removals === null) return `${scheduler} failed ${failures} times in a row for ${policy}`
  return `Confirm that ${scheduler} removes ${counted(removals, 'placement')} of ${policy}`
}
type HeldDecision = Inbox['heldDecisions'][number]

function rolloutsOf({ troubledRollouts, troubledRolloutsTotal }: Inbox): readonly InboxLine[] {
  const more = troubledRolloutsTotal - troubledRollouts.length
  const lines = troubledRollouts.map(({ rollout, since, cause, by, reason, wave, ...what }) => ({
    text:
      cause === null
        ? `${releaseWords(what)} was completed, and too many clusters are failing`
        : `${releaseWords(what)} waits: ${pausedWords(cause, { by, reason, wave })}`,
    href: pagePaths.rollout(rollout),
    at: since,
  }))
  if (more === 0) return lines
  const text = counted(more, 'more rollout that waits', 'more rollouts that wait')
  return [...lines, { text, href: withQuery(pagePaths.rollouts, { state: 'paused' }), at: null }]
}

function releaseWords({
  team,
  application,
  environment,
  version: number,
  versionName: name,
}: Pick<
  TroubledRollout,
  'team' | 'application' | 'environment' | 'version' | 'versionName'
>): string {
  const version = versionWords(number === null ? null : { number, name })
  return `${team} / ${application} ${version} to ${environment}`
}
type TroubledRollout = Inbox['troubledRollouts'][number]

function approvalsOf({ approvals, openApprovals }: Inbox): readonly InboxLine[] {
  const more = openApprovals - approvals.length
  const lines = approvals.map(({ rollout, since, ...asked }) => ({
    text: approvalWords(asked),
    href: pagePaths.rollout(rollout),
    at: since,
  }))
  if (more === 0) return lines
  const href = withQuery(pagePaths.rollouts, { state: 'running' })
  return [...lines, { text: counted(more, 'more approval'), href, at: null }]
}

function approvalWords({
  wave,
  clusters,
  ...what
}: Omit<Inbox['approvals'][number], 'rollout' | 'since'>): string {
  return `Approve ${releaseWords(what)}, wave ${wave} (${counted(clusters, 'cluster')})`
}

function troublesOf({
  failingBranches,
  heldBranches,
  failedDeliveries,
}: Inbox): readonly InboxLine[] {
  const branches = counted(failingBranches, 'branch', 'branches')
  const deliveries = counted(failedDeliveries, 'delivery', 'deliveries')
  return [
    ...(failingBranches > 0
      ? [{ text: `Publishing fails on ${branches}`, href: pagePaths.repositorySettings, at: null }]
      : []),
    ...heldBranches.map((held) => ({
      text: heldWords(held),
      href: pagePaths.pullRequests,
      at: null,
    })),
    ...(failedDeliveries > 0
      ? [
          {
            text: `${deliveries} to subscribers failed within a day`,
            href: listPath('subscription'),
            at: null,
          },
        ]
      : []),
  ]
}

function heldWords({ branch, number, closedBy, from, to, changes }: Held): string {
  const closed = closedBy === null ? 'was closed' : `was closed by ${closedBy}`
  const waiting = changes === 1 ? `change #${from} waits` : `changes #${from} to #${to} wait`
  return `Pull request ${number} into ${branch} ${closed}: ${waiting}`
}
type Held = Inbox['heldBranches'][number]

/** How much waits: each approval, each rollout and each request by itself. */
export function countWaiting(inbox: Inbox): number {
  const { openApprovals, troubledRolloutsTotal, openRequests, heldDecisionsTotal } = inbox
  const { answers, failedChanges, endingTokens } = inbox
  const own = answers.length + failedChanges.length + endingTokens.length
  const asked = openApprovals + troubledRolloutsTotal + openRequests + heldDecisionsTotal
  return asked + own + troublesOf(inbox).length
}
