// A new person asks for a team, and an admin answers.
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFitPhone } from './support/accessible.ts'
import { expectSaved, impactOf, nameField } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial', timeout: 300_000 })

const PURPOSE = 'Runs the kiosks in all stores of the island.'
const GROUP = '6f1f9f0e-0000-4000-8000-00000000000a'

test.use({ changesFleet: true })

async function askFor(page: Page, name: string) {
  await page.goto('/team-requests/new')
  await nameField(page).fill(name)
  await page.getByLabel('Purpose').fill(PURPOSE)
  await page.getByLabel('Id of group 1').fill(GROUP)
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page).toHaveURL(/\/team-requests$/)
}

test('whoever has no role finds the way to a team, and nothing else', async ({ pageAs }) => {
  const page = await pageAs('Nils Newcomer')
  for (const path of ['/', '/teams', '/clusters/east-nsw-newcastle-01', '/policies/new']) {
    await page.goto(path)
    await expect(page.getByText('You have no role here')).toBeVisible()
    await expect(page.getByText('east-nsw-newcastle-01')).toHaveCount(0)
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ask for a team' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask for a team')
  await page.getByRole('link', { name: 'Team requests' }).first().click()
  await expect(page.getByText('You have not asked yet')).toBeVisible()
  await expectAccessible(page)
})

test('a form says at once what a request can’t have, and sends what it can', async ({ pageAs }) => {
  const page = await pageAs('Nils Newcomer')
  await page.goto('/team-requests/new')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByText('Say what the team is for').first()).toBeVisible()
  await page.getByLabel('Purpose').fill(PURPOSE)
  await nameField(page).fill('ieb')
  await expect(page.getByText('There is a team of that name already.')).toBeVisible()
  await nameField(page).fill('kube-system')
  await expect(page.getByText('The name is reserved')).toBeVisible()
  await expectAccessible(page)
  await expectToFitPhone(page)
  await nameField(page).fill('kiosk')
  await page.getByLabel('Id of group 1').fill('Kiosk "people"')
  await expect(page.getByText('A group is named by its id')).toBeVisible()
  await page.getByLabel('Id of group 1').fill(GROUP)
  await expect(page.getByText('A group is named by its id')).toHaveCount(0)
  await page.getByLabel('Needs some clusters only').check()
  const mode = page.getByRole('group', { name: 'How to write: Clusters that it needs' })
  await mode.getByRole('button', { name: 'Text' }).click()
  await page.getByRole('textbox', { name: 'Clusters that it needs as text' }).fill('region=east')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page).toHaveURL(/\/team-requests$/)
  await page.getByRole('link', { name: 'kiosk' }).click()
  await expect(page.getByText('region=east')).toBeVisible()
  await expect(page.getByText('An admin of the tenant decides')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decline' })).toHaveCount(0)
  await expectAccessible(page)
  await expectToFitPhone(page)
})

test('an admin edits what was asked for, sees what it does, and approves', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/team-requests')
  await expect(page.getByRole('link', { name: 'Team requests 1 open' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'kiosk' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team kiosk')
  await expect(page.getByText(PURPOSE)).toBeVisible()
  await expect(impactOf(page)).toContainText('No placement')
  await expectAccessible(page)
  await expectToFitPhone(page)
  await nameField(page).fill('kube-system')
  await expect(page.getByText('The name is reserved').first()).toBeVisible()
  await nameField(page).fill('kiosks')
  await page.getByLabel('Reason').fill('Welcome')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expectSaved(page)
  const asker = await pageAs('Nils Newcomer')
  await asker.goto('/team-requests')
  await asker.getByRole('link', { name: 'kiosk' }).click()
  await expect(asker.getByText('Approved').first()).toBeVisible()
  await expect(asker.getByText('Welcome')).toBeVisible()
})

test('an admin declines with a reason, and the asker withdraws another', async ({ pageAs }) => {
  const asker = await pageAs('Nils Newcomer')
  await askFor(asker, 'second')
  await askFor(asker, 'third')
  const page = await pageAs('Ada Admin')
  await page.goto('/team-requests?state=open')
  await page.getByRole('link', { name: 'second' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog.getByText('Say why: the asker reads it.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('The kiosks have a team.')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('The kiosks have a team.')).toBeVisible()
  await asker.getByRole('link', { name: 'third' }).click()
  await asker.getByRole('button', { name: 'Withdraw' }).click()
  await asker.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(asker.getByText('Withdrawn').first()).toBeVisible()
  await asker.goto('/team-requests?state=declined')
  await asker.getByRole('link', { name: 'second' }).click()
  await expect(asker.getByText('The kiosks have a team.')).toBeVisible()
})

test('the auditor reads what was asked for, and is told who decides', async ({ pageAs }) => {
  await askFor(await pageAs('Nils Newcomer'), 'fourth')
  const page = await pageAs('Rita Reader')
  await page.goto('/team-requests')
  await page.getByRole('link', { name: 'fourth' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team fourth')
  await expect(page.getByText(PURPOSE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
  for (const name of ['Approve', 'Decline']) {
    const button = page.getByRole('button', { name })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(/^Only admins may .* would allow it\.$/)
  }
})
