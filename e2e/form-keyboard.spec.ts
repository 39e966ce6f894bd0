// The policy form from its first field to the saved change without a mouse.
import { expect, type Page } from '@playwright/test'
import { takeFirst } from './support/completion.ts'
import { expectSaved, impactOf, nameField } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'default', timeout: 300_000 })

test.use({ changesFleet: true })

/** Presses Tab once and expects the focus there: the form is used in the order in which it is read. */
async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp) {
  await page.keyboard.press('Tab')
  await expect(page.getByRole(role, { name, exact: true })).toBeFocused()
}

async function typeSelector(page: Page, legend: 'Applications' | 'Clusters', text: string) {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const mode = page.getByRole('group', { name: `How to write: ${legend}` })
  await expect(mode.getByRole('button', { name: 'Text' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, 'textbox', `${legend} as text`)
  await page.keyboard.type(text)
  await tabTo(page, 'checkbox', legend === 'Clusters' ? /^Every cluster/ : /^Every application/)
}

test('a policy that removes much is written, looked at, confirmed and saved by keyboard', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  await nameField(page).focus()
  await page.keyboard.type('no-machines')
  await tabTo(page, 'combobox', 'Owner')
  await page.keyboard.press('Escape')
  await tabTo(page, 'textbox', 'Description')
  await page.keyboard.type('Stops the machines')
  await tabTo(page, 'radio', /^Include/)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: /^Exclude/ })).toBeFocused()
  await typeSelector(page, 'Applications', 'namespace=ieb')
  await typeSelector(page, 'Clusters', 'region in (south,west)')
  await tabTo(page, 'checkbox', /^Suspended/)
  await tabTo(page, 'textbox', 'Reason')
  await page.keyboard.type('By keyboard alone')
  await expect(impactOf(page)).toContainText(/−\d+\s*Removed/)
  await tabTo(page, 'button', 'Copy as curl')
  await tabTo(page, 'link', 'Cancel')
  await tabTo(page, 'button', 'Create')

  await tabTo(page, 'tab', /^Placements/)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: /^Files/ })).toBeFocused()
  const diffs = impactOf(page).getByRole('region', { name: /^Diff of/ })
  const diff = page.getByLabel((await diffs.first().getAttribute('aria-label')) ?? '')
  await expect(diff).toBeVisible()
  await tabTo(page, 'tabpanel', /^Files/)
  await tabTo(page, 'button', 'Two columns')
  await tabTo(page, 'button', 'Collapse all')
  await tabTo(page, 'button', 'Copy patch')
  await tabTo(page, 'button', 'Download patch')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(diff).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(diff).toBeVisible()

  await page.getByRole('button', { name: 'Create' }).focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('dialog').getByLabel(/^Type \d+ to remove/)
  await expect(field).toBeFocused()
  const dialog = page.getByRole('dialog', { name: 'Create policy no-machines' })
  await expect(dialog).toContainText(/−\d+\s*Removed/)
  const [number = ''] = /\d+/.exec((await page.getByText(/^Type \d+ to/).textContent()) ?? '') ?? []
  await page.keyboard.type(String(Number(number) + 1))
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Create' })).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await expectSaved(page)
  await expect(page.getByText('By keyboard alone').first()).toBeVisible()
  await write(page, 'DELETE', '/target-policies/no-machines')
})

test('focus that arrives as the field with completion takes the place of the plain one stays', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  for (const pause of [20, 40, 60]) {
    await page.goto('/policies/new')
    const mode = page.getByRole('group', { name: 'How to write: Applications' })
    await mode.getByRole('button', { name: 'Text' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForTimeout(pause)
    await page.keyboard.press('Tab')
    const field = page.getByRole('textbox', { name: 'Applications as text', exact: true })
    await expect(field).toHaveAttribute('contenteditable')
    await expect(field).toBeFocused()
  }
})

test('a list of suggestions is walked, taken and left by keyboard', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  const key = page.getByRole('combobox', { name: 'Key of row 1, clusters' })
  await key.focus()
  await page.keyboard.type('reg')
  const list = page.getByRole('listbox', { name: 'Key of row 1, clusters' })
  await expect(list.getByRole('option')).toHaveCount(1)
  await takeFirst(page, list.getByRole('option'))
  await expect(key).toHaveValue('region')
  await tabTo(page, 'combobox', 'Operator of row 1, clusters')
  await tabTo(page, 'combobox', 'Value of row 1, clusters')
  const values = page.getByRole('listbox', { name: 'Value of row 1, clusters' })
  await expect(values.getByRole('option', { name: /^pacific/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(values).toBeHidden()
  await page.keyboard.type('pac')
  await expect(values.getByRole('option')).toHaveCount(1)
  await takeFirst(page, values.getByRole('option'))
  await expect(page.getByRole('button', { name: 'Remove pacific' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the empty value' })).toHaveCount(0)
})

test('keys scroll a list of suggestions, and what they take is filtered by with the next Enter', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/history?q=app')
  await page.getByText('More filters').click()
  const field = page.getByRole('combobox', { name: 'Cluster' })
  await field.focus()
  const options = page.getByRole('listbox', { name: 'Cluster' }).getByRole('option')
  await expect(options).toHaveCount(20)
  const sixteenth = options.nth(15)
  const name = (await sixteenth.locator('span').first().textContent()) ?? ''
  await expect(sixteenth).not.toBeInViewport()
  for (let step = 0; step < 16; step += 1) await page.keyboard.press('ArrowDown')
  await expect(sixteenth).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(name)
  await expect(page).not.toHaveURL(/cluster=/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`q=app.*cluster=${name}`))
})
