// Open pages follow what happens, and say so when they can't.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone, WITH_SHELL } from './support/accessible.ts'
import { report } from './support/reports.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const EVENTS = '**/api/v1/events'
const LOADED_ONCE = 'loadedOnce'

const updates = (page: Page) => page.getByRole('status', { name: 'Updates' })
const reported = (page: Page) => page.getByRole('region', { name: 'Reported' })

test('a report changes pages that are open, without a reload', async ({ pageAs }) => {
  const cluster = 'east-nsw-sydney-03'
  const page = await pageAs('Ada Admin')
  await report(page, cluster)
  await page.goto(`/clusters/${cluster}`)
  await expect(updates(page)).toHaveText('Live')
  await expect(reported(page)).toContainText('healthy')
  await page.evaluate((name) => Reflect.set(globalThis, name, true), LOADED_ONCE)
  await report(page, cluster, { 'ieb/app1': { health: 'Degraded' } })
  await expect(reported(page).getByRole('link', { name: '1 degraded' })).toBeVisible()
  expect(await page.evaluate((name) => Reflect.get(globalThis, name), LOADED_ONCE)).toBe(true)
})

test('a page says that what it shows may be old, and is current again once it can be', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  let isCut = false
  await page.route(EVENTS, (route) =>
    isCut
      ? route.abort()
      : route.fulfill({ contentType: 'text/event-stream', body: 'retry: 200\n\nid: 1\n\n' }),
  )
  await page.goto('/clusters')
  await expect(updates(page)).toHaveText(/Live|Reconnecting…/)
  isCut = true
  await expect(updates(page)).toHaveText('Reconnecting…')
  await expect(updates(page)).toContainText(/Stale since \d\d:\d\d UTC/, { timeout: 60_000 })
  await expectToFitPhone(page)
  await expectAccessibleInBothThemes(page, WITH_SHELL)
  await page.unroute(EVENTS)
  await expect(updates(page)).toHaveText('Live', { timeout: 120_000 })
})
