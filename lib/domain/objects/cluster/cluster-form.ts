import type { FormLayout } from '../form.ts'
import { descriptionField } from '../form-fields.ts'
import { CONFINEMENT_WORDS, CONFINEMENTS } from './confinement.ts'

export const clusterForm = [
  [
    { field: 'name', label: 'Name', control: 'name', placeholder: 'east-nsw-newcastle-01' },
    { field: 'shortName', label: 'Short name', control: 'text', placeholder: 'cluster1' },
  ],
  [
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
      label: 'Type',
      hint: 'Also the label type, by which policies can choose.',
      control: 'cluster-type',
    },
  ],
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
    hint: 'Where Argo CD runs on this cluster. It can change only while nothing is placed here.',
    control: 'override',
    setting: 'settings.namespace',
  },
  {
    field: 'default_project',
    label: 'Argo CD’s project default',
    word: 'Argo CD’s project default',
    control: 'override',
    setting: 'settings.default_project',
  },
  {
    field: 'confinement',
    label: 'Isolation of teams',
    hint: 'Whether what one team deploys here could touch other teams, or the cluster itself. Usual is the first; the second, where Argo CD also runs what isn’t Berth’s.',
    control: 'choice',
    choices: CONFINEMENTS.map((value) => ({ value, ...CONFINEMENT_WORDS[value] })),
  },
] as const satisfies FormLayout
