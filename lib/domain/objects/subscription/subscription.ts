import { z } from 'zod'
import { EVENT_TYPES } from '#lib/domain/deliveries/delivery-event.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import {
  type Answered,
  type Decoded,
  optional,
  required,
  schemasOf,
  type Sent,
  withDefault,
} from '../fields.ts'
import { secretField, type SecretRule, secretState } from '../secret-rule.ts'
import { serverOfUrl } from '../signing-key.ts'
import { subscriptionKind } from './subscription-kind.ts'
import { secretFlaw } from './subscription-secret.ts'

const RECEIVERS = ['webhook', 'teams', 'slack'] as const

const fields = {
  name: required(z.string(), { examples: ['on-call'] }),
  description: withDefault(z.string(), ''),
  kind: withDefault(z.enum(RECEIVERS), 'webhook'),
  url: required(z.string(), {
    description:
      'Of a webhook its address; of Teams and Slack only the server, as the rest is a secret.',
    examples: ['https://hooks.example.com/berth'],
  }),
  secret: secretField({
    description:
      'Of a webhook the key of its signatures: `whsec_` and 24 to 64 bytes in base64. Of Teams and Slack the whole address that they gave.',
  }),
  events: withDefault(z.array(z.enum(EVENT_TYPES)), [...EVENT_TYPES], {
    description: 'What it is told of.',
  }),
  namespace: optional(required(z.string()), {
    description:
      'The owning team, which may name only hosts that an admin listed; absent: the platform.',
  }),
  suspended: withDefault(z.boolean(), false),
}

function decode(sent: Sent<typeof fields>) {
  return accepted({
    kind: subscriptionKind.kind,
    name: sent.name,
    description: sent.description,
    receiver: sent.kind,
    url: sent.url,
    secret: secretState(sent.secret),
    /** Each once, in one order. */
    events: EVENT_TYPES.filter((type) => sent.events.includes(type)),
    /** The owning team; null: the platform. */
    team: sent.namespace ?? null,
    suspended: sent.suspended,
  })
}

export type Subscription = Decoded<typeof decode>

function encode(subscription: Subscription): Answered<typeof fields> {
  return {
    name: subscription.name,
    description: subscription.description,
    kind: subscription.receiver,
    url: subscription.url,
    secret: subscription.secret,
    events: subscription.events,
    ...(subscription.team !== null && { namespace: subscription.team }),
    suspended: subscription.suspended,
  }
}

const secret: SecretRule<Subscription> = {
  serverOf: ({ url }) => serverOfUrl(url),
  isRequired: () => true,
  flawOf: secretFlaw,
}

export const subscriptionCodec = {
  ...schemasOf(subscriptionKind.type, fields),
  decode,
  encode,
  secrets: { secret },
}
