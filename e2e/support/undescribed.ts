// Each time that an assertion doesn't hold yet, Playwright describes the whole page for a message that shows none of it. On the
// pages of these tests that takes an eighth of the browser's processor.
import { selectors } from '@playwright/test'

/**
 * Registers a selector that finds nothing, whose script Playwright runs beside its own: where that runs apart from the page's
 * scripts, it finds no body to describe. Nothing else of it asks for the body; the page's own scripts do find it.
 */
export function describeNoPages(): Promise<void> {
  return selectors.register('nothing', () => {
    // Only the page's own scripts have a registry of elements.
    if (globalThis.customElements === null) {
      Object.defineProperty(Document.prototype, 'body', { get: () => null })
    }
    return { query: () => null, queryAll: () => [] }
  })
}
