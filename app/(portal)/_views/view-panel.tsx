'use client'

import { BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CurrentView } from './current-view.tsx'
import { NewViewForm } from './new-view-form.tsx'
import { ViewList } from './view-list.tsx'
import type { ShownView } from './view-menu.tsx'

export function ViewPanel({
  isChanged,
  onDone,
  ...shown
}: ShownView & { isChanged: boolean; onDone: () => void }) {
  const [isNew, setIsNew] = useState(false)
  const { current, teams } = shown
  if (isNew) return <NewViewForm {...shown} onDone={onDone} onCancel={() => setIsNew(false)} />
  const team = current?.json.namespace ?? null
  const mayChange = team === null || teams.includes(team)
  return (
    <div className="space-y-3">
      <ViewList {...shown} onOpen={onDone} />
      {current !== null && mayChange && (
        <CurrentView {...shown} key={current.etag} current={current} isChanged={isChanged} />
      )}
      <div className="border-t pt-3">
        <Button onClick={() => setIsNew(true)}>
          <BookmarkPlus aria-hidden className="size-4" />
          Save as a view
        </Button>
      </div>
    </div>
  )
}
