// Fields that several filter forms have.
import type { FilterField } from './filter-form.tsx'

export const searchField: FilterField = {
  name: 'q',
  label: 'Search',
  type: 'search',
  placeholder: 'Part of a name',
}

export function selectorField(example: string | undefined): FilterField {
  return { name: 'labelSelector', label: 'Label selector', placeholder: example, mono: true }
}

/** Of lists of pairs. */
export const selectorFields: readonly FilterField[] = [
  { name: 'clusterSelector', label: 'Cluster selector', isMore: true, mono: true },
  { name: 'appSelector', label: 'Application selector', isMore: true, mono: true },
]

export const teamField: FilterField = {
  name: 'namespace',
  label: 'Team',
  isMore: true,
  completes: 'team',
}

export const pairFields: readonly FilterField[] = [
  teamField,
  { name: 'application', label: 'Application', isMore: true, completes: 'application' },
  { name: 'cluster', label: 'Cluster', isMore: true, completes: 'cluster' },
]

/** Of lists that show what clusters told. */
export const knownAtField: FilterField = {
  name: 'known_at',
  label: 'As known at',
  type: 'instant',
  isMore: true,
}

export const rangeFields: readonly FilterField[] = [
  { name: 'from', label: 'From', type: 'instant' },
  { name: 'to', label: 'Until', type: 'end' },
]
