import type { FormLayout } from '../form.ts'
import { descriptionField, nameField, ownerField } from '../form-fields.ts'

export const alertRuleForm = [
  [
    { ...nameField, placeholder: 'prod-unhealthy' },
    {
      ...ownerField,
      hint: 'A team’s rule sees that team’s applications only.',
      platformHint: 'The platform’s: it sees every team’s applications.',
    },
  ],
  { ...descriptionField, placeholder: 'What to do then' },
  {
    field: 'state',
    label: 'When something is',
    word: 'state',
    control: 'several',
    choices: [
      { value: 'failed', title: 'Failed' },
      { value: 'degraded', title: 'Degraded' },
      { value: 'missing', title: 'Missing' },
      { value: 'drifted', title: 'Drifted' },
      { value: 'orphaned', title: 'Orphaned' },
      { value: 'behind', title: 'Behind' },
      { value: 'stale', title: 'A silent cluster' },
      { value: 'publication_stuck', title: 'A stuck publication' },
      { value: 'branch_error', title: 'A branch in error' },
      { value: 'pull_request_closed', title: 'A closed pull request' },
    ],
    missing: 'Choose at least one state.',
  },
  {
    field: 'cluster_selector',
    label: 'Clusters',
    hint: 'By their labels; all conditions hold.',
    control: 'limit',
    of: 'cluster',
    missing: 'Choose which clusters.',
    ask: { label: 'Only on some clusters', text: 'Otherwise on every cluster.' },
  },
  {
    field: 'app_selector',
    label: 'Applications',
    hint: 'By their labels; all conditions hold.',
    control: 'limit',
    of: 'application',
    missing: 'Choose which applications.',
    ask: { label: 'Only some applications', text: 'Otherwise every one that the owner has.' },
  },
  [
    {
      field: 'for',
      label: 'For at least',
      hint: 'As 10m, 2h or 1d; 0m: at once.',
      control: 'text',
      mono: true,
      initial: '10m',
      placeholder: '10m',
    },
    {
      field: 'share',
      label: 'From this share on',
      hint: 'Of the placements, or of the clusters. Empty: any.',
      control: 'text',
      mono: true,
      isOptional: true,
      placeholder: '5%',
    },
  ],
  {
    field: 'severity',
    label: 'Severity',
    control: 'choice',
    choices: [
      { value: 'warning', title: 'Warning', text: 'Somebody should look soon.' },
      { value: 'critical', title: 'Critical', text: 'Somebody has to look now.' },
      { value: 'info', title: 'Info', text: 'Good to know.' },
    ],
  },
  {
    field: 'subscriptions',
    label: 'Subscriptions',
    hint: 'Who is told, by name, a line each: the owner’s, or the platform’s.',
    control: 'lines',
    placeholder: 'on-call',
  },
  {
    field: 'suspended',
    label: 'Suspended',
    hint: 'As if the rule were not there; it is kept for later.',
    control: 'switch',
  },
] as const satisfies FormLayout
