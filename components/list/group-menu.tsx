'use client'

import { Group } from 'lucide-react'
import { useNavigate } from '#components/navigation/navigation.ts'
import { DropdownMenu, MenuItem } from '#components/ui/dropdown-menu.tsx'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'
import { facetTitle } from './facet-title.ts'

/** Chooses what the rows of a list stand in groups by. */
export function GroupMenu({ address, names }: { address: ListAddress; names: readonly string[] }) {
  const navigate = useNavigate()
  return (
    <DropdownMenu
      triggerClass="inline-flex min-h-6 items-center gap-1 rounded border px-1.5 text-xs font-medium hover:border-edge hover:bg-sunken"
      trigger={
        <>
          <Group aria-hidden className="size-3.5 text-muted" />
          Group by
        </>
      }
    >
      {names.map((name) => (
        <MenuItem
          key={name}
          onSelect={() => navigate(listHref(address, { group: name, open: null }))}
        >
          {facetTitle(name)}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
