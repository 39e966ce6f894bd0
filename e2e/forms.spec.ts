import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes } from './support/accessible.ts'
import { expectSaved, impactOf, nameField, writeSelector } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial', timeout: 300_000 })

test.use({ changesFleet: true })

test('a policy is composed from labels that exist, previewed, saved and published', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies')
  await page.getByRole('link', { name: 'New policy' }).click()
  await nameField(page).fill('receipts-to-fiji')
  await expect(impactOf(page)).toContainText('Choose which applications.')
  await page.getByRole('combobox', { name: 'Key of row 1, applications' }).fill('na')
  await page.getByRole('option', { name: /^name\b/ }).click()
  await page.getByRole('combobox', { name: 'Value of row 1, applications' }).fill('receipts')
  await page.keyboard.press('Enter')
  await writeSelector(page, 'Clusters', 'region=pacific,environment=staging')
  await expect(impactOf(page)).toContainText(/\+\d+\s*Added/)
  await expect(impactOf(page)).toContainText('payments/receipts on pacific-')
  await page.getByRole('tab', { name: 'Files' }).click()
  await expect(impactOf(page)).toContainText('name: payments--receipts')
  await page.getByLabel('Reason').fill('Receipts for the islands')
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)
  await expect(page.getByText('Receipts for the islands').first()).toBeVisible()
  await expect(page.getByText('Published').first()).toBeVisible({ timeout: 30_000 })
})

test('the form of an application says which labels get it placed, and its change says what is next', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await write(page, 'POST', '/target-policies', {
    name: 'aa-everywhere',
    app_selector: { tier: 'kiosk' },
    cluster_selector: '*',
  })
  await page.goto('/applications/new?namespace=ieb')
  await nameField(page).fill('kiosk')
  await page
    .getByRole('textbox', { name: 'Repository' })
    .fill('https://git.example.com/ieb/kiosk.git')
  await page.getByLabel('Path').fill('deploy')
  const policies = page.getByRole('region', { name: 'Policies' })
  await expect(policies).toContainText('No policy selects this application')
  await expect(policies.getByRole('listitem').first()).toContainText('looks for tier=kiosk')
  // Scrolled away, the way back to the list lies beneath the bar, close to what is there.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessibleInBothThemes(page)
  await expect(page.getByRole('button', { name: 'Create' })).toBeEnabled()
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)
  const outcome = page.getByRole('region', { name: 'Outcome' })
  await expect(outcome).toContainText('Application ieb / kiosk was created.')
  await expect(outcome).toContainText('no policy placed it on a cluster')
  await expectAccessibleInBothThemes(page)
  await outcome.getByRole('link', { name: 'Give it labels that get it placed' }).press('Enter')
  await policies.getByRole('button', { name: 'Take tier=kiosk for aa-everywhere' }).press('Enter')
  await expect(page.getByRole('combobox', { name: 'Value of label 1' })).toHaveValue('kiosk')
  await expect(policies).toContainText(/One policy selects this application: it lands on \d+ /)
  await expect(policies).toContainText('By environment:')
  await expect(
    policies.getByRole('link', { name: 'New policy for this application' }),
  ).toHaveAttribute('href', '/policies/new?namespace=ieb&application=kiosk')
  await expect(impactOf(page)).toContainText(/\+\d+\s*Added/)
  await page.goto('/policies/new?namespace=ieb&application=kiosk')
  const chosen = page.getByRole('group', { name: 'Applications', exact: true })
  await expect(chosen.getByText(/^1 of \d+ applications$/)).toBeVisible()
  await write(page, 'DELETE', '/applications/ieb/kiosk')
  await write(page, 'DELETE', '/target-policies/aa-everywhere')
})

test('rows and text say the same', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  const text = '!legacy,environment notin (prod,staging),gpu!=true,region in (east,west),tier'
  await writeSelector(page, 'Clusters', text)
  const mode = page.getByRole('group', { name: 'How to write: Clusters' })
  await mode.getByRole('button', { name: 'Rows' }).click()
  await expect(page.getByText('Also matches clusters without the label')).toHaveCount(2)
  await mode.getByRole('button', { name: 'Text' }).click()
  const field = page.getByRole('textbox', { name: 'Clusters as text' })
  await expect(field).toContainText('legacy')
  const written = ((await field.textContent()) ?? '').split(/,(?![^(]*\))/)
  expect(written.sort()).toEqual(text.split(/,(?![^(]*\))/).sort())
  await field.fill('region in (east')
  await expect(page.getByText(/at character 16/).first()).toBeVisible()
  await expect(mode.getByRole('button', { name: 'Rows' })).toBeDisabled()
})

test('what is wrong stands at its field, and what was typed stays', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/clusters/new')
  const name = nameField(page)
  await name.fill('Not A Name')
  await page.getByRole('combobox', { name: 'Key of label 1' }).fill('region')
  await page.getByRole('combobox', { name: 'Value of label 1' }).fill('no spaces')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription(/lower-case/)
  await name.fill('a-name')
  const value = page.getByRole('combobox', { name: 'Value of label 1' })
  await expect(value).toHaveAccessibleDescription(/no label value/)
  await expect(value).toHaveValue('no spaces')
})

test('a large removal asks for its number, and another one is not taken', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await write(page, 'POST', '/target-policies', {
    name: 'refunds-everywhere',
    app_selector: { name: 'refunds' },
    cluster_selector: '*',
  })
  await page.goto('/policies/refunds-everywhere')
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel(/^Type \d+ to remove/)
  await expect(field).toBeVisible()
  const removed = /\d+/.exec((await dialog.getByText(/^Type \d+ to remove/).textContent())!)![0]
  await field.fill(String(Number(removed) - 1))
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await field.fill(removed)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectSaved(page)
})

test('an edit that another person overtook keeps the text and says who it was', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  const other = await pageAs('Cory Contributor')
  await page.goto('/applications/ieb/conveyor/edit')
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await other.goto('/applications/ieb/conveyor/edit')
  await other.getByLabel('Branch, tag or commit').fill('v2')
  await other.getByRole('button', { name: 'Save' }).click()
  await expectSaved(other)
  await page.getByLabel('Description').fill('Belts of the factory')
  await expect(page.getByText('Cory Contributor')).toBeVisible()
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Belts of the factory')
  await expect(page.getByLabel('Branch, tag or commit')).toHaveValue('v2')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
})

test('where two people changed the same, each value is shown and one is chosen, then previewed anew', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/store-basics/edit')
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await write(page, 'PATCH', '/target-policies/store-basics', { description: 'Said by them' })
  await page.getByLabel('Description').fill('Said by me')
  await page.getByRole('checkbox', { name: /^Suspended/ }).check()
  const merge = page.getByRole('region', { name: 'Merge' })
  const conflict = merge.getByRole('group', { name: 'Both of you changed: description' })
  await expect(conflict).toContainText('Said by them')
  await expect(conflict).toContainText('Said by me')
  await expect(merge.getByRole('button', { name: 'Merge' })).toBeDisabled()
  await expectAccessibleInBothThemes(page, '[aria-label=Merge]')
  await conflict.getByRole('radio', { name: /^Take theirs/ }).focus()
  await page.keyboard.press('Space')
  await merge.getByRole('button', { name: 'Merge' }).press('Enter')
  await expect(page.getByLabel('Description')).toHaveValue('Said by them')
  await expect(page.getByRole('checkbox', { name: /^Suspended/ })).toBeChecked()
  await expect(impactOf(page)).toContainText(/−\d+\s*Removed/)
})

test('a save whose impact is no longer what was seen is held back until it is looked at again', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  await nameField(page).fill('music-in-the-north')
  await writeSelector(page, 'Applications', 'name=replay')
  await writeSelector(page, 'Clusters', 'region=north')
  await expect(impactOf(page)).toContainText(/\+\d+\s*Added/)
  const added = await impactOf(page)
    .getByText(/^\+\d+$/)
    .textContent()
  const move = (region: string) =>
    write(page, 'PATCH', '/clusters/east-nsw-newcastle-01', { metadata: { region } })
  await move('north')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('The fleet changed meanwhile')).toBeVisible()
  await expect(impactOf(page)).toContainText(`+${Number(added) + 1}`)
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)
  await move('east')
})

test('a reader finds no dead buttons, but why they may not', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/policies/app1_to_east')
  const edit = page.getByRole('button', { name: 'Edit' })
  await expect(edit).toHaveAttribute('aria-disabled', 'true')
  await edit.focus()
  await expect(page.getByRole('tooltip')).toContainText('Only admins may change')
  await page.goto('/clusters/new')
  await expect(page.getByText('You may not change this')).toBeVisible()
})

test('axe finds nothing on the forms', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  // As high as the longest form: what its foot covers until one scrolls is no fault.
  await page.setViewportSize({ width: 1280, height: 1600 })
  for (const path of [
    '/policies/app1_to_east/edit',
    '/clusters/east-nsw-newcastle-01/edit',
    '/applications/ieb/app1/edit',
    '/teams/ieb/edit',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
    await expectAccessibleInBothThemes(page)
  }
  await page.goto('/clusters/east-nsw-newcastle-01')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').getByText('Removed').first()).toBeVisible()
  await expectAccessibleInBothThemes(page, '[role=dialog]')
})
