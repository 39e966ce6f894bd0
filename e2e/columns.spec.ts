// What a list shows of its rows, in which order, on which screen, and what a click on one does.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectToFitPhone,
} from './support/accessible.ts'
import { takeFirst } from './support/completion.ts'
import { test } from './support/test.ts'

const headings = (page: Page) => page.getByRole('table').getByRole('columnheader')
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const sortLink = (page: Page, name: RegExp) => headings(page).getByRole('link', { name })
const rowNames = (page: Page) => page.getByRole('table').getByRole('rowheader').getByRole('link')
const chooser = (page: Page) => page.getByRole('dialog', { name: 'Columns' })

async function openChooser(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  await expect(chooser(page).getByRole('list', { name: 'Columns of the list' })).toBeVisible()
}

async function openExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
}

test('columns are hidden, moved and made of labels by keyboard, and stand in the address', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters?limit=5')
  await expect(heading(page, 'State')).toBeVisible()
  await openChooser(page)
  await chooser(page).getByRole('checkbox', { name: 'State' }).press('Space')
  await expect(heading(page, 'State')).toHaveCount(0)
  await chooser(page).getByRole('button', { name: 'Move Environment up' }).press('Enter')
  await expect(headings(page).nth(1)).toHaveText('Environment')
  const field = chooser(page).getByRole('combobox', { name: 'Label of the cluster' })
  await field.pressSequentially('regi')
  await page.getByRole('option', { name: /^region/ }).waitFor()
  await field.press('Escape')
  await expect(chooser(page).getByRole('option')).toHaveCount(0)
  await expect(field).toBeFocused()
  await field.pressSequentially('o')
  await takeFirst(page, page.getByRole('option', { name: /^region/ }))
  await expect(heading(page, 'region')).toBeVisible()
  await expect(page).toHaveURL(/columns=name%2Cenvironment%2C.*label%3Aregion/)
  await expectAccessibleInBothThemes(page)
  const shown = await headings(page).allTextContents()
  await page.reload()
  await expect(headings(page)).toHaveText(shown)
  await openChooser(page)
  await chooser(page).getByRole('button', { name: 'Usual columns' }).press('Enter')
  await expect(page).toHaveURL('/clusters?limit=5')
  await expect(heading(page, 'State')).toBeVisible()
})

test('an export and a copied request have the columns of the page, labels of both sides among them', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/placements?q=suva&columns=application,cluster,label:region,app_label:wave')
  await expect(heading(page, 'region')).toBeVisible()
  await expect(heading(page, 'wave (application)')).toBeVisible()
  await expect(heading(page, 'State')).toHaveCount(0)
  await openExport(page)
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).press('Enter')
  const [head] = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
  const columns = 'namespace,application,cluster,label:region,app_label:wave'
  expect(head).toBe(columns)
  await openExport(page)
  await page.getByRole('menuitem', { name: 'Copy as curl' }).press('Enter')
  await expect(page.getByText('Copied', { exact: true })).toBeAttached()
  const curl = await page.evaluate(() => navigator.clipboard.readText())
  const { items } = await (await page.request.get(/'(.*)'/.exec(curl)![1]!)).json()
  expect(Object.keys(items[0]).join()).toBe(columns)
})

const LISTS = [
  '/clusters',
  '/applications',
  '/policies',
  '/teams',
  '/placements?q=suva',
  '/changes',
  '/history?q=suva',
]

test('of every list all columns but one are exported', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  for (const list of LISTS) {
    await page.goto(list)
    await openChooser(page)
    await chooser(page).getByRole('checkbox').last().press('Space')
    await expect(page, list).toHaveURL(/columns=/)
    await page.keyboard.press('Escape')
    await openExport(page)
    const href = await page.getByRole('menuitem', { name: 'JSON' }).getAttribute('href')
    expect(href, list).toContain('columns=')
    expect((await page.request.get(href!)).status(), list).toBe(200)
  }
})

test('with Shift a heading sorts what others leave equal, by keyboard', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters')
  await sortLink(page, /^Environment/).press('Enter')
  await expect(page).toHaveURL('/clusters?sort=environment')
  const name = sortLink(page, /^Cluster/)
  await expect(name).toHaveAttribute('title', 'With Shift: sort by this column, too')
  await name.press('Shift+Enter')
  await expect(page).toHaveURL('/clusters?sort=environment%2Cname')
  await name.press('Shift+Enter')
  await expect(page).toHaveURL('/clusters?sort=environment%2C-name')
  await expect(name).toHaveAccessibleName(/^Cluster ?\(sorted 2 of 2, descending\)$/)
  const answer = await page.request.get('/api/v1/clusters?sort=environment,-name&limit=50')
  const { items } = await answer.json()
  await expect(rowNames(page)).toHaveText(items.map((item: { name: string }) => item.name))
  await expectAccessibleInBothThemes(page)
})

test('a click anywhere in a row opens it, and its controls keep their own', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/clusters?limit=5')
  const first = page.getByRole('row').nth(1)
  const name = (await rowNames(page).first().textContent())!
  await first.getByRole('checkbox').click()
  await expect(page.getByRole('region', { name: 'Selected rows' })).toContainText('1 cluster')
  await expect(page.getByLabel('Label selector')).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await first
    .getByRole('cell')
    .last()
    .click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(`/clusters/${name}`)
  await (await opened).close()
  await first
    .getByRole('cell')
    .last()
    .click({ position: { x: 2, y: 2 } })
  await expect(page).toHaveURL(`/clusters/${name}`)
  await page.goto('/placements?limit=5')
  await page
    .getByRole('row')
    .nth(1)
    .getByRole('cell')
    .nth(1)
    .click({ position: { x: 2, y: 2 } })
  await expect(page).toHaveURL(/\/placements\/[^/]+\/[^/]+\/[^/]+$/)
})

test('labels that have no room open by keyboard', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters?limit=5')
  const more = page.getByText(/^\d+ more labels$/).first()
  const group = page.getByRole('group').filter({ has: more }).first()
  const hidden = group.locator('code').first()
  await expect(hidden).toBeHidden()
  await group.locator('summary').press('Enter')
  await expect(hidden).toBeVisible()
  await expect(page).toHaveURL('/clusters?limit=5')
})

test('rows that are about to be replaced are bars of the same height', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.clock.install()
  await page.goto('/clusters?limit=5')
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/clusters?*', async (route) => {
    await held
    await route.continue()
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  const height = async () => (await page.getByRole('row').nth(1).boundingBox())!.height
  const before = await height()
  const link = rowNames(page).first().locator('xpath=ancestor::th/*')
  await expect(link.first()).toHaveCSS('opacity', '1')
  await sortLink(page, /^Cluster/).click()
  await page.clock.runFor(150)
  await expect(link.first()).toHaveCSS('opacity', '0')
  expect(await height()).toBe(before)
  answer()
  await page.clock.resume()
  await expect(page).toHaveURL(/sort=-name/)
  await expect(link.first()).toHaveCSS('opacity', '1')
})

test('on a phone filters, counts and columns fold behind one button, which says how many are active', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/clusters?labelSelector=region%3Deast&limit=10')
  const fold = page.getByRole('button', { name: 'Filters and groups (1 active)' })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByLabel('Search', { exact: true })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Counts by region' })).toBeHidden()
  await expect(page.getByRole('list', { name: 'Active filters' })).toBeVisible()
  await expect(rowNames(page).first()).toBeVisible()
  await fold.press('Enter')
  await expect(page.getByRole('region', { name: 'Counts by region' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Search', { exact: true }).fill('suva')
  await page.getByLabel('Search', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/q=suva/)
  for (const list of LISTS) {
    await page.goto(list)
    await expectToFitPhone(page)
    const table = page.getByRole('region', { name: /./ }).filter({ has: page.getByRole('table') })
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth), list).toBe(0)
  }
})

test('alerts and tokens have columns to choose, which stand in the address', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/settings/tokens?columns=name,state')
  const headings = page.getByRole('columnheader')
  await expect(headings).toHaveText([/^Name/, 'State', 'Revoke'])
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel('Made by').check()
  await expect(page).toHaveURL(/columns=name%2Cstate%2Ccreated_by/)
  await expect(headings).toHaveText([/^Name/, 'State', 'Made by', 'Revoke'])
  await page.goto('/alerts?columns=rule,severity')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible()
})
