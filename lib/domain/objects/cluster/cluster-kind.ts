import type { KindTraits } from '../kind.ts'
import { clusterForm } from './cluster-form.ts'

export const clusterKind = {
  kind: 'cluster',
  area: 'fleet',
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
  placing: true,
  columns: [
    'name',
    'description',
    'shortName',
    'environment',
    'type',
    'metadata',
    'default_project',
    'argocd_namespace',
    'confinement',
  ],
  about: {
    list: 'The Kubernetes clusters of the fleet. Policies choose among them by their labels.',
    none: 'Onboard one, and it gets a folder in Git for its Argo CD to pull.',
    fresh: 'Its labels decide what policies place on it.',
  },
  example: 'region=east,!legacy',
  form: clusterForm,
} as const satisfies KindTraits
