// The palette and the keys, which lead anywhere without a mouse.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { openPalette, palette } from './support/palette.ts'
import { signInAs } from './support/sign-in.ts'
import { test } from './support/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the palette finds an object by a part of its name, and by a label', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/')
  await openPalette(page)
  await page.keyboard.type('newcastle-01')
  const found = palette(page).getByRole('option', { name: 'east-nsw-newcastle-01' })
  await expect(found).toHaveAttribute('data-active-item')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'east-nsw-newcastle-01')).toBeVisible()
  await expect(palette(page)).toHaveCount(0)

  await openPalette(page)
  await page.keyboard.type('country=New-Zealand')
  const labelled = palette(page).getByRole('option', { name: /, New Zealand$/ })
  await expect(labelled.first()).toBeVisible()
})

test('the palette offers pages and what the visitor may do, and no more', async ({ pageAs }) => {
  const admin = await pageAs('Ada Admin')
  await admin.goto('/')
  await openPalette(admin)
  await admin.keyboard.type('new policy')
  await admin.keyboard.press('Enter')
  await expect(heading(admin, 'New policy')).toBeVisible()

  const reader = await pageAs('Rita Reader')
  await reader.goto('/')
  await openPalette(reader)
  await expect(palette(reader).getByRole('option', { name: 'Policies' })).toBeVisible()
  await expect(palette(reader).getByRole('option', { name: /^New / })).toHaveCount(0)
})

test('the palette begins with what was opened last', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/policies/app1_to_east')
  await page.goto('/teams/ieb')
  await expect(heading(page, 'ieb')).toBeVisible()
  await openPalette(page)
  const recent = palette(page).getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect(recent.nth(0)).toContainText('ieb')
  await expect(recent.nth(1)).toContainText('app1_to_east')
})

test('somebody of a team finds no other team’s application in the palette', async ({ pageAs }) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/')
  await openPalette(page)
  await page.keyboard.type('footfall')
  await expect(palette(page).getByText('Nothing found.')).toBeVisible()
})

test('axe finds nothing in the palette, which also fits a phone', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/')
  await openPalette(page)
  await page.keyboard.type('app1')
  await expect(palette(page).getByRole('option', { name: 'app1_to_east' })).toBeVisible()
  await expectToFitPhone(page)
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
})

test('from an object’s page another of its kind is a few keys away', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters/east-nsw-newcastle-01')
  await page.getByRole('button', { name: 'Another cluster' }).click()
  const dialog = page.getByRole('dialog', { name: 'Another cluster' })
  await expect(dialog.getByRole('option')).toHaveCount(20)
  await page.keyboard.type('auckland-02')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'central-akl-auckland-02')).toBeVisible()
})

test('single keys lead to pages, into the search and along the rows', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/')
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(heading(page, 'Clusters')).toBeVisible()

  const names = page.getByRole('rowheader').getByRole('link')
  await page.keyboard.press('j')
  await expect(names.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(names.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(names.nth(0)).toBeFocused()

  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await expect(search).toBeFocused()
  await page.keyboard.type('gc/?')
  await expect(search).toHaveValue('gc/?')
})

test('a sheet lists the keys, and turns single ones off for good', async ({ page }) => {
  await signInAs(page, 'Rita Reader')
  await page.goto('/')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await expect(sheet.getByText('Next row')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await sheet.getByRole('checkbox', { name: /^Single keys/ }).uncheck()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.reload()
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Rita Reader' }).click()
  await page.getByRole('menuitem', { name: 'Keys' }).click()
  await expect(sheet.getByRole('checkbox', { name: /^Single keys/ })).not.toBeChecked()
})
