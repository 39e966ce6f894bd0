// What a browser refuses because of the page's Content-Security-Policy.
import { type APIResponse, expect, type Page, type Response } from '@playwright/test'

/** Collects refusals from the next page on, before its scripts run. */
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

export const NONCE = /script-src 'nonce-([A-Za-z0-9+/]{24})' 'strict-dynamic';/

type Answer = Pick<Response, 'headers' | 'text'> | Pick<APIResponse, 'headers' | 'text'>

/** The nonce of a page's policy; expects it on every script and style element that the server sent. */
export async function nonceOfPage(answer: Answer | null): Promise<string> {
  const [, nonce = ''] = NONCE.exec(answer?.headers()['content-security-policy'] ?? '') ?? []
  expect(nonce).not.toBe('')
  const tags = (await answer?.text())?.match(/<(?:script|style)\b[^>]*>/g) ?? []
  expect(tags.length).toBeGreaterThan(0)
  expect(tags.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
  return nonce
}
