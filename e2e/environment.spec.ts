import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, WITH_SHELL } from './support/accessible.ts'
import { test } from './support/test.ts'

const bar = (page: Page) => page.getByRole('button', { name: /^Environment/ })
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

async function choose(page: Page, environment: string): Promise<void> {
  await bar(page).focus()
  await page.keyboard.press('Enter')
  const choice = page.getByRole('menuitemradio', { name: new RegExp(`^${environment}`) })
  await expect(choice).toBeVisible()
  // As typed: a menu goes to the choice that begins so.
  await page.keyboard.press(environment[0]!)
  await expect(choice).toBeFocused()
  await page.keyboard.press('Enter')
}

test('the environment of the bar narrows the lists, in their addresses, and stays', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters?labelSelector=region%3Deast')
  await choose(page, 'prod')
  await expect(page).toHaveURL(/labelSelector=environment%3Dprod%2Cregion%3Deast$/)
  await place(page, 'Placements').click()
  await expect(page).toHaveURL(/\/placements\?environment=prod$/)
  await expect(page.getByRole('table').first()).toBeVisible()
  await page.reload()
  await expect(bar(page)).toHaveText(/prod/)
  await page.goto('/clusters')
  await expect(bar(page)).toHaveText(/prod.*not on this page/)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL(/\/history\?environment=prod$/)
  await expect(bar(page)).not.toHaveText(/not on this page/)
  await choose(page, 'All environments')
  await expect(page).toHaveURL(/\/history$/)
  await place(page, 'Clusters').click()
  await expect(page).toHaveURL(/\/clusters$/)
})

test('the menu of environments is accessible', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/policies')
  await bar(page).click()
  await expect(page.getByRole('menuitemradio', { name: /^prod/ })).toBeVisible()
  await expectAccessibleInBothThemes(page, WITH_SHELL)
})
