// Two tenants with objects of the same names, and in each a person for each role. They sign in at a real issuer that behaves
// like Microsoft Entra ID.
import { type Browser, expect, type Page } from '@playwright/test'
import { browse } from '#lib/adapters/identity/testing/sign-in.ts'
import { ageRights } from '../scripts/testing/owner-database.ts'
import {
  ENTRA_TENANTS,
  markOf,
  ownTeamOf,
  startTwinTenants,
  STRANGE_ENTRA_TENANT,
  type TenantName,
  type TwinTenants,
} from '../scripts/testing/twin-tenants.ts'
import { alive, untilAlive } from './support/alive.ts'
import { expectSaved, nameField } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

let portal: TwinTenants
test.beforeAll(async () => {
  portal = await startTwinTenants()
})
test.afterAll(() => portal.stop())

const TENANTS = ['default', 'other'] as const
const otherOf = (tenant: TenantName) => (tenant === 'default' ? 'other' : 'default')

const ROLES = {
  Ada: 'Admin',
  Cory: 'Contributor',
  Rita: 'Read-only',
  Tess: 'Contributor: shop',
} as const
type Person = keyof typeof ROLES

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url })
  return alive(await context.newPage())
}

const providerButton = (page: Page, tenant: TenantName) =>
  page.getByRole('button', { name: `Sign in with Microsoft: ${tenant}`, exact: true })

/** Opens a page that needs a session, signs in, and ends on that page. */
async function signIn(page: Page, tenant: TenantName, name: string, path = '/'): Promise<void> {
  await page.goto(path)
  await expect(page).toHaveURL(/\/sign-in/)
  await providerButton(page, tenant).click()
  await expect(page).toHaveURL(new RegExp(`^${portal.authority.origin}/${ENTRA_TENANTS[tenant]}/`))
  await page.getByRole('button', { name }).click()
  await page.waitForURL(`${portal.url}${path}`)
  await untilAlive(page)
}

const pages = new Map<string, Page>()

async function signedIn(browser: Browser, tenant: TenantName, person: Person): Promise<Page> {
  const name = `${person} of ${tenant}`
  const page = pages.get(name) ?? (await newPage(browser))
  if (!pages.has(name)) await signIn(page, tenant, name, '/clusters/edge-01')
  pages.set(name, page)
  return page
}

const badgeOf = (page: Page, word: string) =>
  page.getByRole('banner').getByText(word, { exact: true })

/** Requests with the page's session but outside of the page. */
async function read({ request }: Page, path: string, accept = 'text/html') {
  const answer = await request.get(path, { headers: { accept } })
  return { status: answer.status(), text: await answer.text() }
}

const SHARED_PLACES = [
  '/',
  '/applications',
  '/applications/shop/web',
  '/clusters',
  '/policies',
  '/policies/web-to-east',
  '/teams',
  '/placements',
  '/placements/shop/web/edge-01',
  '/changes',
  '/history',
  '/team-requests',
  '/settings/tokens',
  '/api/v1/me',
  '/api/v1/applications',
  '/api/v1/clusters',
  '/api/v1/teams',
  '/api/v1/target-policies',
  '/api/v1/placements',
  '/api/v1/history',
  '/api/v1/changes',
  '/api/v1/label-values?kind=application&key=name',
]
const TENANT_PLACES = ['/audit', '/settings/access', '/settings/repository', '/api/v1/people']

const ownPlacesOf = (tenant: TenantName) => {
  const team = ownTeamOf(tenant)
  return [
    `/teams/${team}`,
    `/applications/${team}/web`,
    `/placements/${team}/web/edge-01`,
    `/api/v1/teams/${team}`,
    `/api/v1/applications/${team}/web`,
  ]
}

/** Expects that all places show only the person's tenant, and that the other tenant's addresses lead nowhere. */
async function expectWalls(page: Page, tenant: TenantName, places: readonly string[]) {
  const other = otherOf(tenant)
  for (const place of places) {
    const { status, text } = await read(page, place)
    expect([place, status]).toEqual([place, 200])
    for (const alien of [markOf(other), ownTeamOf(other), ENTRA_TENANTS[other], `of ${other}`]) {
      expect(text.includes(alien), `${place} tells of ${alien}`).toBe(false)
    }
  }
  for (const place of ownPlacesOf(other)) {
    expect([place, (await read(page, place)).status]).toEqual([place, 404])
  }
}

async function describe(page: Page, path: string, text: string) {
  await page.goto(`${path}/edit`)
  await page.getByLabel('Description').fill(text)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
}

async function expectNoForm(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByText('You may not change this')).toBeVisible()
  await expect(page.getByRole('button', { name: /Save|Create/ })).toHaveCount(0)
}

/** Sends what a form would send, for people who aren't shown the form. */
async function statusOfWrite(page: Page, method: string, path: string, data?: object) {
  const headers = { origin: portal.url, 'if-match': '*' }
  const answer = await page.request.fetch(`/api/v1${path}`, { method, headers, data })
  return answer.status()
}

for (const tenant of TENANTS) {
  const note = `${markOf(tenant)}, written in a form`

  for (const person of ['Ada', 'Cory', 'Rita', 'Tess'] as const) {
    test(`${person} of ${tenant} comes back to the page that they asked for, with the role that they have`, async ({
      browser,
    }) => {
      const page = await signedIn(browser, tenant, person)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('edge-01')
      await expect(badgeOf(page, ROLES[person])).toBeVisible()
      await expect(badgeOf(page, tenant)).toBeVisible()
      await expect(page.getByText(markOf(tenant)).first()).toBeVisible()
      if (person === 'Ada') {
        await expectWalls(page, tenant, [
          ...SHARED_PLACES,
          ...TENANT_PLACES,
          ...ownPlacesOf(tenant),
        ])
      }
      // Who sees little of a tenant has pages of another shape; others see what an admin sees.
      if (person === 'Tess') await expectWalls(page, tenant, SHARED_PLACES)
    })
  }

  test(`an admin of ${tenant} makes a team by a form, in that tenant alone`, async ({
    browser,
  }) => {
    const page = await signedIn(browser, tenant, 'Ada')
    await page.goto('/teams/new')
    await nameField(page).fill(`new-of-${tenant}`)
    await page.getByRole('button', { name: 'Create' }).click()
    await expectSaved(page)
    const headers = { authorization: `Bearer ${portal.tokens[otherOf(tenant)]}` }
    const path = `${portal.url}/api/v1/teams/new-of-${tenant}`
    expect((await fetch(path, { headers })).status).toBe(404)
  })

  test(`a contributor of ${tenant} changes applications, and neither teams nor roles`, async ({
    browser,
  }) => {
    const page = await signedIn(browser, tenant, 'Cory')
    await describe(page, '/applications/bank/web', note)
    await expectNoForm(page, '/teams/new')
    expect(await statusOfWrite(page, 'POST', '/teams', { name: 'sneaked' })).toBe(403)
    const grant = { source: 'role', value: 'Fleet.Contributor', role: 'admin' }
    expect(await statusOfWrite(page, 'POST', '/role-grants', grant)).toBe(403)
  })

  test(`an auditor of ${tenant} changes nothing`, async ({ browser }) => {
    const page = await signedIn(browser, tenant, 'Rita')
    await expectNoForm(page, '/applications/shop/web/edit')
    await expectNoForm(page, '/teams/new')
    expect(await statusOfWrite(page, 'DELETE', '/applications/shop/web')).toBe(403)
  })

  test(`who is in a team of ${tenant} changes what is the team’s, and sees no other team’s`, async ({
    browser,
  }) => {
    const page = await signedIn(browser, tenant, 'Tess')
    await describe(page, '/applications/shop/web', note)
    for (const path of ['/applications/bank/web', '/applications/bank/web/edit', '/teams/bank']) {
      expect([path, (await read(page, path)).status]).toEqual([path, 404])
    }
    await expectNoForm(page, '/clusters/new')
    expect(await statusOfWrite(page, 'DELETE', '/applications/bank/web')).toBe(404)
  })
}

test('signing out ends it, in the one tenant as in the other', async ({ browser }) => {
  for (const tenant of TENANTS) {
    const page = await newPage(browser)
    await signIn(page, tenant, `Rita of ${tenant}`)
    await page.getByRole('button', { name: `Rita of ${tenant}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(providerButton(page, otherOf(tenant))).toBeVisible()
    expect((await read(page, '/api/v1/me')).status).toBe(401)
  }
})

test('one browser is in one tenant at a time: the one that it signed in to last', async ({
  browser,
}) => {
  const page = await newPage(browser)
  await signIn(page, 'default', 'Ada of default')
  const before = await page.context().cookies()
  await page.context().clearCookies({ name: 'berth-session' })
  await signIn(page, 'other', 'Rita of other')
  await expect(badgeOf(page, ROLES.Rita)).toBeVisible()
  await expectWalls(page, 'other', ['/', '/teams', '/audit'])
  await page.context().addCookies(before)
  await expectWalls(page, 'default', ['/', '/teams', '/audit'])
})

test('a group and an app role that are taken away are gone once ten minutes have passed', async ({
  browser,
}) => {
  const cory = await signedIn(browser, 'default', 'Cory')
  const tess = await signedIn(browser, 'other', 'Tess')
  for (const [tenant, account] of [
    ['default', 'cory'],
    ['other', 'tess'],
  ] as const) {
    const { accounts } = portal.authority.issuerOf(ENTRA_TENANTS[tenant])
    accounts.set(account, { ...accounts.get(account), groups: [], roles: [] })
  }
  await ageRights(portal.directory, 10)
  for (const page of [cory, tess]) {
    await page.goto('/')
    await expect(badgeOf(page, 'No role')).toBeVisible()
    expect((await read(page, '/api/v1/applications/shop/web')).status).toBe(404)
    expect(await statusOfWrite(page, 'DELETE', '/applications/shop/web')).toBe(404)
  }
})

test('who is of a tenant that is none here finds no way in by its own issuer', async ({
  browser,
}) => {
  const page = await newPage(browser)
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Sign in with' })).toHaveCount(2)
  // A stranger takes the request for the tenant's issuer to their own issuer and comes back with its answer.
  const { origin } = portal.authority
  await page.route(`${origin}/${ENTRA_TENANTS.default}/v2.0/auth?*`, (route) =>
    route.fulfill({
      status: 302,
      headers: {
        location: route.request().url().replace(ENTRA_TENANTS.default, STRANGE_ENTRA_TENANT),
      },
    }),
  )
  await providerButton(page, 'default').click()
  await page.getByRole('button', { name: 'Mallory of nowhere' }).click()
  await expect(page).toHaveURL(/\/sign-in\?/)
  await expect(page.getByText(/could not be verified/)).toBeVisible()
  expect((await read(page, '/api/v1/me')).status).toBe(401)
  const answer = await page.goto(`/api/auth/signin/${STRANGE_ENTRA_TENANT}`)
  expect(answer?.url()).toMatch(/\/sign-in/)
  expect((await read(page, '/api/v1/me')).status).toBe(401)
})

test('an answer that was made for one browser signs in no other, though nobody has used it', async ({
  browser,
}) => {
  const page = await newPage(browser)
  let asked = ''
  await page.route(`${portal.authority.origin}/**`, (route) => {
    asked = route.request().url()
    return route.abort()
  })
  await page.goto('/sign-in')
  await providerButton(page, 'default').click()
  await expect(() => expect(asked).toContain('code_challenge=')).toPass()
  const { callback } = await browse(asked, 'ada')
  const victim = await newPage(browser)
  await victim.goto('/sign-in')
  // So that the victim's browser waits for an answer to its own sign-in.
  await providerButton(victim, 'default').click()
  await expect(victim.getByRole('button', { name: 'Ada of default' })).toBeVisible()
  await victim.goto(callback.href)
  await expect(victim).toHaveURL(/\/sign-in\?/)
  await expect(victim.getByText(/could not be verified/)).toBeVisible()
  expect((await read(victim, '/api/v1/me')).status).toBe(401)
  await page.goto(callback.href)
  await expect(badgeOf(page, ROLES.Ada)).toBeVisible()
})
