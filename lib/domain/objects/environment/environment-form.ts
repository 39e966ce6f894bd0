import type { FormLayout } from '../form.ts'
import { descriptionField, nameField } from '../form-fields.ts'

export const environmentForm = [
  {
    ...nameField,
    hint: 'Exactly what its clusters have in their field environment.',
    placeholder: 'prod',
  },
  descriptionField,
  {
    field: 'protected',
    label: 'Protected',
    control: 'switch',
    hint: 'Only its deployers may save what moves a placement there.',
  },
  {
    field: 'deployers',
    label: 'Deployers',
    hint: 'Groups of your identity provider, an id a line.',
    control: 'group-ids',
  },
  {
    field: 'overriders',
    label: 'Overriders',
    hint: 'Groups that may deploy, too, and with a reason even in a freeze. Admins always may.',
    control: 'group-ids',
  },
] as const satisfies FormLayout
