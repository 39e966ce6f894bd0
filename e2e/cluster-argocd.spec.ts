// What an admin says of a cluster's own Argo CD.
import { expect } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { expectSaved, impactOf } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial', timeout: 300_000 })

const CLUSTER = '/clusters/east-nsw-newcastle-01'

test.use({ changesFleet: true })

test('its project default is emptied knowingly', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto(`${CLUSTER}/edit`)
  const choice = page.getByRole('group', { name: 'Argo CD’s project default' })
  await expect(choice.getByRole('radio', { name: /^As default says/ })).toBeChecked()
  await choice.getByRole('radio', { name: /^Emptied/ }).check()
  await expect(impactOf(page)).toContainText('Every Application in the project default')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  await page.goto(CLUSTER)
  await expect(page.locator('dd').filter({ hasText: 'Emptied' })).toContainText(
    'said here, instead of its type default',
  )
})

test('its namespace stays where it is while something is placed there', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto(`${CLUSTER}/edit`)
  const field = page.getByLabel('Argo CD’s namespace')
  await field.fill('openshift-gitops')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/only while nothing is placed there/)
})

test('its isolation is said, and what is left to do by hand', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto(CLUSTER)
  await expect(page.getByText('Unproven: no report shows it').first()).toBeVisible()
  await page.goto(`${CLUSTER}/edit`)
  const choice = page.getByRole('group', { name: 'Isolation of teams' })
  await expect(choice.getByRole('radio', { name: /^Team accounts alone/ })).toBeChecked()
  await choice.getByRole('radio', { name: /^No isolation/ }).check()
  await expect(impactOf(page)).toContainText('Nothing isolates teams')
  await expect(impactOf(page)).toContainText('give its controller its rights back')
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save cluster east-nsw-newcastle-01' })
  await expect(dialog).toContainText('takes away what keeps teams apart')
  const confirm = dialog.getByRole('button', { name: 'Save' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Type east-nsw-newcastle-01 to go on').fill('east-nsw-newcastle-0')
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Type east-nsw-newcastle-01 to go on').fill('east-nsw-newcastle-01')
  await confirm.click()
  await expectSaved(page)
  await page.goto('/clusters?q=newcastle-01')
  await expect(page.getByRole('row').filter({ hasText: 'newcastle-01' })).toContainText(
    'Not isolated',
  )
  await page.goto(CLUSTER)
  await expect(page.getByText('Not isolated').first()).toBeVisible()
})

test('each confinement has the steps that make it, in order, with what to check', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  const titles = page
    .getByRole('region', { name: 'Connect this cluster' })
    .getByRole('heading', { level: 3 })
  await page.goto(`${CLUSTER}?tab=onboarding`)
  await expect(titles).toHaveText([
    'Check what the cluster must have',
    'Make the cluster’s token',
    'Let Argo CD read the repository',
    'Apply the bootstrap',
    'Wait until Argo CD has synced it',
    'Let the cluster report',
  ])
  await write(page, 'PATCH', CLUSTER, { confinement: 'account' })
  await page.goto('/clusters/east-nsw-newcastle-02?tab=onboarding')
  await expect(titles).toHaveCount(9)
  await expect(titles.nth(6)).toHaveText('Let Argo CD work as the accounts')
  await expect(
    page.getByLabel('the command to let Argo CD work as the accounts', { exact: true }),
  ).toContainText('kubectl patch configmap argocd-cm')
  await expect(page.getByText('First no, then yes.')).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Copy the check after: apply the bootstrap' }),
  ).toBeVisible()
  const undo = page.locator('details').filter({ hasText: 'Take Berth off this cluster' })
  const command = undo.getByLabel('the command to delete the bootstrap', { exact: true })
  await expect(command).toBeHidden()
  await undo.locator('summary').click()
  await expect(undo.getByRole('heading', { level: 3 })).toHaveText([
    'Take away what runs here',
    'Delete the bootstrap',
    'Give the controller its rights back',
    'Let Argo CD work as itself',
    'Delete what no sync deletes',
  ])
  await expect(command).toContainText('berth-projects berth-configs berth-delete-hooks')
  await expectAccessible(page)
})
