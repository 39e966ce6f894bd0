import type { KindTraits } from '../kind.ts'
import { subscriptionForm } from './subscription-form.ts'

export const subscriptionKind = {
  kind: 'subscription',
  area: 'reporting',
  type: 'Subscription',
  types: 'Subscriptions',
  one: 'a subscription',
  many: 'subscriptions',
  word: 'subscription',
  words: 'subscriptions',
  collection: 'subscriptions',
  page: 'subscriptions',
  owner: 'team-or-platform',
  labelled: false,
  placing: false,
  columns: ['name', 'description', 'kind', 'url', 'events', 'namespace', 'suspended'],
  about: {
    list: 'Who is told when an alert fires or resolves, and when a report is ready.',
    none: 'Berth sends nothing anywhere until a subscription says where to.',
    fresh: 'A webhook, or a channel of Teams or Slack.',
  },
  form: subscriptionForm,
} as const satisfies KindTraits
