import type { PageList } from '#lib/schemas/page-list.ts'
import { exportedColumns, type ListColumns } from './chosen-columns.ts'
import { ExportMenu } from './export-menu.tsx'
import { totalText } from './total-text.ts'

/** Exports what a page of a list shows, as long as that is something. */
export function ListExport<Item>({
  list: { address, asked, at, knownAt, outcome },
  api,
  columns,
}: {
  list: PageList<Item>
  api: string
  columns?: ListColumns<Item> | undefined
}) {
  if (outcome.kind !== 'rows' || outcome.items.length === 0) return null
  const all = {
    ...asked,
    ...(at && { at: at.toISOString() }),
    ...(knownAt && { known_at: knownAt.toISOString() }),
  }
  const chosen = columns ? exportedColumns(columns, address) : null
  return <ExportMenu api={api} asked={all} columns={chosen} rows={totalText(outcome)} />
}
