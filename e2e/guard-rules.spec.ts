import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes } from './support/accessible.ts'
import { expectSaved, impactOf, nameField, writeSelector } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

test.use({ changesFleet: true })

const RULE = 'no-silent-removals'

test.afterAll(async ({ editedSite }) => {
  const { contextOf } = await editedSite()
  const { request } = await contextOf('Ada Admin')
  for (const path of [`guard-rules/${RULE}`, 'target-policies/refunds-on-trial']) {
    await request.delete(`/api/v1/${path}`, { headers: { 'if-match': '*' } })
  }
})

test('an admin makes a guard rule, and sees how many clusters it guards', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/guard-rules')
  await page.getByRole('link', { name: 'New guard rule' }).click()
  await nameField(page).fill(RULE)
  await writeSelector(page, 'Clusters', 'environment=prod')
  await page.getByRole('checkbox', { name: 'Reason required' }).check()
  await page.getByLabel('Removals without confirmation').fill('0')
  await expect(impactOf(page)).toContainText(new RegExp(`${RULE} guards \\d+ of \\d+ clusters\\.`))
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)
  await page.goto(`/guard-rules/${RULE}`)
  await expect(page.getByRole('main')).toContainText('Reason required')
  await expectAccessibleInBothThemes(page)
})

test('the deletion of a policy in production asks for its number and a reason', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  const policy = {
    name: 'refunds-in-the-south',
    app_selector: { name: 'refunds' },
    cluster_selector: { environment: 'prod', region: 'south' },
  }
  await write(page, 'POST', '/target-policies', policy)
  await page.goto(`/policies/${policy.name}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  const remove = dialog.getByRole('button', { name: 'Delete' })
  await expect(dialog).toContainText(
    /Rule no-silent-removals: \d+ removals on \d+ clusters, none without confirmation\./,
  )
  await expectAccessibleInBothThemes(page)
  const number = dialog.getByLabel(/^Type \d+ to remove/)
  const asked = await dialog.getByText(/^Type \d+ to remove/).textContent()
  await number.fill(/\d+/.exec(asked ?? '')![0])
  await expect(remove).toBeDisabled()
  const reason = dialog.getByLabel('Reason')
  await expect(reason).toHaveAccessibleDescription(
    /The guard rule no-silent-removals requires it\./,
  )
  await reason.fill('Nobody refunds there any more')
  await remove.click()
  await expectSaved(page)
  await expect(page.getByText('Nobody refunds there any more').first()).toBeVisible()
})

test('a form says that it needs a reason before it asks for the number', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await write(page, 'POST', '/target-policies', {
    name: 'refunds-on-trial',
    app_selector: { name: 'refunds' },
    cluster_selector: { environment: 'prod', region: 'south' },
  })
  await page.goto('/policies/refunds-on-trial/edit')
  await page.getByRole('checkbox', { name: 'Suspended' }).check()
  await expect(impactOf(page)).toContainText('none without a reason.')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  const reason = page.getByLabel('Reason')
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription(/Say why\./)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await reason.fill('Not needed for now')
  await save.click()
  const dialog = page.getByRole('dialog')
  const asked = await dialog.getByText(/^Type \d+ to remove/).textContent()
  await dialog.getByLabel(/^Type \d+ to remove/).fill(/\d+/.exec(asked ?? '')![0])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
})
