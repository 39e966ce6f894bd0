import type { FormLayout } from '../../form.ts'
import { descriptionField } from '../../form-fields.ts'

export const berthForm = [
  [
    { field: 'name', label: 'Name', control: 'name', placeholder: 'quay-1' },
    {
      field: 'namespace',
      label: 'Team',
      hint: 'It owns the berth, for good.',
      control: 'owner',
      placeholder: 'Search by name',
    },
  ],
  descriptionField,
  { field: 'beacon', label: 'Beacon', control: 'text' },
  { field: 'beacon_key', label: 'Key of the beacon', control: 'secret' },
  {
    field: 'cluster_selector',
    label: 'Clusters',
    hint: 'Which may moor here.',
    control: 'selector',
    of: 'cluster',
    missing: 'Choose which clusters.',
  },
  {
    field: 'metadata',
    label: 'Labels',
    hint: 'What the berth is like.',
    control: 'labels',
    derived: ['name', 'namespace'],
  },
] as const satisfies FormLayout
