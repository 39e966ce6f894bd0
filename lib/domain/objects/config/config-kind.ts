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
    list: 'Values for applications, by where these run: an address in a region, a limit on a family of clusters.',
    none: 'Without any, applications are told only the defaults of their schemas.',
    fresh:
      'These values for these applications on these clusters. Nothing happens before you save.',
  },
  form: configForm,
} as const satisfies KindTraits
