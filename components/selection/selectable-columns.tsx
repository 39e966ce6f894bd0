import type { Column } from '#components/list/column-table.tsx'
import { PageCheck, RowCheck } from './checks.tsx'

/** Columns whose first one, which names the rows, also selects them. */
export function selectableColumns<Item>(
  [name, ...others]: readonly Column<Item>[],
  rowOf: (item: Item) => string,
): readonly Column<Item>[] {
  if (!name) return others
  const cell = (item: Item) => (
    <div className="flex items-start gap-2">
      <RowCheck row={rowOf(item)} />
      <div>{name.cell(item)}</div>
    </div>
  )
  return [{ ...name, control: <PageCheck />, cell }, ...others]
}
