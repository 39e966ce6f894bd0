import type { KindTraits } from '../kind.ts'

export const targetPolicyKind = {
  kind: 'target-policy',
  type: 'TargetPolicy',
  types: 'TargetPolicies',
  one: 'a target policy',
  many: 'target policies',
  word: 'policy',
  words: 'policies',
  collection: 'target-policies',
  page: 'policies',
  owner: 'team-or-platform',
  labelled: false,
  columns: [
    'name',
    'description',
    'app_selector',
    'cluster_selector',
    'effect',
    'namespace',
    'suspended',
  ],
} as const satisfies KindTraits
