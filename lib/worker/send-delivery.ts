// One attempt to deliver an event to the receiver of a subscription.
import { inTenant } from '#db/client.ts'
import { readOutgoingHosts } from '#db/queries/outgoing-hosts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Attempted, ClaimedDelivery } from '#db/queries/sending.ts'
import { listsHostOf } from '#lib/domain/addresses/outgoing-hosts.ts'
import {
  cloudEvent,
  type SentEvent,
  slackBlocks,
  teamsCard,
} from '#lib/domain/deliveries/message.ts'
import { askedPause, pauseAfter, restAfter } from '#lib/domain/deliveries/retry.ts'
import type { Subscription } from '#lib/domain/objects/objects.ts'
import { singleLine } from '#lib/domain/text/text.ts'
import { isErrorNamed } from '#lib/runtime/error-name.ts'
import { openSecret } from '#lib/usecases/objects/kept-secrets.ts'
import { storedObject } from '#lib/usecases/objects/stored-object.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { suspendGone } from '#lib/usecases/subscriptions/suspend-gone.ts'
import { signatureHeaders } from './sign-delivery.ts'
import type { PublisherWorld } from './world.ts'

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 65_536
const ANSWER_CHARACTERS_MAX = 300
const GONE = 410

/** What came of it; null: the process ends, and nobody knows. */
export async function sendDelivery(
  world: PublisherWorld,
  tenant: TenantIdentity,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Attempted | null> {
  const { services } = world
  const subscription = storedObject('subscription', delivery.body)
  const ready = await inTenant(services.database, tenant.id, (tx) =>
    readyCall(world, { tx, tenant: tenant.id }, { tenant, delivery, subscription }),
  )
  if ('flaw' in ready) return failed(delivery, { status: null, answer: ready.flaw })
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES_MAX, signal }
  const { url, headers, body } = ready
  const answer = await services.callOut(url, { method: 'POST', headers, body, ...limits })
  if (signal.aborted) return null
  if (answer.outcome !== 'answered') {
    return failed(delivery, { status: null, answer: answer.reason })
  }
  const { status, text } = answer
  const said = { status, answer: singleLine(text.slice(0, ANSWER_CHARACTERS_MAX)) }
  if (status >= 200 && status < 300) {
    return { ...said, isDelivered: true, pauseMs: null, restMs: 0 }
  }
  if (status === GONE) {
    const isSuspended = await inTenant(
      services.database,
      tenant.id,
      (tx) => suspendGone({ tx, tenant: tenant.id }, delivery.subscription, subscription),
      { locksTenant: true },
    )
    if (isSuspended) services.log.info({ tenant: tenant.name }, 'a subscription is suspended')
    return { ...failed(delivery, said), pauseMs: null }
  }
  return failed(delivery, said, askedPause(answer.headers.get('retry-after'), new Date()))
}

function failed(
  { attempts, failures }: ClaimedDelivery,
  said: Pick<Attempted, 'status' | 'answer'>,
  asked: number | null = null,
): Attempted {
  return {
    ...said,
    isDelivered: false,
    pauseMs: pauseAfter(attempts, { random: Math.random(), asked }),
    restMs: restAfter(failures + 1, asked),
  }
}

type Call = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Sending = {
  readonly tenant: TenantIdentity
  readonly delivery: ClaimedDelivery
  readonly subscription: Subscription
}

/** What is sent where, or why nothing can be. */
async function readyCall(
  { services }: PublisherWorld,
  scope: TenantScope,
  sending: Sending,
): Promise<Call | { readonly flaw: string }> {
  const { delivery, subscription } = sending
  if (subscription.team !== null) {
    const hosts = await readOutgoingHosts(scope)
    if (!listsHostOf(hosts, subscription.url)) return { flaw: 'No admin lists the host any more.' }
  }
  const secret = await openSecret(scope, services.sealing, {
    id: delivery.subscription,
    object: subscription,
    field: 'secret',
  }).catch((error: unknown) => {
    if (isErrorNamed(error, ['SealedUnreadable'])) return null
    throw error
  })
  if (secret === null) return { flaw: 'The secret cannot be opened any more: set it again.' }
  return callFor(subscription, secret, eventOf(services.environment.url, sending))
}

function eventOf(source: string, { tenant, delivery }: Sending): SentEvent {
  const { id, type, subject, data, createdAt: at } = delivery
  return { id, type, subject, data, at, source, tenant: tenant.name }
}

/** The secret of Teams and Slack is their address. */
function callFor({ receiver, url }: Subscription, secret: string, event: SentEvent): Call {
  if (receiver !== 'webhook') {
    const { contentType, body } = receiver === 'teams' ? teamsCard(event) : slackBlocks(event)
    return { url: secret, headers: { 'content-type': contentType }, body }
  }
  const { contentType, body } = cloudEvent(event)
  const signature = signatureHeaders(secret, { id: event.id, at: new Date(), body })
  return { url, headers: { 'content-type': contentType, ...signature }, body }
}
