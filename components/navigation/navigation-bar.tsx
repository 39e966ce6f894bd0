'use client'

import { useEffect, useState } from 'react'

/** What is faster needs no sign. */
const NOTICED_AFTER_MS = 150

/** Says that the next page is on its way. */
export function NavigationBar() {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), NOTICED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    isLate && (
      <div className="fixed inset-x-0 top-0 z-60 h-0.75 animate-arriving bg-accent">
        <progress aria-label="Loading the page" className="sr-only" />
      </div>
    )
  )
}
