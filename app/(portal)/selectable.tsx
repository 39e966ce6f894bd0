import type { ReactNode } from 'react'
import { SelectionProvider } from '#components/selection/selection-provider.tsx'
import { type Kind, PLACING_KINDS, type PlacingKind } from '#lib/domain/objects/kinds.ts'
import { namespaceOf, type ModelObject } from '#lib/domain/objects/objects.ts'
import { whyNotCreate } from '#lib/http/portal/why-not.ts'
import type { PageList } from '#lib/schemas/page-list.ts'
import { editObjects } from './actions.ts'

/** Teams are deleted one by one: much hangs on each. */
function isSelectable(kind: Kind): kind is PlacingKind {
  return kind !== 'team' && PLACING_KINDS.some((each) => each === kind)
}

/** Names a row as its address does. */
export function rowOf(object: ModelObject): string {
  const team = namespaceOf(object)
  return team === null ? object.name : `${team}/${object.name}`
}

/** Lets rows of a list be selected, and edited together; of the past there is nothing to edit. */
export async function Selectable({
  kind,
  list: { asked, at, outcome },
  children,
}: {
  kind: Kind
  list: PageList<{ readonly object: ModelObject }>
  children: ReactNode
}) {
  if (!isSelectable(kind) || at !== null) return children
  const { items, total, totalIsExact } =
    outcome.kind === 'rows' ? outcome : { items: [], total: 0, totalIsExact: true }
  const rows = items.map(({ object }) => rowOf(object))
  const refusal = await whyNotCreate(kind)
  return (
    <SelectionProvider
      list={{ kind, rows, asked, total, totalIsExact, refusal, save: editObjects }}
    >
      {children}
    </SelectionProvider>
  )
}
