// Cards on the pages of all kinds of object.
import type { ReactNode } from 'react'
import { type ChangeLine, ChangeTable } from '#components/changes/change-table.tsx'
import { totalText } from '#components/list/total-text.ts'
import { type PlacementLine, PlacementTable } from '#components/placements/placement-table.tsx'
import { VersionTable } from '#components/objects/version-table.tsx'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { VersionJson } from '#lib/schemas/version.ts'

type Shown<Item> = {
  readonly items: readonly Item[]
  readonly total: number
  readonly totalIsExact: boolean
}

export function PlacementsCard({
  placements,
  at,
  allHref,
  nothing,
  of,
}: {
  placements: Shown<PlacementLine>
  at: Date | null
  allHref: string
  nothing: ReactNode
  of?: 'application' | 'cluster'
}) {
  const { items, total } = placements
  return (
    <Card
      flush
      title="Placements"
      note={noteOf(placements)}
      actions={total > 0 && <TextLink href={allHref}>Open as a list</TextLink>}
    >
      {items.length === 0 ? (
        <p className="p-4 text-muted">{nothing}</p>
      ) : (
        <PlacementTable rows={items} at={at} of={of} />
      )}
    </Card>
  )
}

/** What is still there without being placed; shown only where there is any. */
export function LeftCard({
  left,
  allHref,
  of,
}: {
  left: Shown<PlacementLine>
  allHref: string
  of: 'application' | 'cluster'
}) {
  if (left.items.length === 0) return null
  return (
    <Card
      flush
      title="Not placed, and still there"
      note={noteOf(left)}
      actions={<TextLink href={allHref}>Open as a list</TextLink>}
    >
      <PlacementTable label="Not placed, and still there" rows={left.items} at={null} of={of} />
    </Card>
  )
}

export function ChangesCard({ changes, allHref }: { changes: Shown<ChangeLine>; allHref: string }) {
  return (
    <Card
      flush
      title="Changes"
      note={noteOf(changes)}
      actions={<TextLink href={allHref}>Open as a list</TextLink>}
    >
      <ChangeTable rows={changes.items} />
    </Card>
  )
}

export function VersionsCard({
  application,
  versions,
  allHref,
  announce,
}: {
  application: { readonly namespace: string; readonly name: string }
  versions: Shown<VersionJson>
  allHref: string
  /** The control that announces one. */
  announce: ReactNode
}) {
  const { length: count } = versions.items
  return (
    <Card
      flush
      title="Versions"
      note={count > 0 ? noteOf(versions) : undefined}
      actions={
        <>
          {count > 0 && <TextLink href={allHref}>Open as a list</TextLink>}
          {announce}
        </>
      }
    >
      {count > 0 ? (
        <VersionTable application={application} rows={versions.items} />
      ) : (
        <p className="p-4 text-muted">None was announced yet, by a pipeline or by hand.</p>
      )}
    </Card>
  )
}

function noteOf({ items, ...total }: Shown<unknown>): string {
  const text = totalText(total)
  return items.length < total.total ? `the first ${items.length} of ${text}` : text
}
