import { type RefObject, useEffect, useState } from 'react'

/** How far below the window something counts as seen, so that it is there when it comes into sight. */
const AHEAD = '400px'

/** Whether an element was in sight, or nearly. */
export function useSeen(ref: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null || isSeen) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, isSeen])
  return isSeen
}
