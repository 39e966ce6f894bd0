// The filters of each list that a report can be made of.
import { OUTCOME_CHOICES } from '#components/observed/outcome-look.ts'
import { freshnessField, silenceField, stateField } from '#components/observed/fields.ts'
import { type Kind, KINDS, kinds } from '#lib/domain/objects/kinds.ts'
import type { ReportList } from '#lib/domain/objects/saved-report/report-lists.ts'
import {
  knownAtField,
  pairFields,
  rangeFields,
  searchField,
  selectorField,
  selectorFields,
  teamField,
} from './fields.ts'
import type { FilterField } from './filter-form.tsx'

const effectField: FilterField = {
  name: 'effect',
  label: 'Effect',
  choices: [
    ['include', 'Include'],
    ['exclude', 'Exclude'],
  ],
}

const environmentField: FilterField = { name: 'environment', label: 'Environment' }

const keyField: FilterField = { name: 'key', label: 'Key', placeholder: 'cosmos', mono: true }

const suspendedField: FilterField = {
  name: 'suspended',
  label: 'Suspended',
  isMore: true,
  choices: [
    ['true', 'Suspended'],
    ['false', 'Not suspended'],
  ],
}

const typeField: FilterField = {
  name: 'type',
  label: 'Type',
  isMore: true,
  completes: 'cluster-type',
}

export function objectFields(kind: Kind): readonly FilterField[] {
  const { example, labelled } = kinds[kind]
  const fields = labelled ? [searchField, selectorField(example)] : [searchField]
  switch (kind) {
    case 'cluster':
      return [...fields, freshnessField, typeField, { ...silenceField, isMore: true }, knownAtField]
    case 'application':
      return [...fields, teamField]
    case 'target-policy':
      return [...fields, effectField, teamField]
    case 'config':
    case 'config-schema':
      return [...fields, keyField, teamField, suspendedField]
    case 'freeze':
      return [...fields, environmentField]
    default:
      return fields
  }
}

const placementFields: readonly FilterField[] = [
  searchField,
  { ...selectorField(kinds.cluster.example), label: 'Cluster selector' },
  stateField,
  { ...freshnessField, label: 'Freshness of the cluster', isMore: true },
  { ...silenceField, label: 'Planned silence of the cluster', isMore: true },
  ...pairFields,
  {
    name: 'placed',
    label: 'Placed',
    choices: [
      ['true', 'Placed'],
      ['false', 'Not placed, still there'],
    ],
    isMore: true,
  },
  { name: 'stateFor', label: 'In its state for', placeholder: '15m', isMore: true },
  {
    name: 'revision',
    label: 'Running the commit',
    placeholder: 'All digits',
    isMore: true,
    mono: true,
  },
  { name: 'policy', label: 'Policy', isMore: true, completes: 'target-policy' },
  { name: 'target', label: 'Target', placeholder: 'Whole name', isMore: true, mono: true },
  { name: 'withoutTarget', label: 'Targets', choices: [['true', 'Without one']], isMore: true },
]

const deploymentFields: readonly FilterField[] = [
  searchField,
  ...rangeFields,
  { name: 'outcome', label: 'Outcome', choices: OUTCOME_CHOICES },
  {
    name: 'begun',
    label: 'Deployments',
    choices: [['true', 'Begun in that time']],
    isMore: true,
  },
  ...pairFields,
  { ...environmentField, isMore: true },
  ...selectorFields,
  { name: 'actor', label: 'Who', placeholder: 'Whole name', isMore: true },
  { name: 'change', label: 'Change', placeholder: 'Its number', isMore: true },
]

const changeFields: readonly FilterField[] = [
  { ...searchField, placeholder: 'Reason, action or person' },
  ...rangeFields,
  { name: 'actor', label: 'Who', placeholder: 'Part of name or e-mail', isMore: true },
  {
    name: 'kind',
    label: 'Kind of object',
    isMore: true,
    choices: KINDS.map((kind) => [kind, kinds[kind].word] as const),
  },
  { name: 'name', label: 'Object', placeholder: 'Its whole name', isMore: true },
  { name: 'object', label: 'Edited or moved', placeholder: 'application/ieb/app1', isMore: true },
  {
    name: 'reason',
    label: 'Reason',
    isMore: true,
    choices: [
      ['given', 'Given'],
      ['none', 'None'],
    ],
  },
  { name: 'environment', label: 'Moved placements in', placeholder: 'prod', isMore: true },
  teamField,
]

const auditFields: readonly FilterField[] = [
  { ...searchField, placeholder: 'Action, object, who or code' },
  ...rangeFields,
  {
    name: 'result',
    label: 'Result',
    isMore: true,
    choices: [
      ['accepted', 'Accepted'],
      ['refused', 'Refused'],
    ],
  },
  { name: 'actor', label: 'Who', placeholder: 'Id or part of name', isMore: true },
  { name: 'action', label: 'Action', placeholder: 'teams.create or teams', isMore: true },
  { name: 'object', label: 'Object', placeholder: 'application/ieb/app1', isMore: true },
  { name: 'change', label: 'Change', placeholder: 'Its number', isMore: true },
]

export const LIST_FIELDS: Readonly<Record<ReportList, readonly FilterField[]>> = {
  placements: placementFields,
  history: deploymentFields,
  clusters: objectFields('cluster'),
  applications: objectFields('application'),
  changes: changeFields,
  audit: auditFields,
}
