/**
 * Places a popover below the button that opened it, or above where there is no room; where a browser can't yet, `placeBeside`
 * does.
 * https://developer.mozilla.org/docs/Web/CSS/position-area
 */
export const ANCHORED =
  'text-ink supports-[position-area:bottom]:[position-area:bottom_span-right] supports-[position-area:bottom]:[position-try-fallbacks:flip-block,flip-inline,flip-block_flip-inline] m-auto supports-[position-area:bottom]:mx-0 supports-[position-area:bottom]:my-1.5'

const GAP_PX = 6

type Box = Pick<DOMRect, 'left' | 'top' | 'bottom' | 'width' | 'height'>

/** Places an open popover beside its button, in browsers where styles can't; it stays there while the page scrolls. */
export function placeBeside(popover: HTMLElement, button: Element | null): void {
  if (button === null || CSS.supports('position-area', 'bottom')) return
  const { left, top } = besideOf(button.getBoundingClientRect(), popover.getBoundingClientRect(), {
    width: window.innerWidth,
    height: window.innerHeight,
  })
  Object.assign(popover.style, { inset: 'auto', margin: '0', left: `${left}px`, top: `${top}px` })
}

/** The button whose `popoverTarget` a popover is. */
export function openerOf(popover: HTMLElement): Element | null {
  return document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`)
}

/** Below the button where there is room, else above it, and never beyond the window's edges. */
export function besideOf(
  button: Box,
  { width, height }: Pick<Box, 'width' | 'height'>,
  window: Pick<Box, 'width' | 'height'>,
): { readonly left: number; readonly top: number } {
  const below = button.bottom + GAP_PX
  const top = below + height <= window.height ? below : button.top - GAP_PX - height
  return {
    left: Math.max(0, Math.min(button.left, window.width - width)),
    top: Math.max(0, Math.min(top, window.height - height)),
  }
}
