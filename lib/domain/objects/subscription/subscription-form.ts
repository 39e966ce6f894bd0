import type { FormLayout } from '../form.ts'
import { descriptionField, nameField, ownerField } from '../form-fields.ts'

export const subscriptionForm = [
  [
    { ...nameField, placeholder: 'on-call' },
    {
      ...ownerField,
      hint: 'A team names only servers that an admin listed.',
      platformHint: 'The platform’s.',
    },
  ],
  { ...descriptionField, placeholder: 'Who reads it' },
  {
    field: 'kind',
    label: 'Kind',
    control: 'choice',
    choices: [
      { value: 'webhook', title: 'Webhook', text: 'CloudEvents, signed with the secret.' },
      { value: 'teams', title: 'Teams', text: 'A workflow that posts to a channel.' },
      { value: 'slack', title: 'Slack', text: 'An incoming webhook of a channel.' },
    ],
  },
  {
    field: 'url',
    label: 'Address',
    hint: 'Of a webhook. Of Teams and Slack only the server, such as https://hooks.slack.com: the rest is secret.',
    control: 'text',
    mono: true,
    placeholder: 'https://hooks.example.com/berth',
    missing: 'Say where it is sent.',
  },
  {
    field: 'secret',
    label: 'Secret',
    hint: 'Of a webhook the key of its signatures, whsec_ and 24 to 64 bytes in base64. Of Teams and Slack the whole address that they gave you.',
    control: 'secret',
  },
  {
    field: 'events',
    label: 'Events',
    control: 'choices',
    choices: [
      {
        value: 'alert.fired',
        title: 'Alerts that fire',
        text: 'What an alert rule watches for is so.',
      },
      { value: 'alert.resolved', title: 'Alerts that resolve', text: 'It is so no more.' },
      { value: 'report.ready', title: 'Reports', text: 'A scheduled report is ready.' },
    ],
    missing: 'Choose what it is told of.',
  },
  {
    field: 'suspended',
    label: 'Suspended',
    hint: 'Nothing is sent, and what happens meanwhile isn’t either.',
    control: 'switch',
  },
] as const satisfies FormLayout
