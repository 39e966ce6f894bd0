import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from './support/test.ts'

const events = (page: Page) => page.getByRole('list', { name: 'Events' }).getByRole('listitem')

/** Calls the API as the portal's own pages do. */
async function send(page: Page, method: string, path: string, data?: unknown): Promise<number> {
  const { origin } = new URL(page.url())
  const headers = { origin, 'if-match': '*' }
  return (await page.request.fetch(`/api/v1${path}`, { method, data, headers })).status()
}

/** Creates and edits a team, and has one edit refused. */
async function makeHistory(page: Page, name: string): Promise<void> {
  await page.goto('/audit')
  expect(await send(page, 'POST', '/teams', { name, description: 'Before' })).toBe(201)
  expect(await send(page, 'PATCH', `/teams/${name}`, { description: 'After' })).toBe(200)
  expect(await send(page, 'PATCH', `/teams/${name}`, { network: 'wide open' })).toBe(422)
}

test('an edit and a refused one stand there, with what was before and after', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await makeHistory(page, 'audited')
  await page.goto('/audit?object=team/audited')
  await expect(events(page)).toHaveCount(3)
  const [refused, edited] = [events(page).nth(0), events(page).nth(1)]
  await expect(refused).toContainText('Refused')
  await expect(edited).toContainText('teams.patch')
  await expect(edited).toContainText('Accepted')
  await edited.getByText('teams.patch').click()
  await expect(edited.getByRole('region', { name: /before and after/ })).toContainText('"After"')
  await edited.getByRole('link', { name: /^#\d+$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Change')
})

test('an event unfolds by keyboard', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await makeHistory(page, 'unfolded')
  await page.goto('/audit?object=team/unfolded&result=refused')
  await events(page).first().locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(events(page).first()).toContainText('Refused because')
  await expect(events(page).first()).toContainText('one_of')
})

test('the filter stands in the address, and narrows the file as well', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await makeHistory(page, 'exported')
  await page.getByLabel('Search').fill('team/exported')
  await page.getByText('More filters').click()
  await page.getByLabel('Result').selectOption('Accepted')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/q=team%2Fexported/)
  await expect(events(page)).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const lines = file.trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^id,at,actor_kind,/)
  expect(file).not.toContain('refused')
})

test('nothing that matches says so', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/audit?q=nothing-is-called-this')
  await expect(page.getByText('Nothing matches')).toBeVisible()
})
