// What a page's browser refused because of the policy that came with the page.
import { type APIResponse, expect, type Page, type Response } from '@playwright/test'

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

export const NONCE = /script-src 'nonce-([A-Za-z0-9+/]{24})' 'strict-dynamic';/

type Answer = Pick<Response, 'headers' | 'text'> | Pick<APIResponse, 'headers' | 'text'>

/** The nonce of a page's policy, which every script and style sheet of the page carries as the server sent it. */
export async function nonceOfPage(answer: Answer | null): Promise<string> {
  const [, nonce = ''] = NONCE.exec(answer?.headers()['content-security-policy'] ?? '') ?? []
  expect(nonce).not.toBe('')
  const tags = (await answer?.text())?.match(/<(?:script|style)\b[^>]*>/g) ?? []
  expect(tags.length).toBeGreaterThan(0)
  expect(tags.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
  return nonce
}
