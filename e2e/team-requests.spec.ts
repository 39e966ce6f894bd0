// A new person asks for a team, and an admin answers.
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectToFitPhone, WITH_SHELL } from './support/accessible.ts'
import { demoGroup } from '#lib/demo/groups.ts'
import { expectSaved, impactOf, nameField } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial', timeout: 300_000 })

const PURPOSE = 'Runs the kiosks in all stores of the island.'
/** One that the newcomer isn't in. */
const GROUP = '6f1f9f0e-0000-4000-8000-00000000000a'

const PHONE = { width: 390, height: 844 }

test.use({ changesFleet: true })

async function askFor(page: Page, name: string) {
  await page.goto('/team-requests/new')
  await nameField(page).fill(name)
  await page.getByLabel('Purpose').fill(PURPOSE)
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page).toHaveURL(/\/team-requests$/)
}

async function addGroup(page: Page, id: string) {
  await page.getByRole('button', { name: 'Add a group' }).click()
  await page.getByLabel('Id of group 1').fill(id)
}

test('whoever has no role finds the way to a team, and nothing else', async ({ pageAs }) => {
  const page = await pageAs('Nils Newcomer')
  for (const path of ['/', '/teams', '/clusters/east-nsw-newcastle-01', '/policies/new']) {
    await page.goto(path)
    await expect(page.getByText('You have no role here')).toBeVisible()
    await expect(page.getByText('east-nsw-newcastle-01')).toHaveCount(0)
  }
  await expectAccessible(page, WITH_SHELL)
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
  await expect(page.getByText('There is a team ieb already. To join it, ask an admin')).toHaveCount(
    1,
  )
  await nameField(page).fill('kube-system')
  await expect(page.getByText('The name is reserved')).toBeVisible()
  await expectAccessible(page)
  await expectToFitPhone(page)
  await nameField(page).fill('kiosk')
  const own = page.getByRole('checkbox', { name: demoGroup.newcomers })
  await expect(own).toBeChecked()
  await own.uncheck()
  await expect(page.getByText('Name a group: only members')).toBeVisible()
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(own).toBeFocused()
  await expectAccessible(page)
  await addGroup(page, 'Kiosk "people"')
  await expect(page.getByText('A group is named by its id')).toBeVisible()
  await page.getByLabel('Id of group 1').fill(GROUP)
  await expect(page.getByText('A group is named by its id')).toHaveCount(0)
  await expect(page.getByText('you will not act for the team yourself')).toBeVisible()
  await page.getByLabel('Needs some clusters only').check()
  const mode = page.getByRole('group', { name: 'How to write: Clusters that it needs' })
  await mode.getByRole('button', { name: 'Text' }).click()
  await page.getByRole('textbox', { name: 'Clusters that it needs as text' }).fill('region=east')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page).toHaveURL(/\/team-requests$/)
  await page.getByRole('link', { name: 'kiosk' }).click()
  await expect(page.getByText('region=east')).toBeVisible()
  await expect(page.getByText('An admin of the tenant decides')).toBeVisible()
  await expect(page.getByText('so you would not see team kiosk')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decline' })).toHaveCount(0)
  await expectAccessible(page)
  await expectToFitPhone(page)
})

test('a request waits in the inbox of whoever settles it', async ({ pageAs }) => {
  const asker = await pageAs('Nils Newcomer')
  await asker.goto('/team-requests')
  await asker.getByRole('button', { name: 'Inbox, nothing waiting' }).press('Enter')
  await expect(asker.getByRole('dialog', { name: 'What waits for you' })).toHaveText(/Nothing\.$/)
  const page = await pageAs('Ada Admin')
  await page.goto('/teams')
  await page.getByRole('button', { name: 'Inbox, 1 waiting' }).press('Enter')
  const inbox = page.getByRole('dialog', { name: 'What waits for you' })
  await expectAccessible(page, WITH_SHELL)
  await inbox.getByRole('link', { name: 'Nils Newcomer asks for team kiosk' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team kiosk')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Waits for you' })).toContainText('team kiosk')
})

test('an admin edits what was asked for, is warned that the asker stays outside, and approves', async ({
  pageAs,
}) => {
  const waiting = await pageAs('Nils Newcomer')
  await waiting.clock.install()
  await waiting.goto('/team-requests')
  await waiting.getByRole('link', { name: 'kiosk' }).click()
  await expect(waiting.getByText('The answer will stand here')).toBeVisible()
  const page = await pageAs('Ada Admin')
  await page.goto('/team-requests')
  await expect(page.getByRole('link', { name: 'Team requests 1 open' })).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'JSON' })).toHaveAttribute(
    'href',
    '/api/v1/team-requests?format=json&all=true',
  )
  await page.keyboard.press('Escape')
  await expectAccessible(page, WITH_SHELL)
  await page.getByRole('link', { name: 'kiosk' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team kiosk')
  await expect(page.getByText(PURPOSE)).toBeVisible()
  await expect(impactOf(page)).toContainText('No placement')
  await expectAccessible(page)
  await expectToFitPhone(page)
  await nameField(page).fill('kube-system')
  await expect(page.getByText('The name is reserved').first()).toBeVisible()
  await nameField(page).fill('kiosks')
  await expect(page.getByLabel('Description')).toHaveValue(PURPOSE)
  await expect(page.getByText('Nils Newcomer would not see this team')).toBeVisible()
  await expect(impactOf(page)).toContainText(`Add one of theirs: "${demoGroup.newcomers}"`)
  await page.getByLabel('Reason').fill('Welcome')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expectSaved(page)
  const asker = await pageAs('Nils Newcomer')
  await asker.goto('/team-requests')
  await asker.getByRole('button', { name: /^Inbox, \d+ waiting$/ }).press('Enter')
  await asker.getByRole('link', { name: 'Your request for team kiosk was approved' }).press('Enter')
  await expect(asker.getByText('Approved').first()).toBeVisible()
  await expect(asker.getByText('Welcome')).toBeVisible()
  await expect(asker.getByRole('button', { name: 'Inbox, nothing waiting' })).toBeVisible()
  // The page of somebody without a role looks again each minute.
  await waiting.clock.fastForward(60_000)
  await expect(waiting.getByText('Approved').first()).toBeVisible()
  await expect(asker.getByText('so you don’t see it')).toBeVisible()
  await expectAccessible(asker)
  await asker.getByRole('link', { name: 'kiosks' }).click()
  await expect(asker.getByText('You have no role here')).toBeVisible()
  await expect(asker.getByText(/Ask Ada Admin or another admin to add one of yours/)).toBeVisible()
  await expectAccessible(asker)
  await expectToFitPhone(asker)
})

test('whose group is added to the team is in without signing in again', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/teams/kiosks/edit')
  await page.getByRole('button', { name: 'Add a group' }).click()
  await page.getByLabel('Id of group 2').fill(demoGroup.newcomers)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  const asker = await pageAs('Nils Newcomer')
  await asker.goto('/teams/kiosks')
  await expect(asker.getByRole('heading', { level: 1 })).toHaveText('kiosks')
  await expect(asker.getByText(PURPOSE)).toBeVisible()
  await write(page, 'DELETE', '/teams/kiosks')
})

test('on a phone, a request is sent with one’s own group and approved, and the asker is in', async ({
  pageAs,
  write,
}) => {
  const asker = await pageAs('Nils Newcomer')
  await asker.setViewportSize(PHONE)
  await askFor(asker, 'pocket')
  const page = await pageAs('Ada Admin')
  await page.setViewportSize(PHONE)
  await page.goto('/team-requests?state=open')
  await page.getByRole('link', { name: 'pocket' }).click()
  await expect(impactOf(page)).toContainText('No placement')
  await expect(page.getByText('would not see this team')).toHaveCount(0)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expectSaved(page)
  await asker.goto('/teams/pocket')
  await expect(asker.getByRole('heading', { level: 1 })).toHaveText('pocket')
  await write(page, 'DELETE', '/teams/pocket')
})

test('one click adds the asker’s group to the team that an admin approves', async ({
  pageAs,
  write,
}) => {
  const asker = await pageAs('Nils Newcomer')
  await asker.goto('/team-requests/new')
  await nameField(asker).fill('elsewhere')
  await asker.getByLabel('Purpose').fill(PURPOSE)
  await asker.getByRole('checkbox', { name: demoGroup.newcomers }).uncheck()
  await addGroup(asker, GROUP)
  await asker.getByRole('button', { name: 'Send the request' }).click()
  await expect(asker).toHaveURL(/\/team-requests$/)
  const page = await pageAs('Ada Admin')
  await page.goto('/team-requests?state=open')
  await page.getByRole('link', { name: 'elsewhere' }).click()
  await page.getByRole('button', { name: `Add ${demoGroup.newcomers}` }).click()
  await expect(page.getByText('would not see this team')).toHaveCount(0)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expectSaved(page)
  await asker.goto('/teams/elsewhere')
  await expect(asker.getByRole('heading', { level: 1 })).toHaveText('elsewhere')
  await write(page, 'DELETE', '/teams/elsewhere')
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
