// Changes that people merge at a Git host: proposed, merged, held where somebody closed what they wait in, and opened again.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { call } from './support/call.ts'
import { expectSaved, nameField } from './support/forms.ts'
import { openReviewedPortal, type ReviewedPortal } from './support/reviewed-portal.ts'
import { pagesOf, test } from './support/test.ts'

// Has its own portal, because the whole tenant's repository is at a host.
test.describe.configure({ mode: 'serial' })

let portal: Awaited<ReturnType<typeof openReviewedPortal>>
test.use(pagesOf(() => portal.site))

test.beforeAll(async ({ browser }) => {
  portal = await openReviewedPortal(browser)
})

test.afterAll(() => portal.close())

const post = (path: string, body: unknown) => call(portal.site, 'POST', path, body)

/** A freeze that stops nothing yet. */
const LATER = { from: '2100-01-01T00:00:00Z', to: '2100-01-02T00:00:00Z' }

/** Saves another cluster of the shop, and answers with the number of the change. */
async function addCluster(name: string): Promise<number> {
  const body = { name, environment: 'shop', metadata: { site: 'shop' } }
  return Number((await post('/clusters', body)).headers.get('berth-change'))
}

const list = async () => (await call(portal.site, 'GET', '/pull-requests')).json()

/** The pull request of the shop's branch, once it is as it is expected. */
async function untilPull(
  { host }: ReviewedPortal,
  expected: { readonly next: string; readonly number: number },
): Promise<{ readonly url: string }> {
  await expect
    .poll(async () => (await list()).items)
    .toMatchObject([{ branch: 'shop', ...expected }])
  const url = (await list()).items[0].url
  expect(new URL(url).origin).toBe(new URL(host.repository.api).origin)
  return { url }
}

const item = (page: Page, text: string | RegExp) =>
  page.getByRole('list', { name: 'Pull requests' }).getByRole('listitem').filter({ hasText: text })

async function expectToLook(page: Page) {
  await expectToFitPhone(page)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessibleInBothThemes(page)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('an environment comes to want pull requests by its form, which the list says while none does', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/pull-requests')
  const main = page.getByRole('main')
  await expect(main).toContainText('No environment is published by pull request')
  await expectToLook(page)
  await main.getByRole('link', { name: 'Environments' }).click()
  await page.getByRole('link', { name: 'New environment' }).click()
  await nameField(page).fill('shop')
  await page.getByRole('radio', { name: /^By pull request/ }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)
  await page.goto('/environments/shop')
  await expect(page.getByRole('region', { name: 'Pull requests' })).toContainText('None waits')
  await page.goto('/pull-requests')
  await expect(main).toContainText('Nothing waits to be merged')
  await expect(main).toContainText('Every change of shop is in the branches that clusters pull.')
})

let first = 0

test('what is saved waits in a pull request, which every page about it leads to', async ({
  pageAs,
}) => {
  await post('/teams', { name: 'tills' })
  await post('/applications', {
    name: 'till',
    namespace: 'tills',
    repo_url: 'https://git.example.com/tills/till.git',
    repo_branch: 'main',
    repo_path: 'deploy',
    metadata: { tier: 'till' },
  })
  await post('/target-policies', {
    name: 'tills-in-shops',
    app_selector: { tier: 'till' },
    cluster_selector: { site: 'shop' },
  })
  await post('/freezes', { name: 'stocktaking', environments: ['shop'], ...LATER })
  first = await addCluster('shop-1')
  const { url } = await untilPull(portal, { next: 'merge', number: 1 })

  const page = await pageAs('Ada Admin')
  await page.goto(`/changes/${first}`)
  const outcome = page.getByRole('region', { name: 'Outcome' })
  await expect(outcome).toContainText('Waits in pull request 1')
  const link = outcome.getByRole('link', { name: 'pull request 1 at the Git host' })
  await expect(link).toHaveAttribute('href', url)
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(page.getByRole('row', { name: /^shop In a pull request/ })).toContainText(
    'Waits in pull request 1',
  )
  await expectToLook(page)

  await page.goto('/changes')
  await expect(
    page
      .getByRole('row', { name: `#${first} ` })
      .getByRole('link', { name: 'In pull request 1 at the Git host' }),
  ).toHaveAttribute('href', url)
  await page.goto('/clusters/shop-1')
  await expect(page.getByText('Waits in pull request 1')).toBeVisible()
  await page.goto('/environments/shop')
  await expect(item(page, 'Pull request 1')).toContainText('Open')
  await expectToLook(page)
  for (const path of ['/freezes', '/freezes/stocktaking']) {
    await page.goto(path)
    await expect(page.getByText('pull requests of shop can still be merged')).toBeVisible()
  }

  await page.goto('/')
  await page.getByRole('button', { name: /^Search/ }).click()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('pull req')
  await expect(page.getByRole('option', { name: 'Pull requests' })).toHaveAttribute(
    'data-active-item',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/pull-requests')
  await expect(item(page, 'Pull request 1')).toContainText('1 cluster of shop')
  await expect(item(page, 'Pull request 1')).toContainText('Open')
  await item(page, 'Pull request 1')
    .getByRole('link', { name: `#${first}` })
    .click()
  await expect(page).toHaveURL(`/changes/${first}`)
})

test('once somebody merged it, it is published, which its page shows by itself', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto(`/changes/${first}`)
  const outcome = page.getByRole('region', { name: 'Outcome' })
  await expect(outcome).toContainText('Waits in pull request 1')
  await portal.host.merge(1, 'squash', 'ann')
  // Berth looks at the branch with what is saved next.
  const second = await addCluster('shop-2')
  await expect(outcome).toContainText('Published')
  await expect(outcome).not.toContainText('pull request')
  await untilPull(portal, { next: 'merge', number: 2 })
  await page.goto(`/changes/${second}`)
  await expect(outcome).toContainText('Waits in pull request 2')
})

test('what somebody closed without merging it holds its branch, and every page says so', async ({
  pageAs,
}) => {
  await portal.host.closeBy(2, 'ann')
  const later = await addCluster('shop-3')
  await untilPull(portal, { next: 'decision', number: 2 })
  const page = await pageAs('Rita Reader')
  await page.goto(`/changes/${later}`)
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText(
    'Pull request 2 at the Git host was closed by ann; this change waits.',
  )
  await expectToLook(page)
  await page.getByRole('link', { name: 'See pull requests' }).click()
  await expect(page).toHaveURL('/pull-requests')
  const held = item(page, 'Pull request 2')
  await expect(held).toContainText('Closed, held')
  await expect(held).toContainText('ann closed it without merging it')
  await expect(held).toContainText('1 later change waits behind it')
  const reopen = held.getByRole('button', { name: 'Open again' })
  await expect(reopen).toBeDisabled()
  await expect(reopen).toHaveAccessibleDescription(/would allow it/)
  await expectToLook(page)
})

test('who may opens it again by the keyboard, with all that waited behind it', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/pull-requests')
  const held = item(page, 'Pull request 2')
  await held.getByRole('button', { name: 'Open again' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Open pull request 2 again' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectToLook(page)
  await page.keyboard.type('Closed by mistake')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(held).toContainText('Carries changes')
  await expect(held).toContainText('Open')
  await expect(held.getByRole('button', { name: 'Open again' })).toHaveCount(0)
  await untilPull(portal, { next: 'merge', number: 2 })
  expect((await portal.host.pulls()).at(-1)).toMatchObject({ number: 2, state: 'open' })
  await expectToLook(page)
})
