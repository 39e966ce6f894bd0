/**
 * Places a popover below the button that opened it, or above where there is no room. Browsers that can't yet show it in the
 * middle of the window.
 * https://developer.mozilla.org/docs/Web/CSS/position-area
 */
export const ANCHORED =
  'text-ink supports-[position-area:bottom]:[position-area:bottom_span-left] supports-[position-area:bottom]:[position-try-fallbacks:flip-block,flip-inline,flip-block_flip-inline] m-auto supports-[position-area:bottom]:mx-0 supports-[position-area:bottom]:my-1.5'
