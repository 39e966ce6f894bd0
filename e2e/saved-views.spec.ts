// Views of lists are kept under names, opened again, and lead the navigation.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const panel = (page: Page) => page.getByRole('dialog', { name: 'Views' })
const trigger = (page: Page) => page.getByRole('main').getByRole('button', { name: /^View/ })

test('a view is kept, named, made the default, changed and deleted, by keyboard alone', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters?labelSelector=region%3Deast&limit=20')
  await trigger(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('link', { name: 'Everything' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await panel(page).getByRole('button', { name: 'Save as a view' }).focus()
  await page.keyboard.press('Enter')
  await panel(page).getByLabel('Name').focus()
  await page.keyboard.type('East')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/labelSelector=region%3Deast&limit=20&view=[0-9a-f-]{36}$/)
  await expect(trigger(page)).toHaveText('View East')

  await trigger(page).focus()
  await page.keyboard.press('Enter')
  await panel(page).getByRole('button', { name: 'Make it the default' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('button', { name: 'No longer the default' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await panel(page).getByLabel('Name').fill('The east')
  await page.keyboard.press('Enter')
  await expect(trigger(page)).toHaveText('View The east')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)

  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Clusters' })
    .click()
  const defaultAddress = /^[^?]*\/clusters\?labelSelector=region%3Deast&limit=20&view=/
  await expect(page).toHaveURL(defaultAddress)
  await page.goto('/policies')
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page).toHaveURL(defaultAddress)
  await page.getByLabel('Search').fill('nsw')
  await page.keyboard.press('Enter')
  await expect(trigger(page)).toHaveText('View The eastchanged')
  await trigger(page).click()
  await panel(page).getByRole('button', { name: 'Save what is shown' }).click()
  await expect(trigger(page)).toHaveText('View The east')
  await panel(page).getByRole('link', { name: 'Everything' }).click()
  await expect(page).toHaveURL(/\/clusters$/)
  await trigger(page).click()
  const east = panel(page).getByRole('link', { name: /The east/ })
  // The list of views is read again after one was saved.
  await expect(east).toHaveAttribute('href', /nsw/)
  await east.click()
  await expect(page.getByLabel('Search')).toHaveValue('nsw')

  await trigger(page).click()
  await panel(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/clusters\?labelSelector=region%3Deast&limit=20&q=nsw$/)
  await expect(trigger(page)).toHaveText('Views')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Clusters' })
    .click()
  await expect(page).toHaveURL(/\/clusters$/)
})

test('a team’s view is opened by the team', async ({ pageAs }) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/placements?state=waiting')
  await trigger(page).click()
  await panel(page).getByRole('button', { name: 'Save as a view' }).click()
  await panel(page).getByLabel('For').selectOption('Team ieb')
  await panel(page).getByRole('button', { name: 'Save' }).click()
  await expect(panel(page).getByText('This field is required')).toBeVisible()
  await panel(page).getByLabel('Name').fill('Waiting')
  await panel(page).getByRole('button', { name: 'Save' }).click()
  await expect(trigger(page)).toHaveText('View Waiting')
  await page.goto('/placements')
  await page.setViewportSize({ width: 390, height: 844 })
  await trigger(page).click()
  await expect(panel(page).getByRole('heading', { name: 'Team ieb' })).toBeVisible()
  await expectToFitPhone(page)
  await panel(page).getByRole('link', { name: 'Waiting' }).click()
  await expect(page).toHaveURL(/state=waiting&view=/)
  await trigger(page).click()
  await panel(page).getByRole('button', { name: 'Delete' }).click()
  await expect(trigger(page)).toHaveText('Views')
})
