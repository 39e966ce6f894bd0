import type { FormLayout } from '../form.ts'
import { descriptionField } from '../form-fields.ts'

/** In Git, by how they become manifests. */
const IN_GIT = ['git', 'git/directory', 'git/kustomize', 'git/helm'] as const

/** What Helm renders, where an artifact isn't rendered otherwise. */
const OF_HELM = { source: ['git/helm', 'helm', 'oci'], 'source.render': ['helm'] } as const

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
    field: 'source',
    label: 'What lies there',
    word: 'what lies there',
    control: 'source',
    choices: [
      {
        value: 'git',
        title: 'Directory in Git',
        text: 'Argo CD finds out whether it is plain manifests, a kustomization or a chart.',
      },
      {
        value: 'git/directory',
        title: 'Plain manifests, with subfolders',
        text: 'Each manifest of a directory in Git, and of all directories below it.',
      },
      { value: 'git/kustomize', title: 'Kustomize', text: 'A kustomization in Git.' },
      {
        value: 'git/helm',
        title: 'Helm chart in Git',
        text: 'A chart in a directory in Git, with values of yours.',
      },
      {
        value: 'helm',
        title: 'Chart of a Helm repository',
        text: 'A version of a published chart, with values of yours.',
      },
      {
        value: 'oci',
        title: 'Artifact in an OCI registry',
        text: 'Manifests, a kustomization or a chart that a pipeline pushed there.',
      },
    ],
  },
  {
    field: 'repo_url',
    label: 'Repository',
    control: 'text',
    mono: true,
    placeholder: 'https://git.example.com/team/app.git',
    placeholderWith: {
      field: 'source',
      choices: {
        helm: 'https://charts.example.com',
        oci: 'oci://registry.example.com/team/app',
      },
    },
    missing: 'Say which repository it comes from.',
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
      onlyWith: { source: IN_GIT },
    },
    {
      field: 'source.chart',
      label: 'Chart',
      hint: 'Its name in the repository.',
      control: 'text',
      mono: true,
      placeholder: 'app',
      missing: 'Say which chart.',
      onlyWith: { source: ['helm'] },
    },
    {
      field: 'source.version',
      label: 'Version',
      hint: 'As 1.4.0. Of a chart, a range is allowed, too; of an artifact, any tag.',
      control: 'text',
      mono: true,
      placeholder: '1.4.0',
      isOptional: true,
      missing: 'Say which version.',
      missingWith: { field: 'source', choices: { oci: 'Say which version or digest.' } },
      unless: 'source.digest',
      onlyWith: { source: ['helm', 'oci'] },
    },
    {
      field: 'source.digest',
      label: 'Digest',
      hint: 'Instead of a version: it means the same artifact for good.',
      control: 'text',
      mono: true,
      placeholder: 'sha256:…',
      isOptional: true,
      onlyWith: { source: ['oci'] },
    },
    {
      field: 'repo_path',
      label: 'Path',
      hint: 'The directory of the manifests; . is the root.',
      control: 'text',
      mono: true,
      placeholder: 'deploy/app',
      placeholderWith: { field: 'source', choices: { oci: '.' } },
      isOptional: true,
      missing: 'Say which directory.',
      emptyWith: { field: 'source', choices: ['oci'] },
      onlyWith: { source: [...IN_GIT, 'oci'] },
    },
  ],
  {
    field: 'source.render',
    label: 'How it becomes manifests',
    word: 'how it becomes manifests',
    control: 'choice',
    choices: [
      { value: 'directory', title: 'Plain manifests', text: 'With those of subfolders.' },
      { value: 'kustomize', title: 'Kustomize', text: 'By its kustomization.' },
      { value: 'helm', title: 'Helm', text: 'By its chart.' },
    ],
    onlyWith: { source: ['oci'] },
  },
  {
    field: 'source.release_name',
    label: 'Release name',
    hint: 'What Helm calls the release, which is in the names of most of its objects.',
    control: 'text',
    mono: true,
    isOptional: true,
    empty: 'the application’s name',
    onlyWith: OF_HELM,
  },
  {
    field: 'source.values',
    label: 'Values',
    hint: 'What the chart is given instead of its own values, as YAML. Everybody who may see the application sees them, and they are in Git: no secrets.',
    control: 'values',
    placeholder: 'replicas: 2',
    onlyWith: OF_HELM,
  },
  {
    field: 'source.config_under',
    label: 'Where the values of configs go',
    hint: 'A pointer into the chart’s values. What configs say wins over the values above.',
    control: 'text',
    mono: true,
    placeholder: '/app/config',
    isOptional: true,
    empty: 'nowhere',
    onlyWith: OF_HELM,
  },
  {
    field: 'targets',
    label: 'Targets',
    hint: 'Its uses within an environment, each with its own directory, as one for early adopters. Policies that name a target place it from there.',
    control: 'targets',
    onlyWith: { source: [...IN_GIT, 'oci'] },
  },
  {
    field: 'follow',
    label: 'What clusters get',
    control: 'choice',
    choices: [
      {
        value: 'branch',
        title: 'Whatever the source holds',
        text: 'What is new there reaches all clusters at once.',
      },
      {
        value: 'versions',
        title: 'Versions that are rolled out',
        text: 'Each environment has what was rolled out to it, in waves.',
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
