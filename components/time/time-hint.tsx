'use client'

import { useEffect, useState } from 'react'
import { usePreferredZone } from '#components/preferences/preferences-provider.tsx'
import { wholeText } from './shown-instant.ts'

const HINT_ID = 'time-hint'
/** As wide as it gets, so that it stays on the page. */
const WIDTH_PX = 288

type Shown = {
  readonly time: Element
  readonly at: Date
  readonly left: number
  readonly top: number
}

/** Shows the instant of whichever time on the page is pointed at or has the focus, by the clocks of here and of UTC. */
export function TimeHint() {
  const zone = usePreferredZone()
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => listen(setShown), [])
  useEffect(() => {
    if (shown === null) return
    shown.time.setAttribute('aria-describedby', HINT_ID)
    return () => shown.time.removeAttribute('aria-describedby')
  }, [shown])
  if (shown === null) return null
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <span
      id={HINT_ID}
      role="tooltip"
      style={{ left: shown.left, top: shown.top, maxWidth: WIDTH_PX }}
      className="fixed z-50 rounded-md border bg-surface px-3 py-2 text-xs text-ink tabular-nums shadow-lg"
    >
      {[...new Set([zone, here, 'UTC'])].map((each) => (
        <span key={each} className="block">
          {wholeText(shown.at, each)}
        </span>
      ))}
    </span>
  )
}

/** One place hears of all times, so that a table of them costs nothing. */
function listen(show: (shown: Shown | null) => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const follow = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest(`#${HINT_ID}`)) return
    const time = target.closest('time[datetime]')
    show(time === null ? null : hintOf(time))
  }
  const hide = () => show(null)
  document.addEventListener('pointerover', follow, { signal })
  document.addEventListener('focusin', follow, { signal })
  document.addEventListener('focusout', hide, { signal })
  document.addEventListener('scroll', hide, { signal, capture: true })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal })
  return () => controller.abort()
}

const GAP_PX = 4

function hintOf(time: Element): Shown {
  const { left, bottom } = time.getBoundingClientRect()
  return {
    time,
    at: new Date(time.getAttribute('datetime') ?? ''),
    left: Math.max(GAP_PX, Math.min(left, window.innerWidth - WIDTH_PX)),
    top: bottom + GAP_PX,
  }
}
