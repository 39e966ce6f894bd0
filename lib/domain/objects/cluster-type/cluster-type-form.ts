import type { FormLayout } from '../form.ts'
import { descriptionField } from '../form-fields.ts'

export const clusterTypeForm = [
  {
    field: 'name',
    label: 'Name',
    hint: 'Exactly what its clusters have in their field type. Lower-case letters, digits and -.',
    control: 'name',
    placeholder: 'edge',
  },
  { ...descriptionField, placeholder: 'Which clusters these are' },
  {
    field: 'reconciler',
    label: 'Reconciler',
    hint: 'What brings Git to its clusters. It changes only while nothing is placed on them.',
    control: 'text',
    mono: true,
    initial: 'argocd',
    missing: 'A reconciler is required.',
  },
  {
    field: 'delivery',
    label: 'Delivery',
    hint: 'How its folder comes to a cluster: git, which it pulls.',
    control: 'text',
    mono: true,
    initial: 'git',
    missing: 'A delivery is required.',
  },
  { field: 'settings', label: 'Settings', control: 'type-settings' },
] as const satisfies FormLayout
