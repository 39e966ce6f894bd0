'use client'

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { usePreferences } from '#components/preferences/preferences-provider.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { ICON_BUTTON } from './icon-button.ts'
import { Navigation, type VisitorPlaces } from './navigation.tsx'

/** The navigation beside the page, which the visitor can fold to its icons. */
export function Sidebar(places: VisitorPlaces) {
  const { preferences, choose } = usePreferences()
  const isFolded = preferences.sidebar === 'folded'
  const Icon = isFolded ? PanelLeftOpen : PanelLeftClose
  return (
    <aside
      aria-label="Navigation"
      className={classNames(
        'sticky top-12 flex h-[calc(100dvh-3rem)] shrink-0 flex-col border-r max-lg:hidden',
        isFolded ? 'w-13' : 'w-54',
      )}
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pt-3">
        <Navigation {...places} isFolded={isFolded} />
      </div>
      <button
        type="button"
        aria-label={isFolded ? 'Unfold the navigation' : 'Fold the navigation'}
        onClick={() => choose('sidebar', isFolded ? 'open' : 'folded')}
        className={classNames(ICON_BUTTON, 'm-2')}
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </aside>
  )
}
