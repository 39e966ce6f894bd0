import type { FormLayout } from '../form.ts'
import { descriptionField, nameField } from '../form-fields.ts'

export const schedulerForm = [
  { ...nameField, placeholder: 'gpu-packer' },
  { ...descriptionField, placeholder: 'What it goes by' },
  {
    field: 'url',
    label: 'Address',
    hint: 'Where Berth asks it. Empty: it is never asked, and writes what it decides by itself.',
    control: 'text',
    mono: true,
    isOptional: true,
    placeholder: 'https://scheduler.example.com/berth',
  },
  {
    field: 'secret',
    label: 'Secret',
    hint: 'The key with which Berth signs what it asks: whsec_ and 24 to 64 bytes in base64.',
    control: 'secret',
  },
  [
    {
      field: 'every',
      label: 'Asked every',
      word: 'time between questions',
      hint: 'Besides whenever a policy, its clusters or its applications change.',
      control: 'text',
      initial: '1h',
      placeholder: '1h',
    },
    {
      field: 'timeout',
      label: 'Answers within',
      word: 'time to answer',
      hint: 'In seconds, up to 60s.',
      control: 'text',
      initial: '10s',
      placeholder: '10s',
    },
  ],
] as const satisfies FormLayout
