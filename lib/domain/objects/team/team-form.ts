import type { FormLayout } from '../form.ts'
import { descriptionField } from '../form-fields.ts'

export const teamForm = [
  {
    field: 'name',
    label: 'Name',
    hint: 'Also the Kubernetes namespace that it gets on each cluster where it runs something.',
    control: 'name',
    placeholder: 'ieb',
  },
  descriptionField,
  { field: 'groups', label: 'Groups', control: 'groups' },
  {
    field: 'source_repos',
    label: 'Repositories',
    hint: 'That its applications may come from, one exact address a line. Empty: any that no other team lists.',
    control: 'lines',
    placeholder: 'https://git.example.com/ieb/app1.git',
  },
  {
    field: 'cluster_boundary',
    label: 'Clusters that it may use',
    word: 'clusters',
    hint: 'By their labels; all conditions hold.',
    control: 'limit',
    ask: {
      label: 'May use some clusters only',
      text: 'Whatever policies say, nothing of the team goes beyond these.',
    },
    of: 'cluster',
    missing: 'Choose which clusters the team may use.',
  },
  {
    field: 'network',
    label: 'Network',
    control: 'choice',
    choices: [
      { value: 'namespace', title: 'Namespace', text: 'In from itself and from who allows it.' },
      { value: 'open', title: 'Open', text: 'Both ways.' },
      { value: 'closed', title: 'Closed', text: 'Within itself alone, and to DNS.' },
    ],
  },
  {
    field: 'kubectl',
    label: 'Contributors’ kubectl',
    control: 'choice',
    choices: [
      { value: 'view', title: 'View', text: 'They look; Git alone changes things.' },
      {
        value: 'edit',
        title: 'Edit',
        text: 'They may change things in the namespace by hand.',
      },
    ],
  },
  {
    field: 'quota',
    label: 'Quota',
    hint: 'Hard limits of the namespace on each cluster, such as requests.cpu = 4. None: no quota.',
    control: 'entries',
    noun: 'limit',
  },
] as const satisfies FormLayout
