import type { Stores } from './kept-drafts.ts'

/** Those of the tab that asks. */
export function ownStores(): Stores {
  return { tab: sessionStorage, browser: localStorage }
}
