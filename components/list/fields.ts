// Fields that several filter forms have.
import type { FilterField } from './filter-form.tsx'

export const searchField: FilterField = {
  name: 'q',
  label: 'Search',
  type: 'search',
  placeholder: 'Part of a name',
}

export const selectorField: FilterField = {
  name: 'labelSelector',
  label: 'Label selector',
  placeholder: 'region=east,!legacy',
  mono: true,
}

export const pairFields: readonly FilterField[] = [
  { name: 'namespace', label: 'Team', isMore: true },
  { name: 'application', label: 'Application', isMore: true },
  { name: 'cluster', label: 'Cluster', isMore: true },
]

export const rangeFields: readonly FilterField[] = [
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'Before', type: 'date' },
]
