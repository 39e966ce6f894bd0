import type { FormLayout } from '../form.ts'
import { descriptionField } from '../form-fields.ts'

export const applicationForm = [
  [
    { field: 'name', label: 'Name', control: 'name', placeholder: 'app1' },
    {
      field: 'namespace',
      label: 'Team',
      hint: 'It owns the application, for good.',
      control: 'owner',
      placeholder: 'Search by name',
    },
  ],
  descriptionField,
  {
    field: 'repo_url',
    label: 'Repository',
    control: 'text',
    mono: true,
    placeholder: 'https://git.example.com/team/app.git',
    missing: 'Say which repository holds the manifests.',
  },
  [
    {
      field: 'repo_branch',
      label: 'Branch, tag or commit',
      hint: 'The version that runs.',
      control: 'text',
      mono: true,
      placeholder: 'main',
      initial: 'main',
      missing: 'Say which branch, tag or commit.',
    },
    {
      field: 'repo_path',
      label: 'Path',
      hint: 'The directory of the manifests.',
      control: 'text',
      mono: true,
      placeholder: 'deploy/app',
      missing: 'Say which directory; . is the root.',
    },
  ],
  {
    field: 'targets',
    label: 'Targets',
    hint: 'Its uses within an environment, each with its own directory, as one for early adopters. Policies that name a target place it from there.',
    control: 'targets',
  },
  {
    field: 'follow',
    label: 'What clusters get',
    control: 'choice',
    choices: [
      {
        value: 'branch',
        title: 'Whatever the branch holds',
        text: 'Each commit reaches all clusters at once.',
      },
      {
        value: 'versions',
        title: 'Versions that are rolled out',
        text: 'Each environment has the commit that was rolled out to it, in waves.',
      },
    ],
  },
  {
    field: 'depends_on',
    label: 'Depends on',
    word: 'what it depends on',
    hint: 'Applications that must be there before this one is released to a cluster. What is there already stays.',
    control: 'dependencies',
  },
  {
    field: 'metadata',
    label: 'Labels',
    hint: 'By these, policies choose the application.',
    control: 'labels',
    derived: ['name', 'namespace'],
  },
  {
    field: 'visibility',
    label: 'Who sees it',
    control: 'choice',
    choices: [
      {
        value: 'team',
        title: 'The team',
        text: 'And whoever may read what every team has.',
      },
      {
        value: 'tenant',
        title: 'Everybody with a role',
        text: 'With its versions and its health on each cluster. Their applications may depend on it.',
      },
    ],
  },
] as const satisfies FormLayout
