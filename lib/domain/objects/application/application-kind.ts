import type { KindTraits } from '../kind.ts'
import { applicationForm } from './application-form.ts'

export const applicationKind = {
  kind: 'application',
  area: 'fleet',
  type: 'Application',
  types: 'Applications',
  one: 'an application',
  many: 'applications',
  word: 'application',
  words: 'applications',
  collection: 'applications',
  page: 'applications',
  owner: 'team',
  labelled: true,
  placing: true,
  columns: [
    'namespace',
    'name',
    'description',
    'repo_url',
    'repo_branch',
    'repo_path',
    'follow',
    'targets',
    'metadata',
  ],
  about: {
    list: 'Directories in Git, charts and artifacts, each owned by a team. Policies choose among them by their labels.',
    none: 'A team onboards one by saying where it comes from.',
    fresh:
      'A directory in Git, a chart or an artifact. Its labels decide which policies choose it.',
  },
  example: 'wave=pilot,gpu!=true',
  form: applicationForm,
} as const satisfies KindTraits
