import type { FormLayout } from '../form.ts'
import { descriptionField, nameField, ownerField } from '../form-fields.ts'

export const configForm = [
  [
    { ...nameField, placeholder: 'east-endpoints' },
    {
      ...ownerField,
      hint: 'A team’s config is for that team’s applications only.',
      platformHint: 'The platform’s: it may be for every team’s applications.',
    },
  ],
  { ...descriptionField, placeholder: 'What this is for' },
  {
    field: 'app_selector',
    label: 'Applications',
    hint: 'Which applications are told, by their labels; all conditions hold.',
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
    hint: 'Where several configs say something else of one value, the highest number counts. A team’s: up to 499.',
    control: 'count',
    initial: 100,
  },
  {
    field: 'values',
    label: 'Values',
    hint: 'As YAML. Everybody who may see the applications sees them, and they are in Git: no secrets. An application gets only what its schema declares.',
    control: 'values',
    isRequired: true,
    placeholder: 'cosmos:\n  endpoint: https://east.example.com',
  },
  {
    field: 'suspended',
    label: 'Suspended',
    hint: 'As if the config were not there; it is kept for later.',
    control: 'switch',
  },
] as const satisfies FormLayout
