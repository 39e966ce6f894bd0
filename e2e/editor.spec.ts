// The policy editor: its preview in groups, by keyboard alone.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './support/accessible.ts'
import { impactOf, nameField } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'default', timeout: 300_000 })

async function removeEverything(page: Page) {
  await page.goto('/policies/new')
  await nameField(page).fill('nothing-anywhere')
  await page.getByRole('radio', { name: /^Exclude/ }).check()
  await page.getByRole('checkbox', { name: /^Every application/ }).check()
  await page.getByRole('checkbox', { name: /^Every cluster/ }).check()
}

const rowsOf = (page: Page) => impactOf(page).getByRole('listitem')

test('a large impact is shown in groups that open to pages of pairs with their reasons', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await removeEverything(page)
  const prod = impactOf(page).getByRole('button', { name: /^prod \d+ removed$/ })
  await expect(prod).toBeVisible()
  await prod.focus()
  await page.keyboard.press('Enter')
  const region = impactOf(page).getByRole('button', { name: /^west \d+ removed$/ })
  await expect(region).toBeVisible()
  while (!(await region.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(
    impactOf(page).getByText('excluded by policy nothing-anywhere').first(),
  ).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await impactOf(page).getByRole('button', { name: 'Next' }).click()
  await expect(impactOf(page).getByText(/^26–\d+ of \d+$/)).toBeVisible()
  expect(await rowsOf(page).count()).toBeLessThanOrEqual(100)
})

test('a preview finds what one looks for among all of its pairs', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await removeEverything(page)
  const search = impactOf(page).getByRole('searchbox', { name: 'Search the preview' })
  await search.fill('pacific-')
  const groups = impactOf(page).getByRole('button', { name: /removed$/ })
  await groups.first().click()
  await expect(impactOf(page).getByRole('button', { name: /^pacific \d+ removed$/ })).toBeVisible()
  await expect(impactOf(page).getByRole('button', { name: /^east / })).toHaveCount(0)
  await search.fill('nothing is called so')
  await expect(impactOf(page)).toContainText('Nothing that moves is called so.')
})
