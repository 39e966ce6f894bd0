import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { expectSaved, impactOf, nameField, writeSelector } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

test.use({ changesFleet: true })

const POLICY = 'refunds-in-a-freeze'

test('an admin protects an environment, and sees whom that stops', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/environments')
  const row = page.getByRole('row', { name: /^prod Only clusters name it/ })
  await row.getByRole('link', { name: 'Describe' }).click()
  await expect(nameField(page)).toHaveValue('prod')
  await page.getByRole('checkbox', { name: 'Protected' }).check()
  await page.getByRole('textbox', { name: 'Deployers' }).fill('release-managers')
  await expect(impactOf(page)).toContainText(/prod protects \d+ clusters? with \d+ placements? of/)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)
})

test('an admin freezes it until it is lifted', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/freezes')
  await page.getByRole('link', { name: 'New freeze' }).click()
  await nameField(page).fill('stocktaking')
  await page.getByRole('textbox', { name: 'Description' }).fill('The tills are counted')
  await page.getByRole('textbox', { name: 'Environments' }).fill('prod')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)
  await page.goto('/freezes')
  const row = page.getByRole('row', { name: /^stocktaking The tills/ })
  await expect(row).toContainText('Holds')
  await expect(row).toContainText('until it is lifted')
  await page.goto('/freezes/stocktaking')
  await expect(page.getByRole('main')).toContainText('The tills are counted')
  await expectAccessibleInBothThemes(page)
})

test('the month shows which days are frozen, by links alone and on a phone', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/freezes?environment=prod&month=2026-12')
  const month = page.getByRole('region', { name: 'December 2026' })
  await expect(month.getByRole('cell', { name: '24 stocktaking' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await month.getByRole('link', { name: 'January 2027' }).press('Enter')
  await expect(page).toHaveURL('/freezes?environment=prod&month=2027-01')
  const january = page.getByRole('region', { name: 'January 2027' })
  await expect(january.getByRole('listitem').filter({ hasText: '31 days' })).toContainText(
    'Until it is lifted',
  )
})

test('the month shows the hours of environments, where they have any', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  const weekly = [{ days: ['mon', 'tue', 'wed', 'thu'], from: '08:00', to: '16:00' }]
  const hours = { time_zone: 'UTC', weekly }
  await write(page, 'POST', '/environments', { name: 'depot', hours })
  await page.goto('/freezes?month=2026-12')
  const month = page.getByRole('region', { name: 'December 2026' })
  const cell = (day: string) => month.getByRole('cell', { name: new RegExp(`^${day}\\b`) }).last()
  await expect(cell('17')).toContainText(/depot\d\d:\d\d–\d\d:\d\d/)
  await expect(cell('18')).toContainText('depot closed')
  await expect(month).toContainText('Mon to Thu, 08:00 to 16:00 (UTC)')
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await page.goto('/freezes?environment=prod&month=2026-12')
  await expect(month).toBeVisible()
  await expect(month).not.toContainText('depot')
  await write(page, 'DELETE', '/environments/depot')
})

test('the save that it stops says so, and an override with a reason is kept in red', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  await nameField(page).fill(POLICY)
  await writeSelector(page, 'Applications', 'name=refunds')
  await writeSelector(page, 'Clusters', 'environment=prod')
  await expect(impactOf(page)).toContainText(
    'Freeze stocktaking, set by Ada Admin, holds until it is lifted. The tills are counted',
  )
  const save = page.getByRole('button', { name: 'Create' })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAccessibleDescription(
    /Environment prod is protected.*Freeze stocktaking/,
  )
  await expectAccessibleInBothThemes(page)
  await page.getByRole('checkbox', { name: 'Override what stops this' }).check()
  await expect(save).toBeDisabled()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Refunds are broken in the south')
  await save.click()
  await expectSaved(page)
  await expect(page.getByText('Override: prod, stocktaking').first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('who may not override what stops a save is told who may', async ({ pageAs, write }) => {
  const admin = await pageAs('Ada Admin')
  await write(admin, 'PATCH', '/environments/prod', { overriders: [{ id: 'on-call' }] })
  const page = await pageAs('Cory Contributor')
  await page.goto('/policies/new')
  await nameField(page).fill(`${POLICY}-of-a-team`)
  await page.getByRole('combobox', { name: 'Owner' }).fill('payments')
  await page.keyboard.press('Tab')
  await page.getByRole('radio', { name: /^Exclude/ }).check()
  await writeSelector(page, 'Applications', 'name=refunds')
  await writeSelector(page, 'Clusters', 'environment=prod')
  const impact = impactOf(page)
  await expect(impact).toContainText(
    'The deployers and overriders of prod (release-managers, on-call) may do this, and admins with a reason.',
  )
  await expect(impact).toContainText(
    'Admins and the overriders of prod (on-call) may do this with a reason.',
  )
  await expect(page.getByRole('checkbox', { name: 'Override what stops this' })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
})

test('what is lifted and no longer protected stops nothing', async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  await write(page, 'DELETE', '/freezes/stocktaking')
  await write(page, 'DELETE', '/environments/prod')
  await page.goto('/policies/new')
  await nameField(page).fill(`${POLICY}-no-more`)
  await writeSelector(page, 'Applications', 'name=refunds')
  await writeSelector(page, 'Clusters', 'environment=prod')
  await expect(page.getByRole('button', { name: 'Create' })).toBeEnabled()
  await expect(page.getByRole('checkbox', { name: 'Override what stops this' })).toHaveCount(0)
  await write(page, 'DELETE', `/target-policies/${POLICY}`)
})
