import type { FormLayout } from '../form.ts'
import { descriptionField, nameField, ownerField } from '../form-fields.ts'

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
  },
  {
    field: 'pick',
    label: 'Pick',
    hint: 'How many of these clusters each application gets, as 3 or 20%; then, on lines of their own, spread region, prefer label tier gold silver, or prefer score free-gpu. It keeps to its choice as long as it may. Empty: all of them.',
    control: 'pick',
    placeholder: '3\nspread region\nprefer label tier gold silver',
  },
  {
    field: 'scheduler',
    label: 'Scheduler',
    hint: 'The program that chooses the clusters instead: until it has, this places nothing. Empty: none.',
    control: 'text',
    mono: true,
    isOptional: true,
    placeholder: 'gpu-packer',
  },
  {
    field: 'suspended',
    label: 'Suspended',
    hint: 'As if the policy were not there; it is kept for later.',
    control: 'switch',
  },
] as const satisfies FormLayout
