'use client'

import type { MouseEvent, ReactNode } from 'react'
import { TimesOfRow } from '#components/time/row-times.ts'

const CONTROLS = 'a, button, input, select, summary, label, [role=dialog]'

/**
 * Rows that a click anywhere opens, as a click on their link would: on the one that names the row, or on one in `data-opens`. The
 * keyboard has the link itself. `hasStops`: whether each row has something that takes the focus, which then tells its times, too.
 */
export function TableBody({
  hasStops = true,
  children,
}: {
  hasStops?: boolean
  children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the row's link is reached by keyboard
    <tbody className="divide-y" onClick={openRow} onAuxClick={openRow}>
      <TimesOfRow value={hasStops}>{children}</TimesOfRow>
    </tbody>
  )
}

const PRIMARY_BUTTON = 0
const MIDDLE_BUTTON = 1

function openRow({ target, button, ctrlKey, metaKey }: MouseEvent) {
  if (!(target instanceof Element) || target.closest(CONTROLS) || button > MIDDLE_BUTTON) return
  // Whoever selects text in a row wants the text.
  if (globalThis.getSelection()?.type === 'Range') return
  const row = target.closest('tr')
  const link = row?.querySelector<HTMLAnchorElement>('[data-opens] a') ?? row?.querySelector('th a')
  if (!(link instanceof HTMLAnchorElement)) return
  if (button === PRIMARY_BUTTON && !ctrlKey && !metaKey) link.click()
  else window.open(link.href, '_blank', 'noopener')
}
