import type { KindTraits } from '../kind.ts'
import { freezeForm } from './freeze-form.ts'

export const freezeKind = {
  kind: 'freeze',
  area: 'fleet',
  type: 'Freeze',
  types: 'Freezes',
  one: 'a freeze',
  many: 'freezes',
  word: 'freeze',
  words: 'freezes',
  collection: 'freezes',
  page: 'freezes',
  owner: 'team-or-platform',
  labelled: false,
  placing: false,
  most: { platform: 100, team: 20 },
  columns: [
    'name',
    'description',
    'environments',
    'namespaces',
    'app_selector',
    'from',
    'to',
    'weekly',
    'time_zone',
    'allow_rollback',
  ],
  about: {
    list: 'Each is a time in which nothing in its scope may change.',
    none: 'Whoever may write something can change it at any time.',
    fresh: 'What moves a placement in its scope is refused while it holds.',
  },
  form: freezeForm,
} as const satisfies KindTraits
