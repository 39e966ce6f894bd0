'use client'

import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import type { Chart, Opened } from './chart.ts'
import { Drawing } from './drawing.tsx'
import { spokenAt } from './spoken.ts'

/** A chart that is read with a mouse or with keys: arrows go from step to step, and Enter opens what is behind one. */
export function Plot({
  label,
  chart,
  height,
  onOpen,
  onChange,
}: {
  label: string
  chart: Chart
  height: number
  onOpen: (opened: Opened) => void
  /** Opens a change that is marked. */
  onChange: (change: number) => void
}) {
  const at = useRef<number | null>(null)
  const [isOwn, setIsOwn] = useState(false)
  const [said, setSaid] = useState('')
  const tell = useCallback(
    (index: number | null) => {
      at.current = index
      setSaid(index === null ? '' : spokenAt(chart, index))
    },
    [chart],
  )
  const press = (event: KeyboardEvent) => {
    const index = at.current
    if (index === null) return
    const [marker] = chart.markers.get(chart.times[index] ?? '') ?? []
    if (event.key === 'Enter') onOpen({ index, line: null })
    else if (event.key === 'c' && marker) onChange(marker.change)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the drawing, which has the role
    <div
      className="relative"
      style={{ height }}
      onMouseEnter={() => setIsOwn(true)}
      onMouseLeave={() => setIsOwn(false)}
      onFocus={() => setIsOwn(true)}
      onBlur={() => setIsOwn(false)}
      onKeyDownCapture={press}
    >
      <Drawing
        label={label}
        chart={chart}
        isOwn={isOwn}
        onActive={tell}
        onOpen={onOpen}
        onChange={onChange}
      />
      <p aria-live="polite" className="sr-only">
        {isOwn && said}
      </p>
    </div>
  )
}
