import type { KindTraits } from '../kind.ts'
import { alertRuleForm } from './alert-rule-form.ts'

export const alertRuleKind = {
  kind: 'alert-rule',
  area: 'reporting',
  type: 'AlertRule',
  types: 'AlertRules',
  one: 'an alert rule',
  many: 'alert rules',
  word: 'alert rule',
  words: 'alert rules',
  collection: 'alert-rules',
  page: 'alert-rules',
  owner: 'team-or-platform',
  labelled: false,
  placing: false,
  most: { platform: 100, team: 20 },
  columns: [
    'name',
    'description',
    'state',
    'cluster_selector',
    'app_selector',
    'for',
    'share',
    'severity',
    'subscriptions',
    'namespace',
    'suspended',
  ],
  about: {
    list: 'Each says what is not right, for how long, and who is told.',
    none: 'Until a rule says so, nobody is told of anything.',
    fresh: 'An alert fires once this has been so for a while, and resolves once it is over.',
  },
  form: alertRuleForm,
} as const satisfies KindTraits
