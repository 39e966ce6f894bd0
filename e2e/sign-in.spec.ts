import { expect, type Page } from '@playwright/test'
import { alive } from './support/alive.ts'
import { choosePerson, type Person, signInAs } from './support/sign-in.ts'
import { test } from './support/test.ts'

/** What a tab keeps for itself. */
const kept = (tab: Page) => tab.evaluate(() => JSON.stringify(sessionStorage))

test('whoever isn’t signed in is sent to sign in, and then to the page that they asked for', async ({
  page,
}) => {
  await page.goto('/clusters?labelSelector=gpu%3Dtrue&sort=-name')
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/)
  await choosePerson(page, 'Rita Reader')
  await expect(page).toHaveURL('/clusters?labelSelector=gpu%3Dtrue&sort=-name')
  await expect(page.getByRole('heading', { level: 1, name: 'Clusters' })).toBeVisible()
})

test('a demo leads from each name of this machine to the one that it signs in at', async ({
  page,
  baseURL,
}) => {
  const alias = new URL('/clusters?sort=-name', baseURL)
  alias.hostname = '127.0.0.1'
  await page.goto(alias.href)
  await choosePerson(page, 'Rita Reader')
  await expect(page).toHaveURL(`${baseURL}/clusters?sort=-name`)
})

test('signing in leads to no other site', async ({ page, baseURL }) => {
  for (const target of [
    'https://example.com/',
    '//example.com',
    '/\\example.com',
    'javascript:1',
  ]) {
    await page.context().clearCookies()
    await page.goto(`/sign-in?callbackUrl=${encodeURIComponent(target)}`)
    await choosePerson(page, 'Rita Reader')
    await expect(page, target).toHaveURL(`${baseURL}/`)
  }
})

test('signing out ends the session, and forgets what was typed and not saved', async ({ page }) => {
  await signInAs(page, 'Ada Admin')
  await page.goto('/policies/new')
  await page.getByLabel('Name', { exact: true }).fill('half-typed')
  await expect.poll(() => kept(page)).toContain('half-typed')
  await page.getByRole('button', { name: 'Ada Admin' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Berth' })).toBeVisible()
  expect(await kept(page)).not.toContain('half-typed')
  await page.goto('/teams')
  await expect(page).toHaveURL(/\/sign-in/)
  await choosePerson(page, 'Rita Reader')
  await expect(page.getByRole('heading', { level: 1, name: 'Teams' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rita Reader' })).toBeVisible()
})

test('signing out forgets what was typed in other tabs, too', async ({ page }) => {
  await signInAs(page, 'Ada Admin')
  await page.goto('/teams')
  const [open, away] = [
    alive(await page.context().newPage()),
    alive(await page.context().newPage()),
  ]
  for (const tab of [open, away]) {
    await tab.goto('/policies/new')
    await tab.getByLabel('Name', { exact: true }).fill('half-typed')
    await expect.poll(() => kept(tab)).toContain('half-typed')
  }
  await away.goto('about:blank')
  await page.getByRole('button', { name: 'Ada Admin' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Berth' })).toBeVisible()
  await expect.poll(() => kept(open)).not.toContain('half-typed')
  await away.goto('/policies/new')
  await expect(away).toHaveURL(/\/sign-in/)
  await expect.poll(() => kept(away)).not.toContain('half-typed')
})

const badges: Readonly<Record<Person, string>> = {
  'Ada Admin': 'Admin',
  'Cory Contributor': 'Contributor',
  'Ines of ieb': 'Contributor: ieb',
  'Rita Reader': 'Read-only',
  'Nils Newcomer': 'No role',
}

for (const person of [
  'Ada Admin',
  'Cory Contributor',
  'Ines of ieb',
  'Rita Reader',
  'Nils Newcomer',
] as const) {
  test(`${person} sees what their role is`, async ({ pageAs }) => {
    const page = await pageAs(person)
    await page.goto('/teams')
    const badge = page.getByRole('banner').getByText(badges[person], { exact: true })
    await expect(badge).toBeVisible()
  })
}

test('a member of one team sees that team’s applications and no other’s', async ({ pageAs }) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/applications')
  await expect(page.getByRole('link', { name: 'app1', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'terminal', exact: true })).toHaveCount(0)
  const answer = await page.goto('/applications/payments/terminal')
  expect(answer?.status()).toBe(404)
})

test('the cookie of a session is small, and no script can read it', async ({ page, context }) => {
  await signInAs(page, 'Ines of ieb')
  const cookie = (await context.cookies()).find(({ name }) => name === 'berth-session')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(cookie!.value.length).toBeLessThan(500)
})
