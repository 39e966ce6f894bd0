import type { FormLayout } from '../form.ts'
import { descriptionField, nameField, ownerField } from '../form-fields.ts'

/** What excludes keeps off all that it selects. */
const INCLUDING = { effect: ['include'] } as const

export const targetPolicyForm = [
  [
    { ...nameField, placeholder: 'app1_to_east' },
    {
      ...ownerField,
      hint: 'A team’s policy selects that team’s applications only.',
      platformHint: 'The platform’s: it may select every team’s applications.',
    },
  ],
  { ...descriptionField, placeholder: 'What this is for' },
  {
    field: 'effect',
    label: 'Effect',
    control: 'choice',
    choices: [
      {
        value: 'include',
        title: 'Include',
        text: 'Place these applications on these clusters.',
      },
      {
        value: 'exclude',
        title: 'Exclude',
        text: 'Keep them off, whatever other policies say.',
      },
    ],
  },
  {
    field: 'app_selector',
    label: 'Applications',
    hint: 'Which applications, by their labels; all conditions hold.',
    control: 'selector',
    of: 'application',
    missing: 'Choose which applications.',
  },
  {
    field: 'cluster_selector',
    label: 'Clusters',
    hint: 'On which clusters, by their labels; all conditions hold.',
    control: 'selector',
    of: 'cluster',
    missing: 'Choose which clusters.',
  },
  {
    field: 'target',
    label: 'Target',
    hint: 'Where an application has a target of this name, it is placed from that target’s directory; in other environments it isn’t placed by this policy. Empty: in every environment, and other policies may say from which directory.',
    control: 'target',
    placeholder: 'early',
    onlyWith: INCLUDING,
  },
  {
    field: 'pick',
    label: 'Pick',
    control: 'pick',
    ask: {
      label: 'Pick some of these clusters',
      text: 'Each application gets so many of them, and keeps them as long as it may. Off: all of them.',
    },
    onlyWith: INCLUDING,
  },
  {
    field: 'scheduler',
    label: 'Scheduler',
    hint: 'A program of yours that chooses among these clusters: the policy places nothing before it has. Empty: none.',
    control: 'scheduler',
    placeholder: 'gpu-packer',
    onlyWith: INCLUDING,
  },
  {
    field: 'suspended',
    label: 'Suspended',
    hint: 'As if the policy were not there; it is kept for later.',
    control: 'switch',
  },
] as const satisfies FormLayout
