import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { call } from './support/call.ts'
import { openSite, type OwnSite, pagesOf, test } from './support/test.ts'

// Has its own portal, because the whole tenant's repository moves.
test.describe.configure({ mode: 'serial' })

const TOKEN = 'canary-token-31c8'
/** No server listens there. */
const REPOSITORY = 'https://127.0.0.1:9/platform/fleet.git'

let portal: OwnSite
test.use(pagesOf(() => portal))

test.beforeAll(async ({ browser }) => {
  portal = await openSite(browser, ['--empty'])
  await call(portal, 'POST', '/clusters', { name: 'edge-01' })
})

test.afterAll(() => portal.close())

async function open(page: Page): Promise<Page> {
  await page.goto('/settings/repository')
  await expect(page.getByRole('heading', { name: 'Repository', level: 1 })).toBeVisible()
  return page
}

const pulled = (page: Page) => page.getByRole('region', { name: 'What clusters pull' })

/** Asks until the server sends the page with this in it, and only then shows it: each page that is drawn takes long. */
async function untilSent(page: Page, html: string): Promise<void> {
  await expect(async () => {
    expect(await (await page.request.get(page.url())).text()).toContain(html)
  }).toPass()
  await page.reload()
}

/** Clicks until the answer shows: a click on a page that has just loaded can be lost. */
async function press(page: Page, button: string, answer: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: button, exact: true }).click({ timeout: 1_000 })
    await expect(page.getByText(answer)).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

/** The same for a dialog, which covers the button once it is open. */
async function pressUntil(page: Page, button: string, dialog: Locator): Promise<void> {
  await expect(async () => {
    if (!(await dialog.isVisible())) {
      await page.getByRole('button', { name: button }).click({ timeout: 1_000 })
    }
    await expect(dialog).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

test('an admin reads why a connection fails, and each field what is wrong with it', async ({
  pageAs,
}) => {
  const page = await open(await pageAs('Ada Admin'))
  await expect(pulled(page).getByText('Held by Berth itself')).toBeVisible()
  await press(page, 'Test the connection', 'Berth holds the repository itself.')
  await page.getByLabel('Repository', { exact: true }).fill('http://git.example.com/fleet.git')
  await press(page, 'Save', /The address must be of the form/)
  await page.getByLabel('Repository', { exact: true }).fill(REPOSITORY)
  await press(page, 'Test the connection', /The connection failed/)
})

test('an admin moves the fleet after typing how many clusters there are', async ({ pageAs }) => {
  const page = await open(await pageAs('Ada Admin'))
  await page.getByLabel('Repository', { exact: true }).fill(REPOSITORY)
  await page.getByLabel('Token', { exact: true }).fill(TOKEN)
  const dialog = page.getByRole('dialog', { name: 'Move what 1 cluster pulls' })
  await pressUntil(page, 'Save', dialog)
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
  await dialog.getByLabel('Type 1 to go on').fill('1')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(pulled(page).getByText(REPOSITORY)).toBeVisible()
  await expect(pulled(page).getByText('by Ada Admin')).toBeVisible()
  await expect(page.getByText('Set, never shown')).toBeVisible()
  expect(await page.content()).not.toContain(TOKEN)

  await page.reload()
  expect(await page.content()).not.toContain(TOKEN)
  await page.getByRole('button', { name: 'Replace the token' }).click()
  await expect(page.getByLabel('Token', { exact: true })).toHaveValue('')
  await page.getByRole('button', { name: 'Keep the token as it is' }).click()
  await page.getByRole('button', { name: 'Remove the token' }).click()
  await expect(page.getByText('Removed when you save')).toBeVisible()
})

test('the branch says that it is not in Git, and why', async ({ pageAs }) => {
  const page = await open(await pageAs('Ada Admin'))
  const branches = page.getByRole('region', { name: 'Branches' })
  await untilSent(page, '>Not published<')
  await expect(branches.getByText('Not published')).toBeVisible()
  await expect(branches.getByText(/unable to access|Failed to connect/)).toBeVisible()
})

test('a webhook of the repository is made, its secret shown once, called, and deleted', async ({
  pageAs,
  playwright,
}) => {
  const page = await open(await pageAs('Ada Admin'))
  const dialog = page.getByRole('dialog')
  await pressUntil(page, 'New webhook', dialog)
  await dialog.getByLabel('Name').fill('Merges on GitLab')
  await dialog.getByLabel('Git host').selectOption('GitLab')
  await expectAccessibleInBothThemes(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Make webhook' }).click()
  await expect(dialog.getByText('What GitLab needs')).toBeVisible()
  await expect(dialog.getByText('Merge request events')).toBeVisible()
  await expectAccessibleInBothThemes(page, '[role=dialog]')
  const textOf = async (name: string) =>
    (await dialog.getByRole('region', { name }).textContent()) ?? ''
  const [address, secret] = [await textOf('Address'), await textOf('Secret')]
  expect(secret).toMatch(/^berth_hook_[\w-]{43}$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const card = page.getByRole('region', { name: 'Webhooks' })
  await expect(card.getByRole('listitem')).toContainText('never called')
  expect(await page.content()).not.toContain(secret)

  const host = await playwright.request.newContext()
  const tell = (token: string) =>
    host.post(address, {
      data: { object_kind: 'pipeline' },
      headers: { 'X-Gitlab-Event': 'Pipeline Hook', 'X-Gitlab-Token': token },
    })
  expect((await tell('another secret')).status()).toBe(401)
  const answer = await tell(secret)
  expect([answer.status(), await answer.json()]).toEqual([
    202,
    { versions: [], branches: [], ignored: 'event' },
  ])
  await page.reload()
  await expect(card.getByRole('listitem')).toContainText('last called')

  await pressUntil(page, 'Delete Merges on GitLab', dialog)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  // What is behind a dialog has no role.
  await expect(dialog).toHaveCount(0)
  await expect(card.getByRole('listitem')).toHaveCount(0)
  expect((await tell(secret)).status()).toBe(404)
  await host.dispose()
})

test('a reader reads it all but the secrets, and can change nothing', async ({ pageAs }) => {
  const page = await open(await pageAs('Rita Reader'))
  await expect(page.getByText('Read only: for admins to change')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Settings' }).getByText(REPOSITORY)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  expect(await page.content()).not.toContain(TOKEN)
})

test('the page holds in each width and both themes, without a fault of access', async ({
  pageAs,
}) => {
  const page = await open(await pageAs('Ada Admin'))
  await expectToFitPhone(page)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessibleInBothThemes(page)
  }
})

test('an admin goes back to the repository that Berth holds', async ({ pageAs }) => {
  const page = await open(await pageAs('Ada Admin'))
  const dialog = page.getByRole('dialog', { name: 'Move what 1 cluster pulls' })
  await pressUntil(page, 'Go back to the default', dialog)
  await dialog.getByLabel('Type 1 to go on').fill('1')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(pulled(page).getByText('Held by Berth itself')).toBeVisible()
  const branches = page.getByRole('region', { name: 'Branches' })
  await untilSent(page, '>Published<')
  await expect(branches.getByText('Published', { exact: true })).toBeVisible()
})
