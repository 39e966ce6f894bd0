import type { FormLayout } from '../form.ts'
import { descriptionField } from '../form-fields.ts'

export const registrationTokenForm = [
  [
    { field: 'name', label: 'Name', control: 'name', placeholder: 'edge-stores' },
    {
      field: 'name_pattern',
      label: 'Names of the clusters',
      hint: 'One * stands for one or more characters.',
      control: 'text',
      mono: true,
      placeholder: 'edge-*',
      missing: 'Say how the clusters may be called.',
    },
  ],
  { ...descriptionField, placeholder: 'Who registers what with it' },
  {
    field: 'environment',
    label: 'Environment',
    hint: 'Of every cluster that registers with it.',
    control: 'text',
    mono: true,
    placeholder: 'prod',
  },
  {
    field: 'metadata',
    label: 'Labels',
    hint: 'Of every cluster that registers with it. By these, policies choose it: the preview says what such a cluster would get.',
    control: 'entries',
    noun: 'label',
  },
  {
    field: 'open_labels',
    label: 'Labels that a cluster says itself',
    hint: 'Keys, one a line. Whoever has the token chooses what policies see in them: leave it empty where that matters.',
    word: 'labels that a cluster says itself',
    control: 'lines',
    placeholder: 'site',
  },
  [
    {
      field: 'uses',
      label: 'Clusters',
      hint: 'So many may register with it.',
      control: 'count',
      initial: 1,
    },
    {
      field: 'placements_max',
      label: 'Placements of a cluster',
      hint: 'A cluster that would get more is refused.',
      control: 'count',
      initial: 100,
    },
  ],
  {
    field: 'expires_at',
    label: 'Ends',
    hint: 'An instant: nobody registers with it from then on.',
    control: 'text',
    mono: true,
    placeholder: '2027-01-31T00:00:00Z',
    missing: 'Say when it ends.',
  },
  {
    field: 'suspended',
    label: 'Suspended',
    hint: 'Nobody registers with it; it is kept for later.',
    control: 'switch',
  },
] as const satisfies FormLayout
