import type { KindTraits } from '../kind.ts'

export const teamKind = {
  kind: 'team',
  type: 'Team',
  types: 'Teams',
  one: 'a team',
  many: 'teams',
  word: 'team',
  words: 'teams',
  collection: 'teams',
  page: 'teams',
  owner: 'itself',
  labelled: false,
  columns: ['name', 'description', 'groups', 'source_repos', 'network', 'kubectl', 'quota'],
} as const satisfies KindTraits
