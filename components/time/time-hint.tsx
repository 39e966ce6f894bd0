'use client'

import { useEffect, useState } from 'react'
import { usePreferredZone } from '#components/preferences/preferences-provider.tsx'
import { wholeText } from './shown-instant.ts'

const HINT_ID = 'time-hint'
/** As wide as it gets, so that it stays on the page. */
const WIDTH_PX = 288

type Shown = {
  /** What the hint is about. */
  readonly of: Element
  readonly times: readonly HTMLTimeElement[]
  readonly left: number
  readonly top: number
}

/**
 * Shows the instant of whichever time on the page is pointed at or has the focus, by the clocks of here and of UTC, and of a
 * table's row that the keyboard is in those of all its times.
 */
export function TimeHint() {
  const zone = usePreferredZone()
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => listen(setShown), [])
  useEffect(() => {
    if (shown === null) return
    if (shown.of.hasAttribute('aria-describedby')) return
    shown.of.setAttribute('aria-describedby', HINT_ID)
    return () => shown.of.removeAttribute('aria-describedby')
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
      {shown.times.map((time, index) => (
        <span key={index} className="block not-first:mt-1.5">
          {shown.times.length > 1 && <span className="block font-medium">{time.textContent}</span>}
          {[...new Set([zone, here, 'UTC'])].map((each) => (
            <span key={each} className="block">
              {wholeText(new Date(time.dateTime), each)}
            </span>
          ))}
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
    const time = target.closest<HTMLTimeElement>('time[datetime]')
    show(time === null ? null : hintOf(time, [time]))
  }
  const followFocus = (event: Event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const times = target.matches(':focus-visible') ? timesOfRow(target) : []
    if (times.length === 0) follow(event)
    else show(hintOf(target, times))
  }
  const hide = () => show(null)
  document.addEventListener('pointerover', follow, { signal })
  document.addEventListener('focusin', followFocus, { signal })
  document.addEventListener('focusout', hide, { signal })
  document.addEventListener('scroll', hide, { signal, capture: true })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal })
  return () => controller.abort()
}

const GAP_PX = 4

/** Those in sight of the row around something that take no focus themselves. */
function timesOfRow(within: Element): readonly HTMLTimeElement[] {
  const row = within.closest('tr')
  const times = row?.querySelectorAll<HTMLTimeElement>('time[datetime]:not([tabindex])') ?? []
  return [...times].filter((time) => time.checkVisibility())
}

function hintOf(of: Element, times: readonly HTMLTimeElement[]): Shown {
  const { left, bottom } = times[0]!.getBoundingClientRect()
  return {
    of,
    times,
    left: Math.max(GAP_PX, Math.min(left, window.innerWidth - WIDTH_PX)),
    top: bottom + GAP_PX,
  }
}
