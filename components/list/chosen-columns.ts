// The columns of a list that its address chooses.
import type { Labels } from '#lib/domain/labels/labels.ts'
import { facetReader, LABEL_SIDES, type LabelSide } from '#lib/domain/lists/facets.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import type { ListAddress } from '#lib/schemas/paths.ts'
import type { ColumnChoice } from './column-menu.tsx'
import type { Column } from './column-table.tsx'

/** What a list can show: its usual columns, of which the first one is always there, and labels by their key. */
export type ListColumns<Item> = {
  readonly usual: readonly Column<Item>[]
  readonly labels: readonly LabelSource<Item>[]
}

type LabelSource<Item> = {
  readonly side: LabelSide
  /** Whose labels they are. */
  readonly kind: LabelledKind
  readonly of: (item: Item) => Labels
  /** Whether the list can be sorted by them. */
  readonly isSorted?: true
}

/** Columns that somebody chose are there on every screen but a phone's. */
const CHOSEN_FROM: Column<never>['from'] = 'sm'

/** The columns in the order of the address; names that there are none of are left out. */
export function chosenColumns<Item>(
  { usual, labels }: ListColumns<Item>,
  { query }: ListAddress,
): readonly Column<Item>[] {
  const { columns } = query
  if (columns === undefined) return usual
  const [first, ...others] = usual
  const chosen = [...new Set(columns.split(','))].flatMap((name) => {
    const column = others.find((each) => each.name === name) ?? labelColumn(labels, name)
    return column ? [{ ...column, from: column.from && CHOSEN_FROM, isSaid: undefined }] : []
  })
  return [...(first ? [first] : []), ...chosen, ...others.filter(({ name }) => name === undefined)]
}

const readLabel = facetReader([], LABEL_SIDES)

function labelColumn<Item>(
  labels: ListColumns<Item>['labels'],
  name: string,
): Column<Item> | undefined {
  const asked = readLabel(name)
  const source = labels.find(({ side }) => side === asked?.by)
  if (!asked?.key || !source) return undefined
  const { key } = asked
  return {
    name,
    heading: labelHeading(source, key),
    sort: source.isSorted && { by: name, isOneOfMany: true },
    from: CHOSEN_FROM,
    cell: (item) => source.of(item).get(key),
  }
}

/** Of pairs it says whose label it is, where it isn't the cluster's. */
function labelHeading<Item>({ side, kind }: LabelSource<Item>, key: string): string {
  return side === 'app_label' ? `${key} (${kind})` : key
}

/** What an export of exactly these columns asks for; null: the address chooses none. */
export function exportedColumns<Item>(
  columns: ListColumns<Item>,
  address: ListAddress,
): string | null {
  if (address.query['columns'] === undefined) return null
  return chosenColumns(columns, address)
    .flatMap(({ name, exports }) => exports ?? (name === undefined ? [] : [name]))
    .join(',')
}

/** What a list offers to choose of, and what its address has chosen. */
export function columnChoice<Item>(columns: ListColumns<Item>, address: ListAddress): ColumnChoice {
  const [first, ...usual] = columns.usual
  const shown = chosenColumns(columns, address).slice(1)
  const named = [...usual, ...shown].flatMap(({ name, heading }) => (name ? [[name, heading]] : []))
  return {
    address,
    first: first?.name ?? '',
    headings: Object.fromEntries(named),
    usual: namesOf(usual),
    shown: namesOf(shown),
    labels: columns.labels.map(({ side, kind }) => ({ side, kind })),
  }
}

function namesOf<Item>(columns: readonly Column<Item>[]): readonly string[] {
  return columns.flatMap(({ name }) => name ?? [])
}
