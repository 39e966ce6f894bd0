// What a form does when the typed values can't be saved as they are.
import { expect } from '@playwright/test'
import { takeFirst } from './support/completion.ts'
import { expectSaved, impactOf, nameField, writeSelector } from './support/forms.ts'
import { signInAs } from './support/sign-in.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'default', timeout: 300_000 })

test.use({ changesFleet: true })

test('a name that is reserved, taken or held is told at its field, and a held one can be given again', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await write(page, 'POST', '/teams', { name: 'gone' })
  await write(page, 'DELETE', '/teams/gone')
  await page.goto('/teams/new')
  const name = nameField(page)
  await name.fill('kube-system')
  await expect(name).toHaveAccessibleDescription(/The name is reserved/)
  await name.fill('ieb')
  await expect(name).toHaveAccessibleDescription(/The name is taken/)
  await name.fill('gone')
  await expect(name).toHaveAccessibleDescription(/belonged to a team that was deleted/)
  await page.getByRole('button', { name: 'Give it again' }).click()
  await expect(name).toHaveAttribute('aria-invalid', 'false')
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)
})

test('what is wrong with a group or a limit of a team stands at its row', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/teams/payments/edit')
  await page.getByRole('button', { name: 'Add a group' }).click()
  const group = page.getByRole('textbox', { name: 'Id of group 3' })
  await group.fill('system:masters')
  await expect(group).toHaveAttribute('aria-invalid', 'true')
  await expect(group).toHaveAccessibleDescription(/Kubernetes/)
  await expect(page.getByRole('textbox', { name: 'Id of group 1' })).toHaveAttribute(
    'aria-invalid',
    'false',
  )
  await page.getByRole('button', { name: 'Remove group 3' }).click()
  await page.getByRole('button', { name: 'Add a limit' }).click()
  await page.getByRole('textbox', { name: 'Key of limit 1' }).fill('requests.cpu')
  const limit = page.getByRole('textbox', { name: 'Value of limit 1' })
  await limit.fill('lots')
  await expect(limit).toHaveAttribute('aria-invalid', 'true')
  await expect(limit).toHaveAccessibleDescription(/lots/)
  await limit.fill('4')
  await expect(limit).toHaveAttribute('aria-invalid', 'false')
  await expect(impactOf(page)).toContainText(/[1-9]\d* modified|[1-9]\d* files? added/)
})

test('an application’s team is found on the server by a part of its name', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/applications/new')
  await nameField(page).fill('new')
  const team = page.getByRole('combobox', { name: 'Team' })
  const asked = page.waitForRequest(/\/api\/v1\/teams\?q=ment&limit=20$/)
  await team.fill('ment')
  await asked
  await expect(page.getByRole('option')).toHaveText([/^payments/])
  await takeFirst(page, page.getByRole('option'))
  await expect(team).toHaveValue('payments')
  await page
    .getByRole('textbox', { name: 'Repository' })
    .fill('https://git.example.com/payments/new.git')
  await page.getByLabel('Path').fill('deploy')
  await team.fill('nobodys')
  await expect(team).toHaveAccessibleDescription(/There is no team nobodys/)
})

test('a member of one team makes applications and policies of that team and of no other', async ({
  pageAs,
}) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/applications/new')
  const team = page.getByRole('combobox', { name: 'Team' })
  await expect(team).toHaveValue('ieb')
  await team.focus()
  await expect(page.getByRole('option')).toHaveText(['ieb'])
  await page.goto('/policies/new')
  const owner = page.getByRole('combobox', { name: 'Owner' })
  await expect(owner).toHaveValue('ieb')
  await nameField(page).fill('nobodys')
  await owner.fill('')
  await expect(impactOf(page)).toContainText('Choose the team that owns it.')
})

test('everything can be selected with one switch, and switching back brings back the conditions', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  await nameField(page).fill('replay-anywhere')
  await writeSelector(page, 'Applications', 'name=replay')
  await writeSelector(page, 'Clusters', 'region=pacific')
  const impact = impactOf(page)
  await expect(
    impact.getByText('5 placements · 1 application, 5 clusters', { exact: true }),
  ).toBeVisible()
  const everything = page.getByRole('checkbox', { name: /^Every cluster/ })
  await everything.check()
  await expect(page.getByText('This selects every cluster there is')).toBeVisible()
  await expect(impact.getByText(/^\d\d placements · 1 application, \d\d clusters$/)).toBeVisible()
  await everything.uncheck()
  await expect(
    impact.getByText('5 placements · 1 application, 5 clusters', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Clusters as text' })).toHaveText('region=pacific')
})

test('a session that ends leaves what was typed, and goes on after signing in again', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/applications/ieb/sensor-hub/edit')
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await page.context().clearCookies()
  const description = page.getByLabel('Description')
  await description.fill('Typed while signed out')
  await expect(impactOf(page)).toContainText('You are signed out')
  const signIn = impactOf(page).getByRole('link', { name: 'Sign in, in another tab' })
  await expect(signIn).toHaveAttribute('target', '_blank')
  await signInAs(page, 'Ada Admin')
  await impactOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(impactOf(page)).toContainText('Nothing moves')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'no longer signed in' })).toBeVisible()
  await expect(description).toHaveValue('Typed while signed out')
  await expect(signIn).toBeVisible()
  await signInAs(page, 'Ada Admin')
  await impactOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(impactOf(page)).toContainText('Nothing moves')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
})

test('an object that was deleted meanwhile is told to be gone', async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/applications/ieb/plc-bridge/edit')
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  const other = await pageAs('Cory Contributor')
  await write(other, 'DELETE', '/applications/ieb/plc-bridge')
  await page.getByLabel('Description').fill('Too late')
  await expect(impactOf(page)).toContainText('not there any more')
  await expect(page.getByLabel('Description')).toHaveValue('Too late')
})

test('a deletion with many warnings keeps its buttons within reach on a small screen', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto('/clusters/east-nsw-newcastle-01')
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/more warnings?$/).click()
  const last = dialog.getByText(/^Team store-ops leaves/)
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  const remove = dialog.getByRole('button', { name: 'Delete' })
  await remove.scrollIntoViewIfNeeded()
  await expect(remove).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
})
