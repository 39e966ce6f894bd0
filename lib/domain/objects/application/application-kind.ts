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
    list: 'Directories in Git, each owned by a team. Policies choose among them by their labels.',
    none: 'A team onboards one by naming its repository, branch and path.',
    fresh: 'A directory in a Git repository. Its labels decide which policies choose it.',
  },
  example: 'wave=pilot,gpu!=true',
  form: applicationForm,
} as const satisfies KindTraits
