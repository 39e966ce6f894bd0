import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes, WITH_SHELL } from './support/accessible.ts'
import { signInAs } from './support/sign-in.ts'
import { test } from './support/test.ts'

const PLACES = [
  'Overview',
  'Matrix',
  'Applications',
  'Clusters',
  'Policies',
  'Configs',
  'Config schemas',
  'Placements',
  'Rollouts',
  'Changes',
  'Pull requests',
  'History',
  'Teams',
  'Alerts',
  'Alert rules',
  'Reports',
  'Silences',
  'Sources of metrics',
  'Subscriptions',
  'Team requests',
  'Cluster types',
  'Environments',
  'Freezes',
  'Guard rules',
  'Registration tokens',
  'Schedulers',
  'Import and export',
  'Audit',
  'Settings',
]

/** The title of the page behind a link; Settings opens its first part. */
const titleOf = (place: string) => (place === 'Settings' ? 'Access' : place)

test('the whole navigation is reached and used by keyboard', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Overview' }).focus()
  for (const place of PLACES.slice(1)) {
    await page.keyboard.press('Tab')
    await expect(navigation.getByRole('link', { name: place })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Access' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Settings' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('the first thing that the keyboard reaches skips to the content', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('every place of the navigation has a page with a title of its own', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/')
  for (const place of PLACES) {
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.getByRole('link', { name: place }).click()
    await expect(page.getByRole('heading', { level: 1, name: titleOf(place) })).toBeVisible()
    await expect(page).toHaveTitle(`${titleOf(place)} · Berth`)
  }
})

test('a theme that was chosen stays chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signInAs(page, 'Rita Reader')
  await page.goto('/')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test('rows that were made compact stay so, and leave out descriptions', async ({ page }) => {
  await signInAs(page, 'Rita Reader')
  await page.goto('/policies')
  const row = page.getByRole('row', { name: 'pilots-stay-out-of-production' })
  const description = row.getByText('What is on trial runs on non-production clusters only')
  await expect(description).toBeVisible()
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Compact rows' }).click()
  await expect(description).toBeHidden()
  await page.reload()
  await expect(description).toBeHidden()
  const short = page.getByRole('row', { name: 'app1_to_east' })
  expect((await short.boundingBox())?.height).toBeLessThan(30)
})

test('the head of a long list stays in sight', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/placements?limit=100')
  const table = page.getByRole('region', { name: 'Placements' })
  await table.evaluate((element) => element.scrollTo({ top: 1000 }))
  await expect(table.getByRole('columnheader', { name: 'Cluster' })).toBeInViewport({ ratio: 1 })
})

test('a navigation that was folded stays so, and says each place that has the focus', async ({
  page,
}) => {
  await signInAs(page, 'Rita Reader')
  await page.goto('/')
  await page.getByRole('button', { name: 'Fold the navigation' }).click()
  const sidebar = page.getByRole('complementary', { name: 'Navigation' })
  await page.reload()
  expect((await sidebar.boundingBox())?.width).toBe(52)
  await sidebar.getByRole('link', { name: 'Overview' }).focus()
  await page.keyboard.press('Tab')
  await expect(sidebar.getByText('Matrix')).toHaveCSS('opacity', '1')
  await expectAccessibleInBothThemes(page, WITH_SHELL)
  await page.getByRole('button', { name: 'Unfold the navigation' }).click()
  expect((await sidebar.boundingBox())?.width).toBe(216)
})

test('a visitor of the demo becomes another of its people where they are', async ({ page }) => {
  await signInAs(page, 'Rita Reader')
  await page.goto('/policies')
  await page.getByRole('button', { name: 'Demo' }).click()
  await page.getByRole('menuitemradio', { name: 'Ada Admin' }).click()
  await expect(page.getByRole('link', { name: 'New policy' })).toBeVisible()
  await expect(page).toHaveURL('/policies')
})

test('the demo says that it is one', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/')
  await page.getByRole('button', { name: 'Demo' }).click()
  await expect(
    page.getByText('its people, its fleet, its past and what its clusters report are made up'),
  ).toBeVisible()
})

test('pages ask nobody but the portal for anything', async ({ page, baseURL }) => {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await signInAs(page, 'Rita Reader')
  for (const path of ['/clusters', '/changes/4', '/placements']) await page.goto(path)
  expect([...asked]).toEqual([baseURL])
})
