import { expect, type Page } from '@playwright/test'
import { test } from './support/test.ts'

const rowNames = (page: Page) => page.getByRole('table').getByRole('rowheader').getByRole('link')

test('a filter narrows the list on the server and stands in the address', async ({
  sentPageAs,
}) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/clusters')
  await page.getByLabel('Label selector').fill('region=east,gpu=true')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/labelSelector=region%3Deast%2Cgpu%3Dtrue/)
  await expect(rowNames(page).first()).toHaveText(/^east-/)
  const names = await rowNames(page).allTextContents()
  expect(names.length).toBeGreaterThan(0)
  expect(names.every((name) => name.startsWith('east-'))).toBe(true)
})

test('the address alone makes the list again', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/clusters?q=suva&sort=-name')
  await expect(page.getByLabel('Search')).toHaveValue('suva')
  const names = await rowNames(page).allTextContents()
  expect(names).toEqual(names.toSorted().toReversed())
  expect(names.every((name) => name.includes('suva'))).toBe(true)
})

test('a heading sorts, and sorts the other way round', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/clusters')
  const heading = page.getByRole('columnheader', { name: 'Cluster' })
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await heading.getByRole('link').click()
  await expect(page).toHaveURL(/sort=-name/)
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect(rowNames(page).first()).toHaveText('west-wa-perth-04')
})

test('pages go on and come back, and each row is on one of them', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/clusters?limit=25')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const seen = new Set(await rowNames(page).allTextContents())
  await expect(pages).toContainText('1–25 of 60')
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(pages).toContainText('26–50 of 60')
  for (const name of await rowNames(page).allTextContents()) seen.add(name)
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(pages).toContainText('51–60 of 60')
  for (const name of await rowNames(page).allTextContents()) seen.add(name)
  expect(seen.size).toBe(60)
  await expect(pages.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await pages.getByRole('link', { name: 'Previous' }).click()
  await expect(pages).toContainText('26–50 of 60')
})

test('what is wrong with a filter is told at its field', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/clusters?labelSelector=region%20in%20(')
  const field = page.getByLabel('Label selector')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/expected/)
  await expect(page.getByText('The filter can’t be read')).toBeVisible()
})

test('nothing that matches is told from nothing at all', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/clusters?q=no-such-cluster')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('link', { name: 'Clear the filter' }).click()
  await expect(page).toHaveURL('/clusters')
  await page.goto('/clusters?at=2001-01-01')
  await expect(page.getByText('There was nothing yet')).toBeVisible()
})

test('an empty list leads whoever may to the first object, and tells others who may', async ({
  sentPageAs,
}) => {
  const reader = await sentPageAs('Rita Reader')
  await reader.goto('/registration-tokens')
  await expect(reader.getByText('No registration tokens yet')).toBeVisible()
  await expect(
    reader.getByRole('paragraph').filter({ hasText: 'Only admins may create' }),
  ).toBeVisible()
  await expect(reader.getByRole('link', { name: 'Create a registration token' })).toHaveCount(0)
  const admin = await sentPageAs('Ada Admin')
  await admin.goto('/registration-tokens')
  await admin.getByRole('link', { name: 'Create a registration token' }).click()
  await expect(admin).toHaveURL('/registration-tokens/new')
})

test('a list of the past says so, and its links stay there', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  const at = new Date().toISOString()
  await page.goto(`/clusters?at=${at}`)
  await expect(page.getByText('this is how it was, not how it is')).toBeVisible()
  await rowNames(page).first().click()
  await expect(page).toHaveURL(/\/clusters\/[^?]+\?at=/)
  await expect(page.getByText('this is how it was, not how it is')).toBeVisible()
  await page.getByRole('link', { name: 'Back to now' }).click()
  await expect(page).not.toHaveURL(/at=/)
})

test('placements are narrowed by policy, and changes by kind', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/placements?policy=app1_to_east')
  await expect(page.getByRole('combobox', { name: 'Policy' })).toHaveValue('app1_to_east')
  const links = page.getByRole('table').getByRole('link', { name: 'app1_to_east' })
  await expect(links.first()).toBeVisible()
  await page.goto('/changes?kind=cluster')
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(1)
  await expect(page.getByText('Onboard the demo clusters')).toBeVisible()
})

test('a list as of a time to come says that it is the present', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/placements?at=2100-01-01')
  await expect(page.getByText('is still to come: this is how it is now')).toBeVisible()
  await expect(page.getByText('this is how it was')).toHaveCount(0)
})

test('a filter by a whole name completes it, and Enter filters', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/history?q=app1')
  await page.getByText('More filters').click()
  const field = page.getByRole('combobox', { name: 'Cluster' })
  await field.fill('newcastle')
  await page.getByRole('option', { name: 'east-nsw-newcastle-01' }).click()
  await expect(field).toHaveValue('east-nsw-newcastle-01')
  await field.press('Enter')
  await expect(page).toHaveURL(/q=app1.*cluster=east-nsw-newcastle-01/)
  await expect(page.getByRole('table').getByRole('row')).not.toHaveCount(1)
})

test('changes are found by part of a name, and until the end of a day', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/changes')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).not.toHaveCount(1)
  const found = await rows.filter({ hasText: 'Berth demo' }).count()
  const today = new Date().toISOString().slice(0, 10)
  await page.goto(`/changes?actor=DEMO&to=${today}`)
  await expect(page.getByLabel('Until', { exact: true })).toHaveValue(today)
  await expect(rows).toHaveCount(1 + found)
})

test('filters work without scripts', async ({ pageAs, browser, baseURL }) => {
  const page = await pageAs('Rita Reader')
  const plain = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const list = await plain.newPage()
  await list.goto('/clusters')
  await list.getByLabel('Search').fill('suva')
  await list.getByRole('button', { name: 'Filter' }).click()
  await expect(list).toHaveURL(/q=suva/)
  await expect(rowNames(list).first()).toContainText('suva')
  await plain.close()
})

test('the counts of a list lead to the rows that they count, and each filter can be taken away', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters')
  const regions = page.getByRole('region', { name: 'Counts by region' })
  const east = regions.getByRole('link', { name: /^east \d+$/ })
  const count = (await east.textContent())!.replace(/\D/g, '')
  await east.press('Enter')
  await expect(page).toHaveURL(/labelSelector=region%3Deast/)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${count}`)
  const active = page.getByRole('list', { name: 'Active filters' })
  await active.getByRole('link', { name: 'Remove Label selector region=east' }).press('Enter')
  await expect(page).toHaveURL('/clusters')
  await expect(active).toHaveCount(0)
})

test('rows stand in groups by a label, which open by keyboard and lead to their rows alone', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters?labelSelector=gpu%3Dtrue')
  await page.getByRole('link', { name: 'Group by region' }).press('Enter')
  const groups = page.getByRole('list', { name: 'By region' })
  const east = groups.getByRole('listitem').filter({ hasText: /^east/ })
  const opener = east.getByRole('link', { name: /^east \d+$/ })
  const count = (await opener.textContent())!.replace(/\D/g, '')
  await opener.press('Enter')
  await expect(page).toHaveURL(/group=label%3Aregion.*open=east/)
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expect(rowNames(page)).toHaveCount(Number(count))
  await east.getByRole('link', { name: /^Only these/ }).press('Enter')
  await expect(page).toHaveURL('/clusters?labelSelector=gpu%3Dtrue%2Cregion%3Deast')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${count}`)
})

test('placements and history stand in groups, which open by keyboard and lead to as many rows as they count', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const rows = page.getByRole('table').getByRole('row')
  for (const [path, by] of [
    ['/placements?application=app1', 'region'],
    ['/placements?q=west', 'state'],
    ['/history?application=app1', 'region'],
    ['/history?q=west', 'actor'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Group by' }).press('Enter')
    await page.getByRole('menuitem', { name: by, exact: true }).press('Enter')
    const first = page
      .getByRole('list', { name: `By ${by}` })
      .getByRole('listitem')
      .first()
    const opener = first.getByRole('link', { expanded: false })
    const count = Number(await opener.locator('span').last().textContent())
    await opener.press('Enter')
    await expect(first.getByRole('link', { expanded: true })).toBeVisible()
    await expect(rows).toHaveCount(1 + Math.min(count, 20))
    await first.getByRole('link', { name: /^Only these/ }).press('Enter')
    await expect(page).not.toHaveURL(/group=/)
    await expect(pages).toContainText(`of ${count}`)
  }
})

test('a member of a team sees counts of what the team has alone', async ({ sentPageAs }) => {
  const page = await sentPageAs('Ines of ieb')
  await page.goto('/placements?group=team')
  const groups = page.getByRole('list', { name: 'By team' }).getByRole('listitem')
  await expect(groups).toHaveCount(1)
  await page.goto('/history?group=team')
  await expect(groups).toHaveCount(1)
})

test('what rows can’t be grouped by leads back to them', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/clusters?group=no-such')
  await expect(page.getByText('These rows can’t be grouped so')).toBeVisible()
  await page.getByRole('link', { name: 'Show the rows' }).click()
  await expect(page).toHaveURL('/clusters')
})
