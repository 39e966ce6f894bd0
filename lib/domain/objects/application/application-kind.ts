import type { KindTraits } from '../kind.ts'

export const applicationKind = {
  kind: 'application',
  type: 'Application',
  types: 'Applications',
  one: 'an application',
  many: 'applications',
  word: 'application',
  words: 'applications',
  collection: 'applications',
  page: 'applications',
  owner: 'team',
  labelled: true,
  columns: ['namespace', 'name', 'description', 'repo_url', 'repo_branch', 'repo_path', 'metadata'],
} as const satisfies KindTraits
