'use client'

import { lazy, Suspense } from 'react'

// Few people ever look at it.
const KeySheet = lazy(async () => {
  const { KeySheet } = await import('./key-sheet.tsx')
  return { default: KeySheet }
})

export function KeySheetOnDemand({ onClose }: { onClose: () => void }) {
  return (
    <Suspense>
      <KeySheet onClose={onClose} />
    </Suspense>
  )
}
