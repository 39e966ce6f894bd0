// The schedulers that policies name must be there, and stay.
import { findObject, type Fleet } from '#lib/domain/fleet/fleet.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { Refusal } from '../refusal.ts'
import type { ResolvedDraft } from './drafts.ts'

/** The issue of a policy whose scheduler isn't there: `unknown_scheduler`. */
export function schedulerIssues(after: Fleet, object: ModelObject): Issue[] {
  if (object.kind !== 'target-policy' || object.scheduler === null) return []
  const name = object.scheduler
  if (findObject(after, { kind: 'scheduler', team: null, name }) !== null) return []
  const reason = `There is no scheduler ${name}.`
  return [{ path: ['scheduler'], code: 'unknown_scheduler', reason }]
}

/** Refuses to delete a scheduler that decides for a policy. */
export function requireIdleScheduler(after: Fleet, draft: ResolvedDraft): void {
  if (draft.before?.kind !== 'scheduler' || draft.after !== null) return
  const { name } = draft.before
  const policy = after.policies.slots.find((each) => each?.scheduler === name)
  if (policy === undefined) return
  throw new Refusal('conflict', `Scheduler ${name} decides for the policy ${policy.name}.`, {
    code: 'scheduler_in_use',
  })
}
