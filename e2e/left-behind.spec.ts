import { expect } from '@playwright/test'
import { call } from './support/call.ts'
import { openSite, type OwnSite, pagesOf, test } from './support/test.ts'

// Has its own portal, whose clusters are on a branch for each environment.
test.describe.configure({ mode: 'serial' })

let portal: OwnSite
test.use(pagesOf(() => portal))

/** Moves a cluster to another branch and waits until that is published. */
async function moveCluster(): Promise<void> {
  await call(portal, 'POST', '/clusters', { name: 'edge-01', environment: 'dev' })
  const moved = await call(portal, 'PATCH', '/clusters/edge-01', { environment: 'prod' })
  const change = moved.headers.get('berth-change')
  await expect(async () => {
    const { state } = await (await call(portal, 'GET', `/changes/${change}`)).json()
    expect(state).toBe('published')
  }).toPass()
}

test.beforeAll(async ({ browser }) => {
  portal = await openSite(browser, ['--empty'], { GITOPS_BRANCH: 'fleet/{environment}' })
  await moveCluster()
})

test.afterAll(() => portal.close())

test('a reader sees which folder a cluster left, and cannot clear it', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters/edge-01')
  await expect(page.getByText('The cluster left the branch fleet/dev')).toBeVisible()
  await expect(page.getByText('until an admin clears it')).toBeVisible()
  const clear = page.getByRole('button', { name: 'Clear' })
  await expect(clear).toBeDisabled()
  await expect(clear).toHaveAccessibleDescription(/^Only admins may .* would allow it\.$/)
})

test('an admin clears it after typing how many files go, and the history says so', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/clusters/edge-01')
  const dialog = page.getByRole('dialog', { name: 'Clear edge-01 on fleet/dev' })
  // A click on a page that has just loaded can be lost.
  await expect(async () => {
    // A dialog that opened late has a button with the same name.
    if (!(await dialog.isVisible())) {
      await page.getByRole('button', { name: 'Clear' }).click({ timeout: 1_000 })
    }
    await expect(dialog).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(dialog.getByText('If edge-01 still reads fleet/dev')).toBeVisible()
  const number = dialog.getByLabel('Type 3 to remove 3 files')
  await number.fill('4')
  await expect(dialog.getByRole('button', { name: 'Clear' })).toBeDisabled()
  await number.fill('3')
  await dialog.getByLabel('Reason').fill('It reads prod')
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Change #3')
  await expect(page.getByText('It reads prod').first()).toBeVisible()
  await page.goto('/clusters/edge-01')
  await expect(page.getByText('Placements').first()).toBeVisible()
  await expect(page.getByText('The cluster left the branch')).toBeHidden()
})
