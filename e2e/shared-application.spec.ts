// What the page of an application shows to other teams when its own shows it to everybody.
import { expect } from '@playwright/test'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const CLOCK_IN = '/applications/store-ops/clock-in'

test('an application that its team shows to everybody has a page for other teams, with its health alone', async ({
  pageAs,
  sentPageAs,
  write,
}) => {
  const admin = await pageAs('Ada Admin')
  const page = await sentPageAs('Ines of ieb')
  expect((await page.goto(CLOCK_IN))!.status()).toBe(404)
  await write(admin, 'PATCH', CLOCK_IN, { visibility: 'tenant' })
  expect((await page.goto(CLOCK_IN))!.status()).toBe(200)
  const main = page.getByRole('main')
  for (const shown of ['States', 'Placements', 'Versions']) {
    await expect(main.getByRole('region', { name: shown, exact: true }).first()).toBeVisible()
  }
  await expect(main.getByRole('region', { name: 'Environments' })).toHaveCount(0)
  const facts = main.getByRole('region', { name: 'Application', exact: true })
  await expect(facts.getByText('store-ops', { exact: true })).toBeVisible()
  await expect(facts.getByRole('link', { name: 'store-ops', exact: true })).toHaveCount(0)
  await page.goto('/applications?q=clock-in')
  await expect(main.getByRole('link', { name: 'clock-in', exact: true })).toBeVisible()
  await write(admin, 'PATCH', CLOCK_IN, { visibility: 'team' })
  expect((await page.goto(CLOCK_IN))!.status()).toBe(404)
})
