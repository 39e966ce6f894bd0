// What every answer carries, and that no page needs more than it lets through.
import { expect, type Page, type Response, test } from '@playwright/test'
import { PAGES } from './support/pages.ts'
import { choosePerson, signInAs } from './support/sign-in.ts'

const NONCE = /script-src 'nonce-([A-Za-z0-9+/]{24})' 'strict-dynamic';/

/** What the browser refused a page because of its policy, from before the page runs. */
async function refusedBy(page: Page): Promise<readonly string[]> {
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

async function nonceOf(answer: Response | null): Promise<string> {
  const policy = (await answer?.headerValue('content-security-policy')) ?? ''
  return NONCE.exec(policy)?.[1] ?? ''
}

/** The text of each script and style sheet as the server sent it that doesn't carry the nonce. */
function unmarked(html: string, nonce: string): string[] {
  const tags = html.match(/<(?:script|style)\b[^>]*>/g) ?? []
  expect(tags.length).toBeGreaterThan(0)
  return tags.filter((tag) => !tag.includes(`nonce="${nonce}"`))
}

for (const [name, path] of Object.entries(PAGES)) {
  test(`${name} keeps to a strict policy with a nonce of its own`, async ({ page }) => {
    const refused = await refusedBy(page)
    await signInAs(page, 'Ada Admin')
    const nonces: string[] = []
    for (let load = 0; load < 2; load++) {
      const answer = await page.goto(path, { waitUntil: 'networkidle' })
      const nonce = await nonceOf(answer)
      expect(nonce).not.toBe('')
      expect(unmarked(await answer!.text(), nonce)).toEqual([])
      nonces.push(nonce)
    }
    expect(nonces[0]).not.toBe(nonces[1])
    expect(refused).toEqual([])
  })
}

test('the reference of the API runs its one script by the nonce, and makes none of text', async ({
  page,
}) => {
  const refused = await refusedBy(page)
  const answer = await page.goto('/api/docs', { waitUntil: 'networkidle' })
  expect(unmarked(await answer!.text(), await nonceOf(answer))).toEqual([])
  // It tries whether it could.
  expect(refused.filter((text) => !text.startsWith('script-src eval'))).toEqual([])
})

test('menus, dialogs, themes and forms need no more than pages do', async ({ page }) => {
  const refused = await refusedBy(page)
  await page.goto('/teams')
  await choosePerson(page, 'Ada Admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Teams' })).toBeVisible()
  for (const theme of ['Dark', 'Light', 'As the system']) {
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('menuitemradio', { name: theme }).click()
  }
  await page.getByRole('link', { name: 'ieb', exact: true }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Description').fill('Another')
  await expect(page.getByRole('region', { name: 'Impact', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Navigation' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  expect(refused).toEqual([])
})
