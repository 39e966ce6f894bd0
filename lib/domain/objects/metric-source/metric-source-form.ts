import type { FormLayout } from '../form.ts'
import { descriptionField, nameField } from '../form-fields.ts'

export const metricSourceForm = [
  { ...nameField, placeholder: 'prometheus' },
  { ...descriptionField, placeholder: 'What is kept there' },
  {
    field: 'kind',
    label: 'What it is',
    word: 'kind',
    control: 'choice',
    choices: [
      {
        value: 'prometheus',
        title: 'Prometheus',
        text: 'Also Thanos, Mimir and Azure Monitor’s managed Prometheus: queries are PromQL.',
      },
      {
        value: 'log-analytics',
        title: 'Azure Log Analytics',
        text: 'Queries are KQL.',
      },
    ],
  },
  {
    field: 'url',
    label: 'Address',
    hint: 'Of a Prometheus without /api/v1; of Azure Log Analytics https://api.loganalytics.azure.com, or that of a national cloud.',
    control: 'text',
    mono: true,
    missing: 'An address is required.',
    placeholder: 'https://prometheus.example.com',
  },
  {
    field: 'workspace',
    label: 'Workspace',
    hint: 'Of Azure Log Analytics: its id.',
    control: 'text',
    mono: true,
    isOptional: true,
    placeholder: '00000000-0000-0000-0000-000000000000',
  },
  {
    field: 'auth',
    label: 'Signs in',
    word: 'way to sign in',
    control: 'choice',
    choices: [
      { value: 'none', title: 'Not at all', text: 'It answers everybody who reaches it.' },
      { value: 'basic', title: 'With a name and a password', text: 'HTTP’s basic authentication.' },
      { value: 'bearer', title: 'With a token', text: 'As it is, in the header Authorization.' },
      {
        value: 'entra',
        title: 'With Microsoft Entra ID',
        text: 'As an application with a secret, which Azure asks for.',
      },
    ],
  },
  [
    {
      field: 'username',
      label: 'User name',
      word: 'name to sign in with',
      hint: 'With a password.',
      control: 'text',
      mono: true,
      isOptional: true,
    },
    {
      field: 'entra_tenant',
      label: 'Directory id',
      hint: 'With Microsoft Entra ID.',
      control: 'text',
      mono: true,
      isOptional: true,
    },
    {
      field: 'client_id',
      label: 'Application id',
      hint: 'With Microsoft Entra ID.',
      control: 'text',
      mono: true,
      isOptional: true,
    },
  ],
  { field: 'secret', label: 'Password, token or client secret', word: 'secret', control: 'secret' },
  {
    field: 'queries',
    label: 'Queries',
    hint: 'In them stand $step and $range for spans of time, and $from and $to for instants.',
    control: 'queries',
  },
] as const satisfies FormLayout
