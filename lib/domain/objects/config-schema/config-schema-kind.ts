import type { KindTraits } from '../kind.ts'
import { configSchemaForm } from './config-schema-form.ts'

export const configSchemaKind = {
  kind: 'config-schema',
  area: 'fleet',
  type: 'ConfigSchema',
  types: 'ConfigSchemas',
  one: 'a config schema',
  many: 'config schemas',
  word: 'config schema',
  words: 'config schemas',
  collection: 'config-schemas',
  page: 'config-schemas',
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
    'schema',
    'suspended',
  ],
  about: {
    list: 'Which values applications take, and what each may be.',
    none: 'Without any, no application is told anything.',
    fresh: 'An application gets what its schemas declare.',
  },
  form: configSchemaForm,
} as const satisfies KindTraits
