import type { KindTraits } from '../kind.ts'
import { clusterTypeForm } from './cluster-type-form.ts'

export const clusterTypeKind = {
  kind: 'cluster-type',
  area: 'fleet',
  type: 'ClusterType',
  types: 'ClusterTypes',
  one: 'a cluster type',
  many: 'cluster types',
  word: 'cluster type',
  words: 'cluster types',
  collection: 'cluster-types',
  page: 'cluster-types',
  owner: 'platform',
  labelled: false,
  placing: false,
  // Whoever looks at clusters as they were reads all of the types of that time.
  most: { platform: 100 },
  columns: ['name', 'description', 'reconciler', 'delivery', 'settings'],
  about: {
    list: 'What the clusters of a family have in common: the program that brings Git to them, and its settings.',
    none: 'Without one, all clusters are of the type default.',
    fresh: 'It holds for the clusters that name it as their type.',
  },
  form: clusterTypeForm,
} as const satisfies KindTraits
