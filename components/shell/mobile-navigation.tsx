'use client'

import { Menu } from 'lucide-react'
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
  return (
    <Drawer
      title="Berth"
      triggerLabel="Open the navigation"
      triggerClass={`${ICON_BUTTON} lg:hidden`}
      trigger={<Menu aria-hidden className="size-5" />}
    >
      {(close) => <Navigation openRequests={openRequests} hidden={hidden} onNavigate={close} />}
    </Drawer>
  )
}
