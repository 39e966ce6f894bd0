import type { KindTraits } from '../kind.ts'
import { teamForm } from './team-form.ts'

export const teamKind = {
  kind: 'team',
  area: 'fleet',
  type: 'Team',
  types: 'Teams',
  one: 'a team',
  many: 'teams',
  word: 'team',
  words: 'teams',
  collection: 'teams',
  page: 'teams',
  owner: 'itself',
  labelled: false,
  placing: true,
  columns: ['name', 'description', 'groups', 'source_repos', 'network', 'kubectl', 'quota'],
  about: {
    list: 'Who owns what. On each cluster where it runs something, a team has a Kubernetes namespace of its name.',
    none: 'Applications belong to teams, so a team comes first.',
    fresh: 'It owns applications, and groups of your identity provider act for it.',
  },
  form: teamForm,
} as const satisfies KindTraits
