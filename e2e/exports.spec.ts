import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { parse } from 'yaml'
import { expectAccessibleInBothThemes } from './support/accessible.ts'
import { test } from './support/test.ts'

const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name })

async function openExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).press('Enter')
  await expect(menuItem(page, 'CSV')).toBeVisible()
}

async function exported(page: Page, format: string): Promise<string> {
  await openExport(page)
  const download = page.waitForEvent('download')
  await menuItem(page, format).press('Enter')
  return readFile(await (await download).path(), 'utf8')
}

test('a reader takes all that a list matches, in its order, by keyboard: as CSV, JSON and YAML', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters?q=suva&sort=-name&limit=1')
  const { items } = JSON.parse(await exported(page, 'JSON'))
  const names = items.map(({ name }: { name: string }) => name)
  expect(names.length).toBeGreaterThan(1)
  expect(names).toEqual(names.toSorted().toReversed())
  expect(names.every((name: string) => name.includes('suva'))).toBe(true)
  expect(parse(await exported(page, 'YAML')).items).toEqual(items)
  const [head, ...rows] = (await exported(page, 'CSV')).trimEnd().split('\r\n')
  expect(head).toMatch(/^name,/)
  expect(rows.map((row) => row.split(',')[0])).toEqual(names)
})

test('the same question is copied as a request to the API', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/policies?q=east&at=2100-01-01')
  await openExport(page)
  await expectAccessibleInBothThemes(page)
  await menuItem(page, 'Copy as curl').press('Enter')
  await expect(page.getByText('Copied', { exact: true })).toBeAttached()
  const { origin } = new URL(page.url())
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `curl --fail-with-body -H "Authorization: Bearer $TOKEN" '${origin}/api/v1/target-policies?q=east&at=2100-01-01T00%3A00%3A00.000Z'`,
  )
})

test('where the browser gives no clipboard, the request stands there selected, and the focus goes back', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await page.goto('/teams/ieb/edit')
  await page.getByLabel('Description').fill('Ours')
  const button = page.getByRole('button', { name: 'Copy as curl' })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Copy it from here' })
  const field = dialog.getByRole('textbox', { name: 'Text to copy' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(/^curl --fail-with-body -X PUT .*"description":"Ours"/)
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('-X PUT')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})

test('a form is copied as the request that its save would send, without the secret in it', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = async () => {
    await page.getByRole('button', { name: 'Copy as curl' }).press('Enter')
    await expect(page.getByText('Copied', { exact: true })).toBeAttached()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await page.goto('/teams/ieb/edit')
  await page.getByLabel('Description').fill('Ada’s "own"')
  const edit = await copied()
  const { origin } = new URL(page.url())
  expect(edit).toMatch(/^curl --fail-with-body -X PUT .* -H 'If-Match: "[^"]+"' --data '/)
  expect(edit).toContain(String.raw`"description":"Ada’s \"own\""`)
  expect(edit).toContain(` '${origin}/api/v1/teams/ieb'`)

  const secret = 'nobody-may-see-this-one'
  await page.goto('/subscriptions/new')
  await page.getByLabel('Name', { exact: true }).fill('copied')
  await page.getByLabel('Address').fill('https://hooks.example.com/berth')
  await page.getByRole('textbox', { name: 'Secret' }).fill(secret)
  const creation = await copied()
  expect(creation).toContain('"secret":"SECRET"')
  expect(creation).not.toContain(secret)
})

const LISTS = [
  '/applications',
  '/teams',
  '/placements?q=suva',
  '/changes',
  '/history?q=suva',
  '/audit?object=team/ieb',
]

test('every list leads to its own rows', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  for (const list of LISTS) {
    await page.goto(list)
    await expect(page.getByRole('button', { name: 'Export' }), list).toBeVisible()
    await openExport(page)
    const href = await menuItem(page, 'JSON').getAttribute('href')
    const { items, total } = await (await page.request.get(href!)).json()
    expect(items, list).toHaveLength(total)
    await expect(page.getByRole('menu')).toContainText(`All that match: ${total}`)
  }
})
