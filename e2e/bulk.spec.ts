// Selecting rows on several pages of a list, and editing or deleting what is selected as one change.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './support/accessible.ts'
import { expectSaved } from './support/forms.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const batch = (page: Page) => page.getByRole('region', { name: 'Selected rows' })
const impact = (page: Page) => page.getByRole('region', { name: 'Impact' })

type Write = (page: Page, method: 'POST' | 'DELETE', path: string, data?: object) => Promise<void>

/** Clusters of their own, of which the first two have a label and no policy selects any. */
async function createStores(page: Page, write: Write, prefix: string, count: number) {
  for (let index = 0; index < count; index += 1) {
    const metadata = { store: prefix, ...(index < 2 && { ring: index === 0 ? 'canary' : 'beta' }) }
    const name = `${prefix}-${index}`
    await write(page, 'POST', '/clusters', { name, shortName: name, environment: 'bulk', metadata })
  }
}

const labelsOf = async (page: Page, name: string) =>
  (await (await page.request.get(`/api/v1/clusters/${name}`)).json()).metadata

test('labels of rows on two pages are edited as one change, by keyboard alone', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await createStores(page, write, 'keyed', 4)
  await page.goto('/clusters?labelSelector=store%3Dkeyed&limit=3')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(batch(page)).toContainText('1 cluster selected')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(batch(page)).toContainText('3 clusters selected')
  await page.keyboard.press(']')
  await expect(page.getByRole('row', { name: 'keyed-3' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(batch(page)).toContainText('4 clusters selected')
  await page.keyboard.press('x')
  await expect(batch(page)).toContainText('3 clusters selected')
  await page.keyboard.press('b')
  await expect(batch(page).getByRole('button', { name: 'Edit labels' })).toBeFocused()
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Labels of 3 clusters' })
  const keys = dialog.getByRole('list', { name: 'Labels that they have' })
  await expect(keys.getByRole('listitem').filter({ hasText: 'ring' })).toContainText('2 of 3')
  await expect(keys.getByRole('listitem').filter({ hasText: 'ring' })).toContainText(
    'Mixed: beta (1), canary (1)',
  )
  await expect(keys.getByRole('listitem').filter({ hasText: 'store' })).toContainText('all 3')
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0)
  const ring = dialog.getByLabel('What becomes of ring')
  await ring.focus()
  await page.keyboard.press('S')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('combobox', { name: 'Value of ring' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('stable')
  await dialog.getByRole('button', { name: 'Add a label' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('combobox', { name: 'Key of label 1' }).focus()
  await page.keyboard.type('site')
  await page.keyboard.press('Tab')
  const value = dialog.getByRole('combobox', { name: 'Value of label 1' })
  await expect(value).toBeFocused()
  await page.keyboard.type('perth')
  await expect(value).toHaveValue('perth')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expectSaved(page)
  for (const index of [0, 1, 2]) {
    expect(await labelsOf(page, `keyed-${index}`)).toEqual({
      store: 'keyed',
      ring: 'stable',
      site: 'perth',
    })
  }
  expect(await labelsOf(page, 'keyed-3')).toEqual({ store: 'keyed' })
  await expect(page.getByText('keyed-0').first()).toBeVisible()
})

test('all that match are selected, but those that are left out, and deleted', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await createStores(page, write, 'gone', 4)
  await page.goto('/clusters?labelSelector=store%3Dgone&limit=2')
  await page.getByRole('checkbox', { name: 'Select the rows of this page' }).check()
  await expect(batch(page)).toContainText('2 clusters selected')
  await batch(page).getByRole('button', { name: 'Select all 4 that match' }).click()
  await expect(batch(page)).toContainText('All 4 clusters selected')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('checkbox', { name: 'Select gone-3' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Select gone-3' }).uncheck()
  await expect(batch(page)).toContainText('3 clusters selected')
  await expectAccessibleInBothThemes(page)
  await batch(page).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 3 clusters' })
  await expect(impact(page)).toContainText('No placement')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectSaved(page)
  await page.goto('/clusters?labelSelector=store%3Dgone')
  await expect(page.getByRole('checkbox', { name: /Select gone/ })).toHaveCount(1)
  await expect(page.getByRole('row', { name: 'gone-3' })).toBeVisible()
})

test('rows that refuse the edit are named, and can be left out', async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  await createStores(page, write, 'refused', 2)
  await page.goto('/clusters?labelSelector=store%3Drefused')
  await page.getByRole('checkbox', { name: 'Select the rows of this page' }).check()
  await write(page, 'DELETE', '/clusters/refused-1')
  await batch(page).getByRole('button', { name: 'Edit labels' }).click()
  const dialog = page.getByRole('dialog', { name: /^Labels of/ })
  await expect(dialog).toContainText('refused-1')
  await dialog.getByRole('button', { name: 'Leave this one out' }).click()
  await expect(dialog).toHaveAccessibleName('Labels of 1 cluster')
  await dialog.getByLabel('What becomes of ring').selectOption('Remove')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  expect(await labelsOf(page, 'refused-0')).toEqual({ store: 'refused' })
})

test('who may edit nothing of a list is told why at what is done with its rows', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters')
  await page
    .getByRole('checkbox', { name: /^Select east/ })
    .first()
    .check()
  const edit = batch(page).getByRole('button', { name: 'Edit labels' })
  await expect(edit).toHaveAttribute('aria-disabled', 'true')
  await expect(edit).toHaveAccessibleDescription(/Only admins/)
  await batch(page).getByRole('button', { name: 'Clear' }).click()
  await expect(batch(page)).toHaveCount(0)
  await expect(page.getByRole('search')).toBeVisible()
})
