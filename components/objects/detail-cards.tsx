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

/** Shown only where there are any: many applications have none. */
export function VersionsCard({
  application,
  versions,
  allHref,
}: {
  application: { readonly namespace: string; readonly name: string }
  versions: Shown<VersionJson>
  allHref: string
}) {
  if (versions.items.length === 0) return null
  return (
    <Card
      flush
      title="Versions"
      note={noteOf(versions)}
      actions={<TextLink href={allHref}>Open as a list</TextLink>}
    >
      <VersionTable application={application} rows={versions.items} />
    </Card>
  )
}

function noteOf({ items, ...total }: Shown<unknown>): string {
  const text = totalText(total)
  return items.length < total.total ? `the first ${items.length} of ${text}` : text
}
