import type { FormLayout } from '../form.ts'
import { descriptionField, nameField, ownerField } from '../form-fields.ts'

export const savedReportForm = [
  [
    { ...nameField, placeholder: 'what-runs-in-prod' },
    {
      ...ownerField,
      hint: 'A team’s report contains what the team may see.',
      platformHint: 'The platform’s: it contains every team’s.',
    },
  ],
  { ...descriptionField, placeholder: 'What this is for' },
  {
    field: 'list',
    label: 'List',
    control: 'choice',
    choices: [
      { value: 'placements', title: 'Placements', text: 'What runs where, since when, by whom.' },
      { value: 'history', title: 'History', text: 'Deployments, and what became of them.' },
      { value: 'clusters', title: 'Clusters', text: 'With their labels, and how fresh they are.' },
      { value: 'applications', title: 'Applications', text: 'With their sources and labels.' },
      { value: 'changes', title: 'Changes', text: 'Who edited what, and why.' },
      { value: 'audit', title: 'Audit', text: 'What was done and refused; not for teams.' },
    ],
  },
  {
    field: 'query',
    label: 'Filters',
    hint: 'As in the address of the list. Set them there, and choose “Save as report”.',
    control: 'question',
    placeholder: 'environment=prod',
  },
  {
    field: 'at',
    label: 'As of',
    hint: '“now” when it is made, or always the same instant, such as 2026-03-01T12:00:00Z.',
    control: 'text',
    mono: true,
    initial: 'now',
    missing: 'Say as of when: now, or an instant.',
  },
  [
    {
      field: 'schedule',
      label: 'Schedule',
      hint: 'Minute, hour, day of the month, month, day of the week. Empty: only when asked.',
      control: 'text',
      mono: true,
      isOptional: true,
      placeholder: '0 6 * * MON',
    },
    {
      field: 'time_zone',
      label: 'Time zone',
      hint: 'Whose clocks the schedule goes by.',
      control: 'text',
      initial: 'UTC',
      missing: 'Name a time zone such as Europe/Berlin.',
    },
  ],
  {
    field: 'format',
    label: 'Format',
    control: 'choice',
    choices: [
      { value: 'csv', title: 'CSV', text: 'For spreadsheets.' },
      { value: 'json', title: 'JSON', text: 'For programs, as the API answers.' },
    ],
  },
  {
    field: 'deliver',
    label: 'Tell',
    hint: '“file”: it is there to download. Or a subscription of the owner or of the platform, which hears of each.',
    control: 'text',
    initial: 'file',
    missing: 'Write file, or the name of a subscription.',
  },
] as const satisfies FormLayout
