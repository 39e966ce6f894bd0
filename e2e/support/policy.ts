// What a page's browser refused because of the policy that came with the page.
import type { Page } from '@playwright/test'

/** Listens from before the next page runs, and goes on with every page after it. */
export async function listenForRefusals(page: Page): Promise<readonly string[]> {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/content.security.policy|violates/i.test(message.text())) refused.push(message.text())
  })
  await page.exposeFunction('berthNoteRefusal', (text: string) => refused.push(text))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, sample } = event
      const text = [effectiveDirective, blockedURI, sourceFile, sample].join(' ')
      Reflect.get(globalThis, 'berthNoteRefusal')(text)
    })
  })
  return refused
}
