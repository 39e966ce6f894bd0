import type { KindTraits } from '../kind.ts'
import { registrationTokenForm } from './registration-token-form.ts'

export const registrationTokenKind = {
  kind: 'registration-token',
  area: 'fleet',
  type: 'RegistrationToken',
  types: 'RegistrationTokens',
  one: 'a registration token',
  many: 'registration tokens',
  word: 'registration token',
  words: 'registration tokens',
  collection: 'registration-tokens',
  page: 'registration-tokens',
  owner: 'platform',
  labelled: false,
  placing: false,
  columns: [
    'name',
    'description',
    'name_pattern',
    'environment',
    'metadata',
    'open_labels',
    'uses',
    'placements_max',
    'expires_at',
    'suspended',
  ],
  about: {
    list: 'With one, clusters register themselves: each says how they may be called, and which labels they get.',
    none: 'Clusters are added by hand until there is one.',
    fresh: 'It says what a cluster gets that registers itself. Its secret is made on its page.',
  },
  form: registrationTokenForm,
} as const satisfies KindTraits
