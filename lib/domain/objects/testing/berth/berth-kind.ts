// A kind made only for tests: a team's berths have labels, and choose clusters by theirs.
import type { KindTraits } from '../../kind.ts'
import { berthForm } from './berth-form.ts'

export const berthKind = {
  kind: 'berth',
  area: 'fleet',
  type: 'Berth',
  types: 'Berths',
  one: 'a berth',
  many: 'berths',
  word: 'berth',
  words: 'berths',
  collection: 'berths',
  page: 'berths',
  owner: 'team',
  labelled: true,
  placing: true,
  columns: ['namespace', 'name', 'description', 'cluster_selector', 'metadata'],
  about: {
    list: 'Where ships lie, each of a team.',
    none: 'A team builds one.',
    fresh: 'Its labels say what it is like.',
  },
  example: 'depth=deep',
  form: berthForm,
} as const satisfies KindTraits
