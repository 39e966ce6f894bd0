import type { FormLayout } from '../form.ts'
import { descriptionField, nameField, ownerField } from '../form-fields.ts'

export const configSchemaForm = [
  [
    { ...nameField, placeholder: 'cosmos-client' },
    {
      ...ownerField,
      hint: 'A team’s schema selects that team’s applications only.',
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
    field: 'schema',
    label: 'Schema',
    hint: 'A JSON Schema (2020-12) of an object, as YAML. Only what it declares is delivered.',
    control: 'values',
    isRequired: true,
    placeholder: 'type: object\nproperties:\n  zone:\n    type: string',
  },
  {
    field: 'suspended',
    label: 'Suspended',
    hint: 'As if the schema were not there; it is kept for later.',
    control: 'switch',
  },
] as const satisfies FormLayout
