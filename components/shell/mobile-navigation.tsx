'use client'

import { Menu } from 'lucide-react'
import { Drawer } from '#components/ui/drawer.tsx'
import { Navigation, type VisitorPlaces } from './navigation.tsx'
import { ICON_BUTTON } from './icon-button.ts'

export function MobileNavigation(places: VisitorPlaces) {
  return (
    <Drawer
      title="Berth"
      triggerLabel="Open the navigation"
      triggerClass={`${ICON_BUTTON} lg:hidden`}
      trigger={<Menu aria-hidden className="size-5" />}
    >
      {(close) => <Navigation {...places} onNavigate={close} />}
    </Drawer>
  )
}
