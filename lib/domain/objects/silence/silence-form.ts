import type { FormLayout } from '../form.ts'
import { nameField, weeklyFields } from '../form-fields.ts'

export const silenceForm = [
  { ...nameField, placeholder: 'dev-at-night' },
  {
    field: 'description',
    label: 'Reason',
    control: 'text',
    placeholder: 'Development clusters are off at night',
  },
  {
    field: 'cluster_selector',
    label: 'Clusters',
    hint: 'Which are silent, by their labels; all conditions hold.',
    control: 'selector',
    of: 'cluster',
    missing: 'Choose which clusters.',
  },
  ...weeklyFields,
  [
    {
      field: 'from',
      label: 'From',
      hint: 'With hours of the week: not before.',
      control: 'instant',
      isEnd: false,
    },
    {
      field: 'to',
      label: 'To',
      hint: 'With hours of the week: not after.',
      control: 'instant',
      isEnd: true,
    },
  ],
] as const satisfies FormLayout
