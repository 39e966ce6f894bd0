import type { FormLayout } from '../form.ts'
import { nameField, weeklyFields } from '../form-fields.ts'

export const freezeForm = [
  { ...nameField, placeholder: 'christmas' },
  {
    field: 'description',
    label: 'Description',
    control: 'text',
    placeholder: 'Shown on everything that it stops',
  },
  {
    field: 'environments',
    label: 'Environments',
    hint: 'One a line; * alone: everywhere.',
    control: 'all-or-lines',
    placeholder: 'prod',
    missing: 'Say in which environments, or * for all.',
  },
  {
    field: 'namespaces',
    label: 'Teams',
    hint: 'Whose applications, a name a line. None: every team’s, which only admins may say.',
    control: 'lines',
    placeholder: 'ieb',
    isOfTeam: true,
  },
  {
    field: 'app_selector',
    label: 'Applications',
    hint: 'By their labels; all conditions hold.',
    control: 'limit',
    ask: { label: 'Only some applications', text: 'Others may change meanwhile.' },
    of: 'application',
    missing: 'Choose which applications.',
  },
  [
    { field: 'from', label: 'From', hint: 'Empty: from now on.', control: 'instant', isEnd: false },
    { field: 'to', label: 'To', hint: 'Empty: until lifted.', control: 'instant', isEnd: true },
  ],
  ...weeklyFields,
  {
    field: 'allow_rollback',
    label: 'Rolling back',
    control: 'switch',
    hint: 'Undoing and rolling back are allowed meanwhile.',
    initial: true,
  },
] as const satisfies FormLayout
