// What alert rules and saved reports name must be there, and stay: the subscriptions that are told.
import { shelfOf } from '#lib/domain/fleet/fleet-state.ts'
import { findObject, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { kinds } from '#lib/domain/objects/kinds.ts'
import { type ModelObject, ownerOf } from '#lib/domain/objects/objects.ts'
import { FILE } from '#lib/domain/objects/saved-report/saved-report.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { Refusal } from '../refusal.ts'
import type { ResolvedDraft } from './drafts.ts'

const TELLING_KINDS = ['alert-rule', 'saved-report'] as const

type Named = { readonly name: string; readonly path: Issue['path'] }

/** The subscriptions that an object tells. */
function toldBy(object: ModelObject): readonly Named[] {
  if (object.kind === 'alert-rule') {
    return object.subscriptions.map((name, index) => ({ name, path: ['subscriptions', index] }))
  }
  if (object.kind !== 'saved-report' || object.deliver === FILE) return []
  return [{ name: object.deliver, path: ['deliver'] }]
}

/**
 * Subscriptions are told of what is their own owner's, and the platform's also of what is a team's. What is the platform's tells
 * no team's: it says what happens to the applications of others.
 */
export function subscriptionIssues(after: Fleet, object: ModelObject): Issue[] {
  return toldBy(object).flatMap(({ name, path }) => {
    if (mayTell(after, object, name)) return []
    const { word } = kinds[object.kind]
    const reason = `There is no subscription ${name} of the ${word}’s owner or of the platform.`
    return [{ path, code: 'subscription_unknown', reason }]
  })
}

function mayTell(after: Fleet, object: ModelObject, name: string): boolean {
  const found = findObject(after, { kind: 'subscription', team: null, name })?.object
  return found?.kind === 'subscription' && (found.team === null || found.team === ownerOf(object))
}

/** Refuses to delete a subscription that is told of something, or to give it to somebody who may not be. */
export function requireUntoldSubscription(after: Fleet, { before }: ResolvedDraft): void {
  if (before?.kind !== 'subscription') return
  const { name } = before
  const isLeft = (object: ModelObject) =>
    toldBy(object).some((told) => told.name === name) && !mayTell(after, object, name)
  const teller = TELLING_KINDS.flatMap((kind) => shelfOf(after, kind).slots).find(
    (object) => object && isLeft(object),
  )
  if (!teller) return
  const { word } = kinds[teller.kind]
  throw new Refusal('conflict', `The ${word} ${teller.name} tells the subscription ${name}.`, {
    code: 'subscription_in_use',
  })
}
