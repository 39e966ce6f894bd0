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
  [
    {
      field: 'after',
      label: 'After',
      hint: 'Environments in which a version succeeds first, a name a line.',
      control: 'lines',
      placeholder: 'qa',
    },
    {
      field: 'after_soak',
      label: 'Wait after success',
      hint: 'For how long after it succeeded there it doesn’t come yet, as 30m, 24h or 7d.',
      control: 'text',
      mono: true,
      initial: '0m',
      placeholder: '24h',
    },
  ],
  {
    field: 'auto',
    label: 'A new version',
    control: 'choice',
    hint: 'Of an application whose environments before have it, and which has no rollout under way.',
    choices: [
      {
        value: 'off',
        title: 'Waits until somebody starts its rollout',
        text: 'Nothing happens by itself.',
      },
      { value: 'newest', title: 'Starts by itself', text: 'As soon as it may come here.' },
    ],
  },
  {
    field: 'publish',
    label: 'Publishing',
    control: 'choice',
    hint: 'How changes get into the branches that its clusters pull. Environments that share a branch choose the same.',
    choices: [
      { value: 'direct', title: 'Directly', text: 'A change is in Git as soon as it is saved.' },
      {
        value: 'pull-request',
        title: 'By pull request',
        text: 'Changes wait in a pull request until somebody merges it at the Git host.',
      },
    ],
  },
  {
    field: 'hours',
    label: 'Hours',
    hint: 'Only in these hours a wave is released. None: at any time.',
    control: 'open-hours',
  },
  {
    field: 'waves',
    label: 'Waves',
    hint: 'How a version comes to its clusters, in this order.',
    control: 'waves',
  },
  {
    field: 'team_waves',
    label: 'Waves of their own for teams',
    control: 'switch',
    hint: 'Teams may roll out in waves of their own.',
  },
  {
    field: 'hold',
    label: 'Holds',
    hint: 'For how long a cluster may keep its version of an application, as 14d or 30d. None: never.',
    control: 'text',
    mono: true,
    isOptional: true,
    placeholder: '30d',
  },
] as const satisfies FormLayout
