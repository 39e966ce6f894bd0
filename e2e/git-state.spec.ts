import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { openSite, type OwnSite, pagesOf, test } from './support/test.ts'

// Has its own portal, because the whole tenant stops publishing.
test.describe.configure({ mode: 'serial' })

const run = promisify(execFile)

let portal: OwnSite
let data: string
test.use(pagesOf(() => portal))

test.beforeAll(async ({ browser }) => {
  data = await mkdtemp(path.join(tmpdir(), 'berth-e2e-data-'))
  await chmod(data, 0o755)
  portal = await openSite(browser, ['--empty'], { BERTH_DATA_DIR: data })
  expect((await create('edge-01')).status).toBe(201)
  await expect.poll(stateOfFirst).toBe('published')
  await publishAsALaterDatabase()
  expect((await create('edge-02')).status).toBe(201)
  await expect.poll(async () => (await create('edge-03')).status).toBe(409)
})

test.afterAll(async () => {
  await portal.close()
  await rm(data, { recursive: true, force: true })
})

const call = (where: string, init: RequestInit = {}) =>
  fetch(`${portal.url}/api/v1${where}`, {
    ...init,
    headers: { Authorization: `Bearer ${portal.token}`, 'Content-Type': 'application/json' },
  })

const stateOfFirst = async () => (await (await call('/changes/1')).json()).state

const create = (name: string) =>
  call('/clusters', { method: 'POST', body: JSON.stringify({ name }) })

/** Publishes as a database that was lost afterwards: a cluster, in a change with a much higher number. */
async function publishAsALaterDatabase(): Promise<void> {
  const clone = path.join(data, 'clone')
  const berth = { NAME: 'Berth', EMAIL: 'berth@berth.invalid' }
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: berth.NAME,
    GIT_AUTHOR_EMAIL: berth.EMAIL,
    GIT_COMMITTER_NAME: berth.NAME,
    GIT_COMMITTER_EMAIL: berth.EMAIL,
  }
  const git = (...args: string[]) => run('git', ['-C', clone, ...args], { env })
  await run('git', ['clone', '--quiet', path.join(data, 'gitops.git'), clone])
  await mkdir(path.join(clone, 'clusters', 'ghost', 'base'), { recursive: true })
  await writeFile(path.join(clone, 'clusters', 'ghost', 'base', 'root.yaml'), 'kind: None\n')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Add 1 cluster\n\nBerth-Change: 4711')
  await git('push', '--quiet', 'origin', 'HEAD')
}

async function open(page: Page): Promise<Page> {
  await page.goto('/settings/git')
  await expect(page.getByRole('heading', { name: 'Git', level: 1 })).toBeVisible()
  return page
}

const banner = (page: Page) => page.getByText('Nothing can be saved before an admin decides')

test('whoever reads is told on every page that nothing can be saved, and may not decide', async ({
  pageAs,
}) => {
  const page = await open(await pageAs('Rita Reader'))
  await expect(banner(page)).toContainText('holds change 4711')
  await page.goto('/clusters')
  await expect(banner(page)).toBeVisible()
  await page.getByRole('link', { name: 'Look at Git' }).click()
  await expect(page.getByText('Git holds another history than the database')).toBeVisible()
})

test('an admin sees what goes, types how much that is, and Git is equal to the database', async ({
  pageAs,
}) => {
  const page = await open(await pageAs('Ada Admin'))
  const row = page.getByRole('row', { name: /^main 1 / })
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('ghost', { timeout: 2_000 })
  }).toPass()
  await expectAccessible(page)
  const dialog = page.getByRole('dialog')
  await expect(async () => {
    if (!(await dialog.isVisible())) {
      await page
        .getByRole('button', { name: 'Make Git equal to the database…' })
        .click({ timeout: 1_000 })
    }
    await expect(dialog).toBeVisible({ timeout: 5_000 })
  }).toPass()
  const decide = dialog.getByRole('button', { name: 'Make Git equal to the database' })
  await expect(decide).toBeDisabled()
  await dialog.getByLabel('Type 1 to remove the file').fill('1')
  await decide.click()
  await expect(dialog).toBeHidden()
  await expect(banner(page)).toBeHidden()
  await expect(page.getByText('Git and the database tell the same history')).toBeVisible()
  const saved = await create('edge-04')
  expect(saved.headers.get('berth-change')).toBe('4713')
})
