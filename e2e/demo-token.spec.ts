import { expect, type Locator, type Page } from '@playwright/test'
import { freePort } from '#db/testing/free-port.ts'
import { demoGroup } from '#lib/demo/groups.ts'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { call } from './support/call.ts'
import { impactOf, nameField } from './support/forms.ts'
import { type Portal, startPortal } from './support/portal.ts'
import { choosePerson } from './support/sign-in.ts'
import { test } from './support/test.ts'

// Has its own portal, which has no fleet and can be reached from other machines.
test.describe.configure({ mode: 'serial' })

let portal: Portal

test.beforeAll(async () => {
  portal = await startPortal(await freePort(), { HOST: '0.0.0.0' }, ['--empty'])
})

test.afterAll(() => portal.stop())

/** From the sign-in page to the demo's provider, where an account is chosen. */
async function goToProvider(page: Page): Promise<Locator> {
  await page.goto(`${portal.url}/sign-in`)
  await page.getByRole('button', { name: 'Sign in with the demo' }).click()
  return page.getByLabel('A token of an admin')
}

test('a demo that others can reach asks for a token, and takes no wrong one', async ({ page }) => {
  await (await goToProvider(page)).fill(`berth_${'x'.repeat(43)}`)
  await choosePerson(page, 'Ada Admin')
  await expect(page).toHaveURL(/\/sign-in\?/)
  await expect(page.getByText('You did not finish signing in')).toBeVisible()
})

test('with the token that the demo printed, people sign in to an empty tenant, and set it up step by step', async ({
  page,
}) => {
  await (await goToProvider(page)).fill(portal.token)
  await choosePerson(page, 'Ada Admin')
  await expect(page.getByRole('region', { name: 'Set up for real' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Explore with demo data' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await page.goto(`${portal.url}/clusters`)
  await expect(page.getByText('No clusters yet')).toBeVisible()

  // The first step leads to its form, and is done once the cluster is there: whoever comes back sees what is left.
  await page.goto(portal.url)
  await page.getByRole('link', { name: 'New cluster' }).click()
  await nameField(page).fill('first-one')
  await expect(impactOf(page)).toContainText('No placement')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(/first-one/)
  const guide = page.getByRole('region', { name: 'Set up this tenant' })
  // The first publication makes the repository, too.
  await expect(async () => {
    await page.goto(portal.url)
    await expect(guide).toContainText('2 of 6 done')
  }).toPass()
  await expect(guide).toContainText(/first-one was saved, \d{2}:\d{2} UTC/)
  await expect(guide).toContainText(/Branch main was written, \d{2}:\d{2} UTC/)
  await expect(guide.getByRole('link', { name: 'Connect first-one' })).toHaveAttribute(
    'href',
    '/clusters/first-one?tab=onboarding',
  )
  await expectAccessibleInBothThemes(page)

  // Put away by keyboard it stays away, until it is asked for again.
  await guide.getByRole('button', { name: 'Hide' }).press('Enter')
  await page.reload()
  await expect(guide).toHaveCount(0)
  await page.getByRole('button', { name: /^Show the steps of setting up/ }).press('Enter')
  await expect(guide).toBeVisible()
})

test('empty lists of teams and of clusters lead whoever can’t create one to asking for it', async ({
  page,
}) => {
  await call(portal, 'DELETE', '/clusters/first-one')
  await (await goToProvider(page)).fill(portal.token)
  await choosePerson(page, 'Rita Reader')
  await page.goto(`${portal.url}/teams`)
  await expect(page.getByText('No teams yet')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Ask for a team' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask for a team')

  const groups = [{ id: demoGroup.ieb, role: 'contributor' }]
  await call(portal, 'POST', '/teams', { name: 'early', groups })
  await page.context().clearCookies()
  await (await goToProvider(page)).fill(portal.token)
  await choosePerson(page, 'Ines of ieb')
  await page.goto(`${portal.url}/clusters`)
  await expect(page.getByText('No clusters yet')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await page.getByRole('link', { name: 'Ask for a cluster for early' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask for more for early')
  await expect(page.getByRole('radio', { name: /^A cluster/ })).toBeChecked()
})
