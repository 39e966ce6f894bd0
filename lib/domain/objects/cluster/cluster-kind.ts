import type { KindTraits } from '../kind.ts'

export const clusterKind = {
  kind: 'cluster',
  type: 'Cluster',
  types: 'Clusters',
  one: 'a cluster',
  many: 'clusters',
  word: 'cluster',
  words: 'clusters',
  collection: 'clusters',
  page: 'clusters',
  owner: 'platform',
  labelled: true,
  columns: [
    'name',
    'description',
    'shortName',
    'environment',
    'metadata',
    'default_project',
    'argocd_namespace',
    'confinement',
  ],
} as const satisfies KindTraits
