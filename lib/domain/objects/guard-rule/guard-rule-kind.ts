import type { KindTraits } from '../kind.ts'
import { guardRuleForm } from './guard-rule-form.ts'

export const guardRuleKind = {
  kind: 'guard-rule',
  area: 'administration',
  type: 'GuardRule',
  types: 'GuardRules',
  one: 'a guard rule',
  many: 'guard rules',
  word: 'guard rule',
  words: 'guard rules',
  collection: 'guard-rules',
  page: 'guard-rules',
  owner: 'platform',
  labelled: false,
  placing: false,
  most: { platform: 100 },
  columns: ['name', 'description', 'cluster_selector', 'reason_required', 'removals', 'changes'],
  about: {
    list: 'Each asks more of whoever removes or changes placements on some clusters. The strictest wins.',
    none: 'Until a rule asks for more, only large removals and changes have to be confirmed.',
    fresh: 'What a save that removes or changes placements on these clusters needs.',
  },
  form: guardRuleForm,
} as const satisfies KindTraits
