// A scheduler that fails, and one that decides what somebody has to confirm: told of in the inbox, and settled on the policy's page.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { asOwner } from '../scripts/testing/owner-database.ts'
import { preparedDataDirectory } from '../scripts/testing/portal.ts'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { call } from './support/call.ts'
import { takeFirst } from './support/completion.ts'
import { openSite, type OwnSite, pagesOf, test } from './support/test.ts'

// Has its own portal, where nothing else waits for anybody.
test.describe.configure({ mode: 'serial' })

let portal: OwnSite
test.use(pagesOf(() => portal))

const data = preparedDataDirectory()
const POLICY = '/target-policies/packed-mills'

/** What the scheduler answers; null: that it can't. */
let answer: object | null = null
let scheduler: Server

const chosen = (clusters: readonly string[]) => ({
  decisions: [{ namespace: 'mills', application: 'flour', clusters }],
})

async function startScheduler(): Promise<string> {
  scheduler = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(answer === null ? 503 : 200)
      response.end(answer === null ? '' : JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => scheduler.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(scheduler.address() as AddressInfo).port}/`
}

test.beforeAll(async ({ browser }) => {
  const url = await startScheduler()
  portal = await openSite(browser, ['--empty'], { BERTH_DATA_DIR: data.directory })
  await call(portal, 'POST', '/teams', { name: 'mills' })
  for (const name of ['mill-1', 'mill-2', 'mill-3']) {
    await call(portal, 'POST', '/clusters', { name, environment: 'mills' })
  }
  await call(portal, 'POST', '/applications', {
    name: 'flour',
    namespace: 'mills',
    repo_url: 'https://git.example.com/mills/flour.git',
    repo_branch: 'main',
    repo_path: 'deploy/flour',
  })
  await call(portal, 'POST', '/guard-rules', { name: 'mills', cluster_selector: '*', removals: 0 })
  const secret = `whsec_${Buffer.alloc(32, 'flour').toString('base64')}`
  await call(portal, 'POST', '/schedulers', { name: 'packer', url, secret })
  await call(portal, 'POST', '/target-policies', {
    name: 'packed-mills',
    app_selector: '*',
    cluster_selector: '*',
    scheduler: 'packer',
  })
})

test.afterAll(async () => {
  await portal.close()
  scheduler.close()
  data.remove()
})

type Status = { readonly failures: number; readonly waiting: object | null }

async function statusNow(): Promise<Status> {
  return (await (await call(portal, 'GET', `${POLICY}/decision`)).json()).status
}

/** As if the time had passed until the scheduler is due. */
const letTimePass = () =>
  asOwner(
    data.directory,
    (sql) => sql`update scheduler_asks set due_at = now(), asked_at = asked_at - interval '1 day'`,
  )

async function failOnceMore(): Promise<void> {
  const { failures } = await statusNow()
  await letTimePass()
  await expect.poll(async () => (await statusNow()).failures).toBeGreaterThan(failures)
}

async function openFromInbox(page: Page, line: RegExp | string) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Inbox, 1 waiting' }).click()
  const inbox = page.getByRole('dialog', { name: 'What waits for you' })
  await inbox.getByRole('link', { name: line }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('packed-mills')
}

const whoChooses = (page: Page) => page.getByRole('region', { name: 'Who chooses' })

async function expectToLook(page: Page) {
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
}

test('a token of a scheduler has the role of one and nothing else', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/settings/tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Packs the mills')
  const scheduler = dialog.getByRole('combobox', { name: 'Scheduler' })
  await scheduler.fill('pack')
  await takeFirst(page, page.getByRole('option', { name: /^packer/ }))
  await expect(scheduler).toHaveValue('packer')
  const role = dialog.getByLabel('Role')
  await expect(role).toHaveValue('scheduler')
  await expect(role).toHaveAccessibleDescription(/may do nothing else/)
  await expect(role.getByRole('option')).toHaveCount(1)
  await expectAccessibleInBothThemes(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Make token' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Packs the mills/ })).toContainText('packer')
})

test('a scheduler that fails three times in a row waits in the inbox of an admin', async ({
  pageAs,
}) => {
  while ((await statusNow()).failures < 3) await failOnceMore()
  const page = await pageAs('Ada Admin')
  await openFromInbox(page, /^packer failed \d+ times in a row for packed-mills/)
  await expect(whoChooses(page)).toContainText(/\d+ times in a row/)
  await expect(whoChooses(page)).toContainText('It answers with the status 503.')
  await expectToLook(page)
})

test('one that is well again is not told of, and places what it chooses', async ({ pageAs }) => {
  answer = chosen(['mill-1', 'mill-2'])
  await letTimePass()
  await expect.poll(async () => (await statusNow()).failures).toBe(0)
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/packed-mills')
  await expect(page.getByRole('button', { name: 'Inbox, nothing waiting' })).toBeVisible()
  await expect(whoChooses(page)).not.toContainText('in a row')
  await expect(page.getByRole('table', { name: 'What is chosen' })).toContainText('2 of 3')
})

test('what it decides and a guard rule stops waits for an admin, who confirms its number', async ({
  pageAs,
}) => {
  answer = chosen(['mill-3'])
  await letTimePass()
  await expect.poll(async () => (await statusNow()).waiting).not.toBeNull()
  const reader = await pageAs('Rita Reader')
  await reader.goto('/policies/packed-mills')
  await expect(whoChooses(reader).getByRole('button', { name: /confirm$/ })).toBeDisabled()
  await expect(reader.getByRole('button', { name: 'Inbox, nothing waiting' })).toBeVisible()

  const page = await pageAs('Ada Admin')
  await openFromInbox(page, 'Confirm that packer removes 2 placements of packed-mills')
  await expect(whoChooses(page)).toContainText('Removes 2 placements')
  await expect(page.getByRole('table', { name: 'What is chosen' })).toContainText('2 of 3')
  await expectToLook(page)
  await whoChooses(page)
    .getByRole('button', { name: /confirm$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Confirm what packer decided' })
  await expect(dialog).toContainText('mills/flour on mill-3')
  await expectAccessibleInBothThemes(page, '[role=dialog]')
  const confirm = dialog.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Type 2 to remove 2 placements').fill('2')
  await confirm.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Change #')

  await page.goto('/policies/packed-mills')
  await expect(page.getByRole('table', { name: 'What is chosen' })).toContainText('1 of 3')
  await expect(whoChooses(page)).not.toContainText('Removes')
  await page.goto('/placements?policy=packed-mills')
  const placements = page.getByRole('table', { name: 'Placements' })
  await expect(placements).toContainText('mill-3')
  await expect(placements).not.toContainText('mill-1')
})

test('one without an address is not asked', async ({ pageAs }) => {
  await call(portal, 'PATCH', '/schedulers/packer', { url: null, secret: null })
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/packed-mills')
  await expect(whoChooses(page)).toContainText('It has no address')
  await expect(whoChooses(page)).not.toContainText('Asked next')
})
