// The columns of the lists of each kind of object.
import { counted } from '#lib/domain/text/counted.ts'
import { BellOff } from 'lucide-react'
import type { ListColumns } from '#components/list/chosen-columns.ts'
import type { Column } from '#components/list/column-table.tsx'
import { selectorText } from '#components/selector/selector-text.ts'
import { Badge } from '#components/ui/badge.tsx'
import { SelectorChip } from '#components/ui/chip.tsx'
import { formatSelector, type SelectorJson } from '#lib/domain/labels/selector-format.ts'
import { revisionNoun } from '#lib/domain/objects/application/packaging-words.ts'
import { isLabelled, type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import { labelsOf } from '#lib/domain/objects/object-json.ts'
import { silentUntil } from '#lib/domain/observed/planned-silence.ts'
import { clusterColumns, clusterTypeColumns } from './cluster-columns.tsx'
import { configColumns, configSchemaColumns } from './config-columns.tsx'
import { environmentColumns } from './environment-columns.tsx'
import { freezeColumns } from './freeze-columns.tsx'
import { LabelChips, None } from './label-chips.tsx'
import {
  type Columns,
  type Listed,
  nameColumn,
  ownerColumn,
  sinceColumn,
  stateColumn,
} from './object-columns.tsx'
import { SourceLines } from './source-facts.tsx'
import { policyColumns } from './policy-table.tsx'

/** The columns of a kind's list: its own ones, or columns made from its form; and labels, where the kind has some. */
export function listColumns(kind: Kind, at: Date | null): ListColumns<Listed<Kind>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the list's objects are of the kind
  const own = OWN[kind] as Columns<Kind> | undefined
  return {
    usual: own ? own(at) : [nameColumn(kind, at), ...formColumns(kind, at), sinceColumn],
    labels: isLabelled(kind)
      ? [{ side: 'label', kind, of: ({ object }) => labelsOf(object), isSorted: true }]
      : [],
  }
}

const OWN: { readonly [K in Kind]?: Columns<K> } = {
  team: (at) => [
    nameColumn('team', at),
    { name: 'groups', heading: 'Groups', cell: ({ object }) => object.groups.length },
    {
      name: 'cluster_boundary',
      exports: [],
      heading: 'May use clusters',
      from: 'md',
      cell: ({ object: { clusterBoundary } }) =>
        clusterBoundary === null ? (
          'All'
        ) : (
          <SelectorChip selector={formatSelector(clusterBoundary)} />
        ),
    },
    { name: 'network', heading: 'Network', from: 'md', cell: ({ object }) => object.network },
    sinceColumn,
  ],
  subscription: (at) => [
    nameColumn('subscription', at),
    ownerColumn('Owner', at),
    {
      name: 'kind',
      exports: ['kind', 'url'],
      heading: 'Receiver',
      from: 'md',
      cell: ({ object: { receiver, url } }) => (
        <>
          <span className="block">{receiver}</span>
          <span className="block font-mono text-xs break-all text-muted">{url}</span>
        </>
      ),
    },
    {
      name: 'events',
      exports: ['events', 'suspended'],
      heading: 'Told of',
      from: 'lg',
      cell: ({ object: { events, suspended } }) => (suspended ? 'Suspended' : events.join(', ')),
    },
    sinceColumn,
  ],
  cluster: clusterColumns,
  'cluster-type': clusterTypeColumns,
  application: (at) => [
    nameColumn('application', at),
    { ...ownerColumn('Team', at), sort: { by: 'namespace', isOneOfMany: true } },
    stateColumn,
    {
      name: 'follow',
      heading: 'Follows',
      from: 'md',
      cell: ({ object }) =>
        object.follow === 'versions' ? 'Versions' : `Its ${revisionNoun(object)}`,
    },
    {
      name: 'repo_url',
      exports: ['repo_url', 'repo_branch', 'repo_path', 'targets'],
      heading: 'Source',
      from: 'lg',
      cell: ({ object, object: { targets } }) => (
        <>
          <SourceLines source={object} />
          {targets.length > 0 && (
            <span className="block text-xs text-muted">{counted(targets.length, 'target')}</span>
          )}
        </>
      ),
    },
    {
      name: 'metadata',
      heading: 'Labels',
      from: 'xl',
      cell: ({ object }) => <LabelChips labels={object.labels} />,
    },
    { ...sinceColumn, from: 'xl' },
  ],
  silence: (at) => [
    nameColumn('silence', at),
    {
      name: 'now',
      exports: [],
      heading: 'Now',
      cell: ({ object }) => {
        const until = silentUntil(object, at ?? new Date())
        return until === null ? <None /> : <Badge icon={BellOff}>Holds</Badge>
      },
    },
    {
      name: 'cluster_selector',
      heading: 'Clusters',
      from: 'md',
      cell: ({ object }) => <SelectorChip selector={formatSelector(object.clusterSelector)} />,
    },
    sinceColumn,
  ],
  config: configColumns,
  'config-schema': configSchemaColumns,
  environment: environmentColumns,
  freeze: (at) => [nameColumn('freeze', at), ...freezeColumns(at), sinceColumn],
  'guard-rule': (at) => [
    nameColumn('guard-rule', at),
    {
      name: 'cluster_selector',
      heading: 'Clusters',
      from: 'md',
      cell: ({ object }) => <SelectorChip selector={formatSelector(object.clusterSelector)} />,
    },
    {
      name: 'reason_required',
      heading: 'Reason',
      cell: ({ object: { reasonRequired } }) => (reasonRequired ? 'Required' : <None />),
    },
    {
      name: 'removals',
      heading: 'Unconfirmed removals',
      cell: ({ object }) => unconfirmed(object.removals),
    },
    {
      name: 'changes',
      heading: 'Unconfirmed changes',
      from: 'md',
      cell: ({ object }) => unconfirmed(object.changes),
    },
    sinceColumn,
  ],
  'alert-rule': (at) => [
    nameColumn('alert-rule', at),
    ownerColumn('Owner', at),
    {
      name: 'state',
      exports: ['state', 'suspended'],
      heading: 'When something is',
      cell: ({ object: { states, suspended } }) => (
        <>
          {states.join(', ').replaceAll('_', ' ')}
          {suspended && <span className="block text-xs text-muted">Suspended</span>}
        </>
      ),
    },
    { name: 'for', heading: 'For', from: 'md', cell: ({ object }) => object.for },
    { name: 'severity', heading: 'Severity', from: 'md', cell: ({ object }) => object.severity },
    {
      name: 'subscriptions',
      heading: 'Tells',
      from: 'lg',
      cell: ({ object }) => object.subscriptions.join(', ') || <None />,
    },
    sinceColumn,
  ],
  'target-policy': (at) =>
    policyColumns(at).map(({ cell, isSaid, ...column }) => ({
      ...column,
      ...(isSaid && { isSaid: ({ object }) => isSaid(object) }),
      cell: ({ object }) => cell(object),
    })),
}

function unconfirmed(limit: number | null) {
  if (limit === null) return <None />
  return limit === 0 ? 'none' : `at most ${limit.toLocaleString('en')}`
}

/** Columns for the fields that say who owns an object, and by what it selects or is selected. */
function formColumns(kind: Kind, at: Date | null): Column<Listed<Kind>>[] {
  return kinds[kind].form.flat().flatMap(({ field, label, control }): Column<Listed<Kind>>[] => {
    switch (control) {
      case 'owner':
        return [ownerColumn(label, at)]
      case 'selector':
        return [
          {
            name: field,
            heading: label,
            from: 'md',
            cell: ({ json }) => selectorChip(json, field),
          },
        ]
      case 'labels':
        return [
          { name: field, heading: label, from: 'md', cell: ({ json }) => labelChips(json, field) },
        ]
      default:
        return []
    }
  })
}

function selectorChip(json: object, field: string) {
  const value = new Map<string, SelectorJson>(Object.entries(json)).get(field)
  return value && <SelectorChip selector={selectorText(value)} />
}

function labelChips(json: object, field: string) {
  const value = new Map<string, Readonly<Record<string, string>>>(Object.entries(json)).get(field)
  return <LabelChips labels={new Map(Object.entries(value ?? {}))} />
}
