import { expect, test } from '@playwright/test'
import { freePort, type Portal, startPortal } from './support/portal.ts'
import { choosePerson } from './support/sign-in.ts'

// A portal of its own: one that other machines can reach, without a fleet.
test.describe.configure({ mode: 'serial' })

let portal: Portal

test.beforeAll(async () => {
  portal = await startPortal(await freePort(), { HOST: '0.0.0.0' }, ['--empty'])
})

test.afterAll(() => portal.stop())

test('a demo that others can reach asks for a token, and takes no wrong one', async ({ page }) => {
  await page.goto(`${portal.url}/sign-in`)
  const field = page.getByLabel('A token of an admin')
  await choosePerson(page, 'Ada Admin')
  await expect(field).toHaveAccessibleDescription('That is not an admin’s token of this portal.')
  await field.fill(`berth_${'x'.repeat(43)}`)
  await choosePerson(page, 'Rita Reader')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
})

test('with the token that the demo printed, people sign in to an empty tenant', async ({
  page,
}) => {
  await page.goto(`${portal.url}/sign-in`)
  await page.getByLabel('A token of an admin').fill(portal.token)
  await choosePerson(page, 'Ada Admin')
  await expect(page.getByRole('region', { name: 'Set up this tenant' })).toContainText(
    '0 of 5 done',
  )
  await page.goto(`${portal.url}/clusters`)
  await expect(page.getByText('No clusters yet')).toBeVisible()
})
