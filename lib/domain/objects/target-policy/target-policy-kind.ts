import type { KindTraits } from '../kind.ts'
import { targetPolicyForm } from './target-policy-form.ts'

export const targetPolicyKind = {
  kind: 'target-policy',
  area: 'fleet',
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
  placing: true,
  columns: [
    'name',
    'description',
    'app_selector',
    'cluster_selector',
    'effect',
    'target',
    'scheduler',
    'pick',
    'namespace',
    'suspended',
  ],
  about: {
    list: 'Each says: these applications on these clusters. Exclusion always wins.',
    none: 'Until a policy says so, no application is placed on any cluster.',
    fresh: 'These applications on these clusters. Nothing happens before you save.',
  },
  form: targetPolicyForm,
} as const satisfies KindTraits
