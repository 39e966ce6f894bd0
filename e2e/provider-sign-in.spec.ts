import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFitPhone } from './support/accessible.ts'
import { alive, untilAlive } from './support/alive.ts'
import { type ProviderPortal, startProviderPortal } from './support/provider-portal.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

const COMPANY = 'Sign in with the company’s own directory of people'

let portal: ProviderPortal
test.beforeAll(async () => {
  portal = await startProviderPortal()
})
test.afterAll(() => portal.stop())

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url })
  return alive(await context.newPage())
}

async function signIn(page: Page, provider: string, person: string): Promise<void> {
  await page.getByRole('button', { name: provider }).click()
  await page.getByRole('button', { name: person }).click()
  await page.waitForURL(`${portal.url}/**`)
  await untilAlive(page)
}

async function expectToHold(page: Page) {
  await expectAccessible(page)
  await expectToFitPhone(page)
}

test('there is a button for each provider, and nobody is sent to one unasked', async ({
  browser,
}) => {
  const page = await newPage(browser)
  await page.goto('/')
  await expect(page).toHaveURL('/sign-in')
  await expect(page.getByRole('button')).toHaveText([
    'Sign in with Microsoft: default',
    'Sign in with Microsoft: subsidiary',
    COMPANY,
  ])
  await expectToHold(page)
})

test('signing in leads to the page that was asked for, and no cache keeps it', async ({
  browser,
}) => {
  const page = await newPage(browser)
  await page.goto('/clusters?labelSelector=gpu%3Dtrue')
  await signIn(page, COMPANY, 'Ada Admin')
  await expect(page).toHaveURL('/clusters?labelSelector=gpu%3Dtrue')
  await expect(page.getByRole('banner').getByText('Admin', { exact: true })).toBeVisible()
  const answer = await page.goto('/clusters')
  expect(answer?.headers()['cache-control']).toBe('private, no-store')
  const sent = await answer?.request().allHeaders()
  expect(JSON.stringify(sent).length).toBeLessThan(8192)
})

test('signing out ends the session, also for a copy of its cookies', async ({ browser }) => {
  const page = await newPage(browser)
  await page.goto('/sign-in')
  await signIn(page, COMPANY, 'Ada Admin')
  const cookies = await page.context().cookies()
  await page.getByRole('button', { name: 'Ada Admin' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Berth' })).toBeVisible()
  await expect(page.getByText('You were signed out')).toHaveCount(0)
  await page.context().addCookies(cookies)
  await page.goto('/teams')
  await expect(page).toHaveURL(/\/sign-in\?/)
  await expect(page.getByText('You were signed out')).toBeVisible()
  await expectToHold(page)
})

test('whoever has no role reads who they are, their groups, and what to do', async ({
  browser,
}) => {
  const page = await newPage(browser)
  await page.goto('/sign-in')
  await signIn(page, COMPANY, 'Nils-Alexander')
  await expect(page.getByText('You have no role here')).toBeVisible()
  await expect(page.getByText(/You are signed in as Nils-Alexander/)).toBeVisible()
  await page.getByText(/Your groups/).click()
  await expect(page.getByText('department-01')).toBeVisible()
  await expect(page.getByText('and 3 more')).toBeVisible()
  await expectToHold(page)
  await expect(page.getByRole('link', { name: 'Ask for a team' })).toBeVisible()
})

test('whoever has too many groups while Graph is down is told so on each page', async ({
  browser,
}) => {
  portal.graph.state.fault = { kind: 'status', at: 'graph', status: 500 }
  const page = await newPage(browser)
  await page.goto('/sign-in')
  await signIn(page, 'Sign in with Microsoft: default', 'Olga Overage')
  for (const path of ['/', '/teams']) {
    await page.goto(path)
    await expect(page.getByText(/Microsoft Graph could not be reached/)).toBeVisible()
    await expect(page.getByText('What you may do can’t be read right now')).toBeVisible()
  }
  await expectToHold(page)
  portal.graph.state.fault = null
})

test('an answer of the provider signs in nobody in another browser, and nobody twice', async ({
  browser,
}) => {
  const page = await newPage(browser)
  const callbacks: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/callback/')) callbacks.push(request.url())
  })
  await page.goto('/sign-in')
  await signIn(page, COMPANY, 'Ada Admin')
  await expect(page).toHaveURL('/')
  const [callback = ''] = callbacks
  expect(callback).toContain('code=')
  await page.context().clearCookies({ name: 'berth-session' })
  for (const visitor of [page, await newPage(browser)]) {
    await visitor.goto(callback)
    await expect(visitor).toHaveURL(/\/sign-in\?/)
    await expect(visitor.getByText(/could not be verified/)).toBeVisible()
  }
})

test('an address can’t make the sign-in page say what it wants', async ({ browser }) => {
  const page = await newPage(browser)
  await page.goto('/sign-in?error=Call%20555-0100%20now&callbackUrl=https://evil.example')
  await expect(page.getByText('Signing in did not work. Try again.')).toBeVisible()
  await expect(page.getByText('555-0100')).toHaveCount(0)
  await signIn(page, COMPANY, 'Ada Admin')
  await expect(page).toHaveURL('/')
})

test('a provider that can’t be reached is said to be so', async ({ browser }) => {
  await portal.issuer.close()
  const page = await newPage(browser)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: COMPANY }).click()
  await expect(page.getByText(/cannot be reached right now/)).toBeVisible()
  await expect(page.getByRole('button', { name: COMPANY })).toBeEnabled()
})
