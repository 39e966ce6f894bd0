// A registration token: its preview says what a cluster gets, its page makes the secret and says what a site runs.
import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { expectSaved } from './support/forms.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

test('a token is made with what its clusters get in view, and a cluster registers with its secret', async ({
  pageAs,
  playwright,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/registration-tokens/new')
  await page.getByLabel('Name', { exact: true }).fill('e2e-sites')
  await page.getByLabel('Names of the clusters').fill('e2e-site-*')
  await page.getByRole('textbox', { name: 'Environment' }).fill('non-prod')
  await page.getByLabel('Ends').fill('2100-01-01T00:00:00Z')
  await expect(page.getByText(/A cluster that registers with e2e-sites, such as/)).toBeVisible()
  const reach = page.getByRole('region', { name: 'Such a cluster' })
  await expect(reach).toContainText('what registering would do')
  await expect(reach).toContainText(/[1-9] files added/)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)

  await page.goto('/registration-tokens/e2e-sites')
  const card = page.getByRole('region', { name: 'Registering' })
  await expect(card).toContainText('None yet')
  await expect(reach).toContainText(/[1-9] files added/)
  await card.getByRole('button', { name: 'Make a secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make it' }).click()
  await expect(dialog).toContainText('nobody sees the secret again')
  const secret = (await dialog.getByRole('region', { name: 'Secret' }).textContent()) ?? ''
  expect(secret).toMatch(/^berth_register_[\w-]{43}$/)
  await expectAccessibleInBothThemes(page)

  // Without the signed-in person's cookie.
  const site = await playwright.request.newContext({ baseURL: new URL(page.url()).origin })
  const answer = await site.post('/api/v1/clusters/register', {
    headers: { authorization: `Bearer ${secret}` },
    data: { name: 'e2e-site-1' },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  await site.dispose()

  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(card).toContainText('1 of 1')
  await expect(card.getByRole('button', { name: 'Replace the secret' })).toBeVisible()
  expect(await page.content()).not.toContain(secret)
  await expectToFitPhone(page)
  await page.goto('/clusters/e2e-site-1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('e2e-site-1')
})
