import type { KindTraits } from '../kind.ts'
import { configForm } from './config-form.ts'

export const configKind = {
  kind: 'config',
  area: 'fleet',
  type: 'Config',
  types: 'Configs',
  one: 'a config',
  many: 'configs',
  word: 'config',
  words: 'configs',
  collection: 'configs',
  page: 'configs',
  owner: 'team-or-platform',
  labelled: false,
  placing: true,
  // An edit looks at all of them that select one of its applications.
  most: { platform: 1000, team: 1000 },
  columns: [
    'name',
    'description',
    'namespace',
    'app_selector',
    'cluster_selector',
    'priority',
    'values',
    'suspended',
  ],
  about: {
    list: 'Values for applications, by where these run.',
    none: 'Without any, applications are told defaults alone.',
    fresh: 'These values for these applications on these clusters.',
  },
  form: configForm,
} as const satisfies KindTraits
