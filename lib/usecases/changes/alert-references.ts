// What alert rules name must be there, and stay: the subscriptions that are told.
import { shelfOf } from '#lib/domain/fleet/fleet-state.ts'
import { findObject, type Fleet } from '#lib/domain/fleet/fleet.ts'
import type { AlertRule } from '#lib/domain/objects/objects.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { Refusal } from '../refusal.ts'
import type { ResolvedDraft } from './drafts.ts'

/**
 * A rule tells subscriptions of its own owner, and a team's rule those of the platform, too. The platform's rules tell no team's:
 * they say what happens to the applications of others.
 */
export function subscriptionIssues(after: Fleet, rule: AlertRule): Issue[] {
  return rule.subscriptions.flatMap((name, index) => {
    if (mayTell(after, rule, name)) return []
    const reason = `There is no subscription ${name} of the rule’s owner or of the platform.`
    return [{ path: ['subscriptions', index], code: 'subscription_unknown', reason }]
  })
}

function mayTell(after: Fleet, { team }: AlertRule, name: string): boolean {
  const found = findObject(after, { kind: 'subscription', team: null, name })?.object
  return found?.kind === 'subscription' && (found.team === null || found.team === team)
}

/** Refuses to delete a subscription that a rule names, or to give it to somebody whom the rule may not tell. */
export function requireUntoldSubscription(after: Fleet, { before }: ResolvedDraft): void {
  if (before?.kind !== 'subscription') return
  const { name } = before
  const rule = shelfOf(after, 'alert-rule').slots.find(
    (each) =>
      each?.kind === 'alert-rule' &&
      each.subscriptions.includes(name) &&
      !mayTell(after, each, name),
  )
  if (!rule) return
  throw new Refusal('conflict', `The alert rule ${rule.name} tells the subscription ${name}.`, {
    code: 'subscription_in_use',
  })
}
