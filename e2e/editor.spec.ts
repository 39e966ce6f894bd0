// The policy editor: the text of a selector, the preview in groups, and its diff.
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessible.ts'
import { impactOf, nameField, writeSelector } from './support/forms.ts'
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

test('the text of a selector is completed from the labels in use, and says where it is wrong', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  await writeSelector(page, 'Clusters', '')
  const text = page.getByRole('textbox', { name: 'Clusters as text' })
  const offered = page.getByRole('listbox').getByRole('option')
  await expect(text).toHaveAttribute('contenteditable', 'true')
  await text.focus()
  await page.keyboard.type('regi')
  await expect(offered).toHaveText([/^region60$/])
  // A list that has just opened takes no key yet, so that nobody accepts what they haven't seen.
  await page.waitForTimeout(200)
  await page.keyboard.press('Enter')
  await expect(text).toHaveText('region')
  await page.keyboard.type(' ')
  await expect(offered.filter({ hasText: /^in/ })).toBeVisible()
  await page.keyboard.type('in (pac')
  await expect(offered).toHaveText([/^pacific10$/])
  await expectAccessible(page, '#cluster_selector')
  await page.keyboard.press('Enter')
  await expect(text).toHaveText('region in (pacific')
  await expect(page.getByText('Found the end at character 19').first()).toBeVisible()
  await expect(text).toHaveAccessibleDescription(/character 19/)
  await expect(page.locator('.cm-lintRange-error')).toHaveText('c')
  await page.keyboard.type(')')
  await expect(page.locator('.cm-lintRange-error')).toHaveCount(0)
  await expect(page.getByText('10 of 60 clusters')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: /^Every cluster/ })).toBeFocused()
  await expectAccessibleInBothThemes(page, '#cluster_selector')
})

test('the diff of a preview is walked by key, drawn in two columns, and taken as a patch', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await removeEverything(page)
  await impactOf(page)
    .getByRole('tab', { name: /^Files/ })
    .click()
  const diffs = impactOf(page).getByRole('region', { name: /^Diff of/ })
  await expect(diffs).toHaveCount(3)
  const files = impactOf(page).getByRole('tabpanel').locator('summary')
  await files.first().focus()
  await page.keyboard.press('n')
  await expect(files.nth(1)).toBeFocused()
  await page.keyboard.press('p')
  await expect(files.first()).toBeFocused()
  await impactOf(page).getByRole('button', { name: 'Two columns' }).click()
  await expect(impactOf(page).getByRole('button', { name: 'One column' })).toBeVisible()
  await expectAccessibleInBothThemes(page, '#impact')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    impactOf(page).getByRole('button', { name: 'Download patch' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('main.patch')
  const patch = readFileSync(await download.path(), 'utf8')
  const total = await impactOf(page)
    .getByRole('tab', { name: /^Files/ })
    .textContent()
  expect(`Files${patch.match(/^--- a\//gm)?.length}`).toBe(total)
  await impactOf(page).getByRole('button', { name: 'Collapse all' }).click()
  await expect(diffs).toHaveCount(0)
})
