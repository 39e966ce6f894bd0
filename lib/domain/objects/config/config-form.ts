import type { FormLayout } from '../form.ts'
import { descriptionField, nameField, ownerField } from '../form-fields.ts'

export const configForm = [
  [
    { ...nameField, placeholder: 'east-endpoints' },
    {
      ...ownerField,
      hint: 'A team’s config selects that team’s applications only.',
      platformHint: 'The platform’s: it may select every team’s applications.',
    },
  ],
  { ...descriptionField, placeholder: 'What this is for' },
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
    field: 'priority',
    label: 'Priority',
    hint: 'Of one value, the highest counts. A team’s: up to 499.',
    control: 'count',
    initial: 100,
  },
  {
    field: 'values',
    label: 'Values',
    hint: 'As YAML, and in Git: no secrets. An application gets only what its schema declares.',
    control: 'values',
    isRequired: true,
    placeholder: 'zone: east',
  },
  {
    field: 'suspended',
    label: 'Suspended',
    hint: 'As if the config were not there; it is kept for later.',
    control: 'switch',
  },
] as const satisfies FormLayout
