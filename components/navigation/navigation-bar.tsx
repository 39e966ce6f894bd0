'use client'

import { useEffect, useState } from 'react'

/** What is faster needs no sign. */
const NOTICED_AFTER_MS = 150

/** Says that the next page is on its way; `isSamePath`: it is this one with other rows. */
export function NavigationBar({ isSamePath }: { isSamePath: boolean }) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), NOTICED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    isLate && (
      <div
        data-arriving={isSamePath ? 'rows' : undefined}
        className="fixed inset-x-0 top-0 z-60 h-0.75 animate-arriving bg-accent"
      >
        <progress aria-label="Loading the page" className="sr-only" />
      </div>
    )
  )
}
