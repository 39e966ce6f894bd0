'use client'

import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Drawer } from '#components/ui/drawer.tsx'
import { Navigation } from './navigation.tsx'
import { ICON_BUTTON } from './icon-button.ts'

export function MobileNavigation({
  openRequests,
  hidden,
}: {
  openRequests: number
  hidden: readonly string[]
}) {
  const [open, setOpen] = useState(false)
  return (
    <Drawer
      open={open}
      onOpenChange={setOpen}
      title="Berth"
      triggerLabel="Open the navigation"
      triggerClass={`${ICON_BUTTON} lg:hidden`}
      trigger={<Menu aria-hidden className="size-5" />}
    >
      <Navigation openRequests={openRequests} hidden={hidden} onNavigate={() => setOpen(false)} />
    </Drawer>
  )
}
