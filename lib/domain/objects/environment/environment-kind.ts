import type { KindTraits } from '../kind.ts'
import { environmentForm } from './environment-form.ts'

export const environmentKind = {
  kind: 'environment',
  area: 'fleet',
  type: 'Environment',
  types: 'Environments',
  one: 'an environment',
  many: 'environments',
  word: 'environment',
  words: 'environments',
  collection: 'environments',
  page: 'environments',
  owner: 'platform',
  labelled: false,
  placing: false,
  most: { platform: 100 },
  columns: [
    'name',
    'description',
    'protected',
    'deployers',
    'overriders',
    'after',
    'after_soak',
    'publish',
    'hours',
    'waves',
    'team_waves',
  ],
  about: {
    list: 'What clusters name as their environment, who may move placements there, and how versions come to it.',
    none: 'Without one, whoever may write an application may move it everywhere.',
    fresh: 'It holds for the clusters that name it as their environment.',
  },
  form: environmentForm,
} as const satisfies KindTraits
