'use client'

import { ListChecks, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePreferences } from '#components/preferences/preferences-provider.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'

/** The steps of setting up, unless the visitor put them away; then a button that brings them back. */
export function SetUpGuide({ note, children }: { note: string; children: ReactNode }) {
  const { preferences, choose } = usePreferences()
  if (preferences.guide === 'hidden') {
    return (
      <Button look="quiet" onClick={() => choose('guide', 'shown')}>
        <ListChecks aria-hidden className="size-4" />
        Show the steps of setting up ({note})
      </Button>
    )
  }
  return (
    <Card
      title="Set up this tenant"
      note={note}
      actions={
        <Button look="quiet" onClick={() => choose('guide', 'hidden')}>
          <X aria-hidden className="size-4" />
          Hide
        </Button>
      }
    >
      {children}
    </Card>
  )
}
