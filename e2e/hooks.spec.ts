// A team's push webhooks: made in its page, called by a Git host, and deleted.
import { createHmac } from 'node:crypto'
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessible.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

test('a push webhook is made, its secret shown once, called, and deleted', async ({
  pageAs,
  playwright,
}) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/teams/ieb')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make webhook' }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Pushes of app1')
  await dialog.getByLabel('Git host').selectOption('GitHub')
  await expectAccessibleInBothThemes(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Make webhook' }).click()
  await expect(dialog.getByText('What GitHub needs')).toBeVisible()
  await expect(dialog.getByText('nobody sees the secret again')).toBeVisible()
  await expectAccessible(page)
  const textOf = async (name: string) =>
    (await dialog.getByRole('region', { name }).textContent()) ?? ''
  const [address, secret] = [await textOf('Address'), await textOf('Secret')]
  expect(secret).toMatch(/^berth_hook_[\w-]{43}$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const card = page.getByRole('region', { name: 'Push webhooks' })
  await expect(card.getByRole('listitem')).toContainText('never called')
  expect(await page.content()).not.toContain(secret)

  const host = await playwright.request.newContext()
  const ping = (key: string) => {
    const data = '{"zen":"Keep it logically awesome."}'
    const hex = createHmac('sha256', key).update(data).digest('hex')
    const headers = {
      'Content-Type': 'application/json',
      'X-GitHub-Event': 'ping',
      'X-Hub-Signature-256': `sha256=${hex}`,
    }
    return host.post(address, { data: Buffer.from(data), headers })
  }
  expect((await ping('another secret')).status()).toBe(401)
  expect((await ping(secret)).status()).toBe(202)
  await page.reload()
  await expect(card.getByRole('listitem')).toContainText('last called')

  await card.getByRole('button', { name: 'Delete Pushes of app1' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  // What is behind a dialog has no role.
  await expect(dialog).toHaveCount(0)
  await expect(card.getByRole('listitem')).toHaveCount(0)
  expect((await ping(secret)).status()).toBe(404)
  await host.dispose()
})
