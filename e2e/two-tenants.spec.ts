// Two tenants with objects of the same names, and in each a person for each role. They sign in at a real issuer that behaves
// like Microsoft Entra ID.
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
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
import { beginSignIn } from './support/sign-in.ts'
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

/** What somebody's browser sends and keeps, without a page: what the server says of tenants needs no script. */
const visitors = new Map<string, APIRequestContext>()

async function visitorOf(browser: Browser, tenant: TenantName, person: Person) {
  const name = `${person} of ${tenant}`
  const known = visitors.get(name)
  if (known) return known
  const { request } = await browser.newContext({ baseURL: portal.url })
  const chooser = await request.get(await beginSignIn(request, ENTRA_TENANTS[tenant]))
  const account = person.toLowerCase()
  const answer = await request.post(chooser.url(), { form: { account } })
  expect(answer.url()).toBe(`${portal.url}/api/v1/me`)
  visitors.set(name, request)
  return request
}

const badgeOf = (page: Page, word: string) =>
  page.getByRole('banner').getByText(word, { exact: true })

/** The texts of the bar at the top of a page as the server sends it. */
function bannerOf(html: string): readonly string[] {
  const [banner = ''] = /<header.*?<\/header>/s.exec(html) ?? []
  return banner.replaceAll('<!-- -->', '').split(/(?:<[^>]*>)+/)
}

async function read(request: APIRequestContext, path: string) {
  const answer = await request.get(path, { headers: { accept: 'text/html' } })
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
async function expectWalls(
  visitor: APIRequestContext,
  tenant: TenantName,
  places: readonly string[],
) {
  const other = otherOf(tenant)
  for (const place of places) {
    const { status, text } = await read(visitor, place)
    expect([place, status]).toEqual([place, 200])
    for (const alien of [markOf(other), ownTeamOf(other), ENTRA_TENANTS[other], `of ${other}`]) {
      expect(text.includes(alien), `${place} tells of ${alien}`).toBe(false)
    }
  }
  for (const place of ownPlacesOf(other)) {
    expect([place, (await read(visitor, place)).status]).toEqual([place, 404])
  }
}

async function expectNoForm(visitor: APIRequestContext, path: string) {
  const { text } = await read(visitor, path)
  expect(text).toContain('You may not change this')
  expect(text).not.toContain('</form>')
}

/** Sends what a form would send, for people who aren't shown the form. */
async function statusOfWrite(
  visitor: APIRequestContext,
  method: string,
  path: string,
  data?: object,
) {
  const headers = { origin: portal.url, 'if-match': '*' }
  const answer = await visitor.fetch(`/api/v1${path}`, { method, headers, data })
  return answer.status()
}

for (const tenant of TENANTS) {
  for (const person of ['Ada', 'Cory', 'Rita', 'Tess'] as const) {
    test(`${person} of ${tenant} has the role that they have there, and sees that tenant alone`, async ({
      browser,
    }) => {
      const visitor = await visitorOf(browser, tenant, person)
      const { text } = await read(visitor, '/clusters/edge-01')
      expect(bannerOf(text)).toEqual(expect.arrayContaining([ROLES[person], tenant]))
      expect(text).toContain(markOf(tenant))
      if (person === 'Ada') {
        await expectWalls(visitor, tenant, [
          ...SHARED_PLACES,
          ...TENANT_PLACES,
          ...ownPlacesOf(tenant),
        ])
      }
      // Who sees little of a tenant has pages of another shape; others see what an admin sees.
      if (person === 'Tess') await expectWalls(visitor, tenant, SHARED_PLACES)
    })
  }

  test(`a contributor of ${tenant} changes neither teams nor roles`, async ({ browser }) => {
    const visitor = await visitorOf(browser, tenant, 'Cory')
    await expectNoForm(visitor, '/teams/new')
    expect(await statusOfWrite(visitor, 'POST', '/teams', { name: 'sneaked' })).toBe(403)
    const grant = { source: 'role', value: 'Fleet.Contributor', role: 'admin' }
    expect(await statusOfWrite(visitor, 'POST', '/role-grants', grant)).toBe(403)
  })

  test(`an auditor of ${tenant} changes nothing`, async ({ browser }) => {
    const visitor = await visitorOf(browser, tenant, 'Rita')
    await expectNoForm(visitor, '/applications/shop/web/edit')
    await expectNoForm(visitor, '/teams/new')
    expect(await statusOfWrite(visitor, 'DELETE', '/applications/shop/web')).toBe(403)
  })

  test(`who is in a team of ${tenant} sees and changes no other team’s`, async ({ browser }) => {
    const visitor = await visitorOf(browser, tenant, 'Tess')
    for (const path of ['/applications/bank/web', '/applications/bank/web/edit', '/teams/bank']) {
      expect([path, (await read(visitor, path)).status]).toEqual([path, 404])
    }
    await expectNoForm(visitor, '/clusters/new')
    expect(await statusOfWrite(visitor, 'DELETE', '/applications/bank/web')).toBe(404)
  })
}

test('who signs in comes back to the page that they asked for, and writes by forms in their tenant alone', async ({
  browser,
}) => {
  const page = await newPage(browser)
  await signIn(page, 'other', 'Ada of other', '/clusters/edge-01')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('edge-01')
  await page.goto('/teams/new')
  await nameField(page).fill('new-of-other')
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)
  for (const [tenant, status] of [
    ['other', 200],
    ['default', 404],
  ] as const) {
    const headers = { authorization: `Bearer ${portal.tokens[tenant]}` }
    const answer = await fetch(`${portal.url}/api/v1/teams/new-of-other`, { headers })
    expect([tenant, answer.status]).toEqual([tenant, status])
  }
})

test('a contributor changes each team’s applications by a form, and who is in a team its own', async ({
  browser,
}) => {
  for (const [person, path] of [
    ['Cory', '/applications/bank/web'],
    ['Tess', '/applications/shop/web'],
  ] as const) {
    const page = await newPage(browser)
    await signIn(page, 'other', `${person} of other`, `${path}/edit`)
    await page.getByLabel('Description').fill(`${markOf('other')}, written in a form`)
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSaved(page)
  }
})

test('signing out ends it, in the one tenant as in the other', async ({ browser }) => {
  for (const tenant of TENANTS) {
    const page = await newPage(browser)
    await signIn(page, tenant, `Rita of ${tenant}`)
    await page.getByRole('button', { name: `Rita of ${tenant}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(providerButton(page, otherOf(tenant))).toBeVisible()
    expect((await read(page.request, '/api/v1/me')).status).toBe(401)
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
  await expectWalls(page.request, 'other', ['/', '/teams', '/audit'])
  await page.context().addCookies(before)
  await expectWalls(page.request, 'default', ['/', '/teams', '/audit'])
})

test('a group and an app role that are taken away are gone once ten minutes have passed', async ({
  browser,
}) => {
  const cory = await visitorOf(browser, 'default', 'Cory')
  const tess = await visitorOf(browser, 'other', 'Tess')
  for (const [tenant, account] of [
    ['default', 'cory'],
    ['other', 'tess'],
  ] as const) {
    const { accounts } = portal.authority.issuerOf(ENTRA_TENANTS[tenant])
    accounts.set(account, { ...accounts.get(account), groups: [], roles: [] })
  }
  await ageRights(portal.directory, 10)
  for (const visitor of [cory, tess]) {
    expect(bannerOf((await read(visitor, '/')).text)).toContain('No role')
    expect((await read(visitor, '/api/v1/applications/shop/web')).status).toBe(404)
    expect(await statusOfWrite(visitor, 'DELETE', '/applications/shop/web')).toBe(404)
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
  expect((await read(page.request, '/api/v1/me')).status).toBe(401)
  const answer = await page.goto(`/api/auth/signin/${STRANGE_ENTRA_TENANT}`)
  expect(answer?.url()).toMatch(/\/sign-in/)
  expect((await read(page.request, '/api/v1/me')).status).toBe(401)
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
  expect((await read(victim.request, '/api/v1/me')).status).toBe(401)
  await page.goto(callback.href)
  await expect(badgeOf(page, ROLES.Ada)).toBeVisible()
})
