import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone, WITH_SHELL } from './support/accessible.ts'
import { test } from './support/test.ts'

const bar = (page: Page) => page.getByRole('button', { name: /^Environment/ })
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

async function choose(page: Page, environment: string): Promise<void> {
  await bar(page).focus()
  await page.keyboard.press('Enter')
  const choice = page.getByRole('menuitemradio', { name: new RegExp(`^${environment}`) })
  await expect(choice).toBeVisible()
  // As typed: a menu goes to the choice that begins so.
  await page.keyboard.press(environment[0]!)
  await expect(choice).toBeFocused()
  await page.keyboard.press('Enter')
}

test('the environment of the bar narrows the lists, in their addresses, and stays', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters?labelSelector=region%3Deast')
  await choose(page, 'prod')
  await expect(page).toHaveURL(/labelSelector=environment%3Dprod%2Cregion%3Deast$/)
  await place(page, 'Placements').click()
  await expect(page).toHaveURL(/\/placements\?environment=prod$/)
  await expect(page.getByRole('table').first()).toBeVisible()
  await page.reload()
  await expect(bar(page)).toHaveText(/prod/)
  await page.goto('/clusters')
  await expect(bar(page)).toHaveText(/prod.*not on this page/)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL(/\/history\?environment=prod$/)
  await expect(bar(page)).not.toHaveText(/not on this page/)
  await choose(page, 'All environments')
  await expect(page).toHaveURL(/\/history$/)
  await place(page, 'Clusters').click()
  await expect(page).toHaveURL(/\/clusters$/)
})

test('the dashboard shows the environment of the bar alone, and says so in its address', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/')
  const series = page.waitForRequest(/\/observed\/series\?.*environment=prod/)
  await choose(page, 'prod')
  await expect(page).toHaveURL('/?environment=prod')
  await expect(page.getByText('Only what is in environment prod')).toBeVisible()
  await series
  const healthy = page.getByRole('list', { name: 'Now' }).getByRole('link', { name: /^Healthy/ })
  await expect(healthy).toHaveAttribute('href', '/placements?environment=prod&state=healthy')
  const list = await page.request.get('/api/v1/placements?environment=prod&limit=1')
  const { total } = await list.json()
  await expect(healthy).toContainText(`of ${total} placements`)
  const versions = page.getByRole('table', { name: 'Versions' })
  await expect(versions.getByRole('columnheader')).toHaveText([
    'Application',
    'Wanted',
    'prod',
    'Lag',
  ])
  await expect(page.getByLabel('Groups')).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await page.getByRole('list', { name: 'Range' }).getByRole('link', { name: '7 d' }).press('Enter')
  await expect(page).toHaveURL('/?range=7d&environment=prod')
  await page.getByRole('link', { name: 'All environments' }).press('Enter')
  await expect(page).toHaveURL('/?range=7d')
  await expect(bar(page)).toHaveText(/prod.*not on this page/)
  await place(page, 'Overview').click()
  await expect(page).toHaveURL('/?environment=prod')
  await choose(page, 'All environments')
  await expect(page).toHaveURL('/')
})

test('whoever begins with their teams sees these in the environment of the bar', async ({
  pageAs,
}) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/')
  await choose(page, 'prod')
  await expect(page).toHaveURL('/?environment=prod')
  const team = page.getByRole('region', { name: 'ieb', exact: true })
  await expect(team.getByRole('columnheader')).toHaveText(['Application', 'prod'])
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'All environments' }).press('Enter')
  await expect(page).toHaveURL('/?screen=teams')
  await expect(team.getByRole('columnheader').nth(2)).toBeVisible()
  await expect(bar(page)).toHaveText(/prod.*not on this page/)
  await choose(page, 'All environments')
  await expect(page).toHaveURL('/?screen=teams')
})

test('the menu of environments is accessible', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/policies')
  await bar(page).click()
  await expect(page.getByRole('menuitemradio', { name: /^prod/ })).toBeVisible()
  await expectAccessibleInBothThemes(page, WITH_SHELL)
})
