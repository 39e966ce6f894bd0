// What waits for the visitor, in words, each with the page where something is done about it.
import type { InboxLine } from '#components/shell/inbox-bell.tsx'
import { askedWords } from '#components/objects/asked-words.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { listPath, pagePaths } from '#lib/schemas/paths.ts'
import type { Inbox } from '#lib/usecases/overview/inbox.ts'

/** The gravest first. */
export function inboxLines(inbox: Inbox): readonly InboxLine[] {
  const { requests, openRequests, answers, failedChanges, endingTokens } = inbox
  const more = openRequests - requests.length
  return [
    ...troublesOf(inbox),
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

function troublesOf({ failingBranches, failedDeliveries }: Inbox): readonly InboxLine[] {
  const branches = counted(failingBranches, 'branch', 'branches')
  const deliveries = counted(failedDeliveries, 'delivery', 'deliveries')
  return [
    ...(failingBranches > 0
      ? [{ text: `Publishing fails on ${branches}`, href: pagePaths.repositorySettings, at: null }]
      : []),
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

/** How much waits: each request by itself. */
export function countWaiting(inbox: Inbox): number {
  const { openRequests, answers, failedChanges, endingTokens } = inbox
  const own = answers.length + failedChanges.length + endingTokens.length
  return openRequests + own + troublesOf(inbox).length
}
