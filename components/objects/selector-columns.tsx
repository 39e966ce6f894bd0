// The selectors of applications and of clusters in lists of what has both.
import type { Column } from '#components/list/column-table.tsx'
import { SelectorChip } from '#components/ui/chip.tsx'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import type { TargetPolicy } from '#lib/domain/objects/objects.ts'

type Selectors = Pick<TargetPolicy, 'appSelector' | 'clusterSelector'>

export function selectorColumns<T>(selectorsOf: (item: T) => Selectors): readonly Column<T>[] {
  return [
    {
      name: 'app_selector',
      heading: 'Applications',
      from: 'md',
      cell: (item) => <SelectorChip selector={formatSelector(selectorsOf(item).appSelector)} />,
    },
    {
      name: 'cluster_selector',
      heading: 'Clusters',
      from: 'md',
      cell: (item) => <SelectorChip selector={formatSelector(selectorsOf(item).clusterSelector)} />,
    },
  ]
}

/** Below a name, where the screen is too narrow for their columns. */
export function SelectorsBelow({ appSelector, clusterSelector }: Selectors) {
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1 md:hidden">
      <SelectorChip selector={formatSelector(appSelector)} />
      <span className="text-xs text-muted">on</span>
      <SelectorChip selector={formatSelector(clusterSelector)} />
    </span>
  )
}
