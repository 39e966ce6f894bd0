import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { test } from './support/test.ts'

const PATH = '/settings/tokens'

async function openForm(page: Page, name: string) {
  await page.goto(PATH)
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  return dialog
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a token is made, shown once, used, and revoked', async ({ pageAs, playwright, baseURL }) => {
  const page = await pageAs('Ada Admin')
  const dialog = await openForm(page, 'e2e of an admin')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make token' }).click()
  await expect(dialog.getByText('nobody sees the token again')).toBeVisible()
  await expectAccessible(page)
  const token = (await dialog.getByRole('region', { name: 'Token' }).textContent()) ?? ''
  expect(token).toMatch(/^berth_[\w-]{43}$/)
  await expect(dialog.getByText(`curl -H 'Authorization: Bearer ${token}'`)).toBeVisible()

  // Without the signed-in person's cookie.
  const script = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const use = () => script.get('/api/v1/teams', { headers: { authorization: `Bearer ${token}` } })
  expect((await use()).status()).toBe(200)

  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'e2e of an admin')).toContainText('active')
  expect(await page.content()).not.toContain(token)

  await page.getByRole('button', { name: 'Revoke e2e of an admin' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(rowOf(page, 'e2e of an admin')).toContainText('revoked')
  expect((await use()).status()).toBe(401)
  await script.dispose()
})

test('what is wrong is said at its field', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  const dialog = await openForm(page, '')
  await dialog.getByLabel('Cluster').fill('nowhere')
  await dialog.getByRole('button', { name: 'Make token' }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await dialog.getByLabel('Name').fill('e2e of nothing')
  await dialog.getByRole('button', { name: 'Make token' }).click()
  await expect(dialog.getByText('There is no such cluster.')).toBeVisible()
})

test('a member of a team makes tokens for the team, and sees their own alone', async ({
  pageAs,
}) => {
  const page = await pageAs('Ines of ieb')
  const dialog = await openForm(page, 'e2e of ieb')
  await expect(dialog.getByRole('combobox', { name: 'Team' })).toHaveValue('ieb')
  await expect(dialog.getByLabel('Cluster')).toHaveCount(0)
  await dialog.getByLabel('Role').selectOption('contributor')
  await dialog.getByRole('button', { name: 'Make token' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'e2e of ieb')).toContainText('contributor of ieb')
  await expect(page.getByRole('row')).toHaveCount(2)
})
