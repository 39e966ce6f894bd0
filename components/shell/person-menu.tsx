'use client'

import { BookOpen, Keyboard, LogOut } from 'lucide-react'
import { useState } from 'react'
import { forgetDrafts } from '#components/drafts/kept-drafts.ts'
import { ownStores } from '#components/drafts/stores.ts'
import { KeySheetOnDemand } from '#components/keys/key-sheet-on-demand.tsx'
import { DropdownMenu, MenuItem, MenuLink, MenuNote } from '#components/ui/dropdown-menu.tsx'
import { pagePaths } from '#lib/schemas/paths.ts'

async function leave() {
  const { signOut } = await import('next-auth/react')
  await signOut({ redirect: false })
  forgetDrafts(ownStores(), Date.now())
  window.location.assign(pagePaths.signIn)
}

export function PersonMenu({
  name,
  email,
  tenant,
}: {
  name: string
  email: string | null
  tenant: string
}) {
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  return (
    <>
      <DropdownMenu
        triggerClass="inline-flex h-8 items-center gap-2 rounded-md px-1.5 hover:bg-sunken aria-expanded:bg-sunken"
        trigger={
          <>
            <span
              aria-hidden
              className="inline-flex size-6 items-center justify-center rounded-full bg-accent text-xs font-semibold text-on-accent"
            >
              {initialsOf(name)}
            </span>
            <span className="max-sm:sr-only">{name}</span>
          </>
        }
      >
        <MenuNote>
          <span className="block font-medium">{name}</span>
          {email && <span className="block text-xs text-muted">{email}</span>}
          <span className="block text-xs text-muted">Tenant {tenant}</span>
        </MenuNote>
        <MenuItem onSelect={() => setIsSheetOpen(true)}>
          <Keyboard aria-hidden className="size-4 text-muted" />
          Keys
        </MenuItem>
        <MenuLink href={pagePaths.apiDocs}>
          <BookOpen aria-hidden className="size-4 text-muted" />
          API
        </MenuLink>
        <MenuItem onSelect={() => void leave()}>
          <LogOut aria-hidden className="size-4 text-muted" />
          Sign out
        </MenuItem>
      </DropdownMenu>
      {isSheetOpen && <KeySheetOnDemand onClose={() => setIsSheetOpen(false)} />}
    </>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0]?.toUpperCase() ?? '')
    .join('')
}
