// What waits for the visitor, as every page shows it.
import { cache } from 'react'
import { type Inbox, readInboxUseCase } from '#lib/usecases/overview/inbox.ts'
import { DatabaseUnavailable } from '#lib/usecases/refusal.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { requireSession } from './page.ts'

const NOTHING: Inbox = {
  approvals: [],
  openApprovals: 0,
  troubledRollouts: [],
  troubledRolloutsTotal: 0,
  requests: [],
  openRequests: 0,
  answers: [],
  failedChanges: [],
  endingTokens: [],
  failingBranches: 0,
  heldBranches: [],
  heldDecisions: [],
  heldDecisionsTotal: 0,
  failedDeliveries: 0,
}

/** Without a database nothing waits: the page itself says so. */
export const readInbox = cache(async (): Promise<Inbox> => {
  const session = await requireSession()
  return readInboxUseCase.invoke(currentServices(), session, null).catch((error: unknown) => {
    if (error instanceof DatabaseUnavailable) return NOTHING
    throw error
  })
})
