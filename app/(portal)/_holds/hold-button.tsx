'use client'

import { CalendarClock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { HoldLimits, HoldNow, HoldPair } from './hold-pair.ts'

// As large as half of the page around it.
const HoldDialog = lazy(async () => {
  const { HoldDialog } = await import('./hold-dialog.tsx')
  return { default: HoldDialog }
})

/** Has a cluster hold its version, or does so for longer, after a look at what that does. */
export function HoldButton({
  label,
  pair,
  limits,
  present,
}: {
  label: string
  /** What is known of it: of the page of an application, no cluster; of that of a cluster, no application. */
  pair: Partial<HoldPair>
  limits: HoldLimits
  /** The hold that there is; absent: a new one. */
  present?: HoldNow
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <CalendarClock aria-hidden className="size-4" />
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <HoldDialog
            title={label}
            pair={pair}
            limits={limits}
            present={present}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
