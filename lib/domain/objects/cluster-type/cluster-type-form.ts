import type { FormLayout } from '../form.ts'
import { descriptionField } from '../form-fields.ts'

const ofArgocd = { reconciler: ['argocd'] } as const

export const clusterTypeForm = [
  {
    field: 'name',
    label: 'Name',
    hint: 'Its clusters have it as their type, and policies select them by it. Lower-case letters, digits and -.',
    control: 'name',
    placeholder: 'edge',
  },
  { ...descriptionField, placeholder: 'Which clusters these are' },
  [
    {
      field: 'reconciler',
      label: 'Reconciler',
      control: 'choice',
      choices: [
        {
          value: 'argocd',
          title: 'Argo CD',
          text: 'Runs on each cluster and applies what is in its folder.',
        },
      ],
    },
    {
      field: 'delivery',
      label: 'Delivery',
      control: 'choice',
      choices: [
        { value: 'git', title: 'Git', text: 'Each cluster pulls its folder of the repository.' },
      ],
    },
  ],
  {
    field: 'settings.namespace',
    label: 'Argo CD’s namespace',
    word: 'Argo CD’s namespace',
    hint: 'Where Argo CD runs on these clusters. It can change only while nothing is placed on those that go by it.',
    control: 'text',
    mono: true,
    placeholder: 'argocd',
    isOptional: true,
    empty: 'argocd, unless this installation names another',
    onlyWith: ofArgocd,
  },
  {
    field: 'settings.default_project',
    label: 'Argo CD’s project default',
    word: 'Argo CD’s project default',
    control: 'choice',
    choices: [
      {
        value: 'keep',
        title: 'Left as it is',
        text: 'Berth doesn’t touch it. A fresh one permits everything to whoever may make Applications.',
      },
      {
        value: 'empty',
        title: 'Emptied',
        text: 'It permits nothing: every Application in it stops syncing, often Argo CD’s own.',
      },
    ],
    onlyWith: ofArgocd,
  },
] as const satisfies FormLayout
