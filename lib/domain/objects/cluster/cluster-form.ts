import type { FormLayout } from '../form.ts'
import { descriptionField } from '../form-fields.ts'
import { CONFINEMENT_WORDS, CONFINEMENTS } from './confinement.ts'

export const clusterForm = [
  [
    { field: 'name', label: 'Name', control: 'name', placeholder: 'east-nsw-newcastle-01' },
    { field: 'shortName', label: 'Short name', control: 'text', placeholder: 'cluster1' },
  ],
  {
    field: 'environment',
    label: 'Environment',
    hint: 'Also the label environment, by which policies can choose.',
    control: 'text',
    mono: true,
    placeholder: 'prod',
  },
  {
    field: 'type',
    label: 'Cluster type',
    word: 'type',
    hint: 'What brings Git to it, and how. Also the label type. Empty: the type default, without a label.',
    control: 'text',
    mono: true,
    isOptional: true,
    placeholder: 'default',
  },
  { ...descriptionField, placeholder: 'Where it stands and what for' },
  {
    field: 'metadata',
    label: 'Labels',
    hint: 'By these, policies choose the cluster: watch the impact while you change them.',
    control: 'labels',
    derived: ['name', 'environment', 'type'],
  },
  {
    field: 'argocd_namespace',
    label: 'Argo CD’s namespace',
    word: 'Argo CD’s namespace',
    hint: 'Where Argo CD runs on this cluster. Empty: as on the others, argocd unless this installation names another. It can change only while nothing is placed here.',
    control: 'text',
    mono: true,
    placeholder: 'argocd',
    isOptional: true,
  },
  {
    field: 'confinement',
    label: 'Isolation of teams',
    hint: 'Whether what one team deploys here could touch other teams, or the cluster itself. Usual is the first; the second, where Argo CD also runs what isn’t Berth’s.',
    control: 'choice',
    choices: CONFINEMENTS.map((value) => ({ value, ...CONFINEMENT_WORDS[value] })),
  },
  {
    field: 'default_project',
    label: 'Argo CD’s project default',
    word: 'Argo CD’s project default',
    control: 'choice',
    choices: [
      { value: '', title: 'As its type says', text: 'Unless the type says otherwise, it is left.' },
      {
        value: 'keep',
        title: 'Leave it',
        text: 'Berth doesn’t touch it. A fresh one permits everything to whoever may make Applications.',
      },
      {
        value: 'empty',
        title: 'Empty it',
        text: 'It permits nothing: every Application in it stops syncing, often Argo CD’s own.',
      },
    ],
  },
] as const satisfies FormLayout
