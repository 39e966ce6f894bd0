import { expect, type Locator, type Page } from '@playwright/test'
import { freePort } from '#db/testing/free-port.ts'
import { type Portal, startPortal } from './support/portal.ts'
import { choosePerson } from './support/sign-in.ts'
import { test } from './support/test.ts'

// Has its own portal, which has no fleet and can be reached from other machines.
test.describe.configure({ mode: 'serial' })

let portal: Portal

test.beforeAll(async () => {
  portal = await startPortal(await freePort(), { HOST: '0.0.0.0' }, ['--empty'])
})

test.afterAll(() => portal.stop())

/** From the sign-in page to the demo's provider, where an account is chosen. */
async function goToProvider(page: Page): Promise<Locator> {
  await page.goto(`${portal.url}/sign-in`)
  await page.getByRole('button', { name: 'Sign in with the demo' }).click()
  return page.getByLabel('A token of an admin')
}

test('a demo that others can reach asks for a token, and takes no wrong one', async ({ page }) => {
  await (await goToProvider(page)).fill(`berth_${'x'.repeat(43)}`)
  await choosePerson(page, 'Ada Admin')
  await expect(page).toHaveURL(/\/sign-in\?/)
  await expect(page.getByText('You did not finish signing in')).toBeVisible()
})

test('with the token that the demo printed, people sign in to an empty tenant', async ({
  page,
}) => {
  await (await goToProvider(page)).fill(portal.token)
  await choosePerson(page, 'Ada Admin')
  await expect(page.getByRole('region', { name: 'Set up this tenant' })).toContainText(
    '0 of 5 done',
  )
  await page.goto(`${portal.url}/clusters`)
  await expect(page.getByText('No clusters yet')).toBeVisible()
})
