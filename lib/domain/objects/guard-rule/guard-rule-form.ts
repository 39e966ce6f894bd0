import type { FormLayout } from '../form.ts'
import { descriptionField, nameField } from '../form-fields.ts'

export const guardRuleForm = [
  { ...nameField, placeholder: 'production' },
  { ...descriptionField, placeholder: 'What is guarded, and why' },
  {
    field: 'cluster_selector',
    label: 'Clusters',
    hint: 'Which are guarded, by their labels; all conditions hold.',
    control: 'selector',
    of: 'cluster',
    missing: 'Choose which clusters.',
  },
  {
    field: 'reason_required',
    label: 'Reason required',
    hint: 'Whoever removes or changes a placement there says why.',
    control: 'switch',
  },
  [
    {
      field: 'removals',
      label: 'Removals without confirmation',
      hint: 'More must be confirmed with their number. 0: every removal. Empty: as everywhere.',
      control: 'count',
      initial: 0,
      isOptional: true,
    },
    {
      field: 'changes',
      label: 'Changes without confirmation',
      hint: 'The same for placements whose manifests change.',
      control: 'count',
      initial: null,
      isOptional: true,
    },
  ],
] as const satisfies FormLayout
