// Nothing is saved while Git has another history than the database: the numbers of its changes would be used twice.
import type { TenantState } from '#db/queries/tenants.ts'
import { Refusal } from '../refusal.ts'

const DECIDE = 'An admin has to decide in the settings, under Git, before anything is saved.'

/** Refuses a save until an admin decides between Git and the database. */
export function requireGitAgrees({ gitStop }: Pick<TenantState, 'gitStop'>): void {
  if (gitStop === null) return
  throw new Refusal('conflict', `${gitStop.reason} ${DECIDE}`, { code: gitStop.code })
}

/** What a preview says about it. */
export function stopWarnings({ gitStop }: Pick<TenantState, 'gitStop'>) {
  return gitStop === null ? [] : [{ code: gitStop.code, message: `${gitStop.reason} ${DECIDE}` }]
}
