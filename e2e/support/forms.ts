// Forms change the fleet, so each file that tries them has a portal of its own.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { freePort, type Portal, startPortal } from './portal.ts'
import { type Person, signInAs } from './sign-in.ts'

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>

/** Starts a portal for the tests of a file, and gives pages of people who are signed in to it. */
export function ownPortal() {
  let portal: Portal | undefined
  test.beforeAll(async () => {
    portal = await startPortal(await freePort())
  })
  test.afterAll(async () => portal?.stop())
  return {
    pageAs: async (browser: Browser, person: Person, options: ContextOptions = {}) => {
      const context = await browser.newContext({ baseURL: portal!.url, ...options })
      const page = await context.newPage()
      await signInAs(page, person)
      return page
    },
    /** Writes through the API, as somebody else would meanwhile. */
    write: async (
      { request }: Page,
      method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      data?: object,
    ) => {
      const answer = await request.fetch(`/api/v1${path}`, {
        method,
        headers: { origin: portal!.url, 'if-match': '*' },
        data,
      })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
  }
}

export async function writeSelector(page: Page, legend: 'Applications' | 'Clusters', text: string) {
  const mode = page.getByRole('group', { name: `How to write: ${legend}` })
  await mode.getByRole('button', { name: 'Text' }).click()
  await page.getByRole('textbox', { name: `${legend} as text` }).fill(text)
}

export const nameField = (page: Page) => page.getByLabel('Name', { exact: true })

export const impactOf = (page: Page) => page.getByRole('region', { name: 'Impact', exact: true })

export async function expectSaved(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Change #')
}
