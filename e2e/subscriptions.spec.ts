// Who is told of alerts, and what they were told.
import { expect } from '@playwright/test'
import { expectAccessible, expectToFitPhone } from './support/accessible.ts'
import { expectSaved, impactOf, nameField } from './support/forms.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const SECRET = `whsec_${'c2VjcmV0'.repeat(4)}`

test('a subscription is made with a secret that nobody sees again, and shows what it was told', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/subscriptions/new')
  await nameField(page).fill('on-call')
  await page.getByLabel('Address').fill('https://hooks.example.invalid/berth')
  await page.getByRole('textbox', { name: 'Secret' }).fill('too short')
  await expect(page.locator('#secret-error')).toBeVisible()
  await page.getByRole('textbox', { name: 'Secret' }).fill(SECRET)
  await page.getByLabel(/^Reports/).uncheck()
  await expect(impactOf(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)

  await page.goto('/subscriptions/on-call')
  await expect(page.getByText('Nothing was sent yet')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  const log = page.getByRole('table', { name: 'Deliveries' })
  await expect(log.getByRole('row', { name: /A test of on-call/ })).toBeVisible()
  await expectAccessible(page)
  await expectToFitPhone(page)

  await page.goto('/subscriptions/on-call/edit')
  await expect(page.getByText('Set, never shown')).toBeVisible()
  expect(await page.content()).not.toContain(SECRET)
})
