// Leaving a page: what says that the next one is on its way, and what keeps typed edits from being lost.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { expectSaved, impactOf, nameField } from './support/forms.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const EDITED = '/clusters/east-nsw-newcastle-01/edit'

const placeOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

const descriptionField = (page: Page) => page.getByLabel('Description')

/** Opens a form by a link, as people do, and types into it. */
async function typeDescription(page: Page) {
  await page.goto('/clusters/east-nsw-newcastle-01')
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(EDITED)
  await descriptionField(page).focus()
  await page.keyboard.type('Beside the harbour')
}

test('a page that takes longer than 150 ms is announced by a bar at the top', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.clock.install()
  await page.goto('/')
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/policies?*', async (route) => {
    await held
    await route.continue()
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  const bar = page.getByRole('progressbar', { name: 'Loading the page' })
  await placeOf(page, 'Policies').click()
  await page.clock.runFor(149)
  await expect(bar).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(bar).toBeVisible()
  answer()
  await page.clock.resume()
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('a link asks before typed edits are lost, by keyboard alone', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await typeDescription(page)
  await placeOf(page, 'Policies').focus()
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText('is not saved: description.')
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(placeOf(page, 'Policies')).toBeFocused()
  await expect(descriptionField(page)).toHaveValue(/Beside the harbour/)

  await page.keyboard.press('Enter')
  await expect(question(page).getByRole('button', { name: 'Leave' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
})

test('going back asks before typed edits are lost', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await typeDescription(page)
  await page.evaluate(() => window.history.back())
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(EDITED)
  await expect(descriptionField(page)).toHaveValue(/Beside the harbour/)

  await page.evaluate(() => window.history.back())
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/clusters/east-nsw-newcastle-01')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('east-nsw-newcastle-01')
})

test('closing the tab asks before typed edits are lost', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await typeDescription(page)
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(descriptionField(page)).toHaveValue(/Beside the harbour/)
})

test('what was typed and taken back asks nothing', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await typeDescription(page)
  for (let left = 'Beside the harbour'.length; left > 0; left--) {
    await page.keyboard.press('Backspace')
  }
  await placeOf(page, 'Policies').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
})

test('a saved form asks nothing, whether it stays or opens its change', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await typeDescription(page)
  await expect(impactOf(page)).toContainText('No placement')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)

  await placeOf(page, 'Settings').click()
  await page.getByRole('link', { name: 'Outgoing calls' }).click()
  await page.getByRole('textbox', { name: 'Hosts' }).fill('hooks.example.com')
  await placeOf(page, 'Policies').click()
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await placeOf(page, 'Policies').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
})

const draftOffer = (page: Page) => page.getByRole('button', { name: 'Resume what you typed' })

test('what was typed and left comes back by keyboard, with what others saved meanwhile, and is forgotten once saved', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await typeDescription(page)
  const typed = await descriptionField(page).inputValue()
  await placeOf(page, 'Policies').click()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  const meanwhile = { metadata: { harbour: 'yes' } }
  await write(page, 'PATCH', '/clusters/east-nsw-newcastle-01', meanwhile)

  await page.goto(EDITED)
  await expect(draftOffer(page)).toBeVisible()
  // At the end nothing of the form is half beneath its buttons.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await draftOffer(page).press('Enter')
  await expect(draftOffer(page)).toHaveCount(0)
  await expect(descriptionField(page)).toHaveValue(typed)
  await expect(impactOf(page)).toContainText('No placement')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  await page.goto(EDITED)
  await expect(descriptionField(page)).toHaveValue(typed)
  const saved = await page.request.get('/api/v1/clusters/east-nsw-newcastle-01')
  expect((await saved.json()).metadata).toMatchObject({ harbour: 'yes' })
  await expect(draftOffer(page)).toHaveCount(0)
  await write(page, 'PATCH', '/clusters/east-nsw-newcastle-01', { metadata: { harbour: null } })
})

test('no secret is in what is kept, and who discards it leaves nothing', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
  await page.goto('/subscriptions/new')
  await page.getByRole('textbox', { name: 'Secret' }).fill('whsec_never-to-be-kept')
  await nameField(page).fill('half-typed')
  await expect.poll(kept).toContain('half-typed')
  expect(await kept()).not.toContain('never-to-be-kept')
  await page.reload()
  await page.getByRole('button', { name: 'Discard it' }).press('Enter')
  await expect(draftOffer(page)).toHaveCount(0)
  expect(await kept()).not.toContain('half-typed')
})

test('what was typed to ask for a team comes back, and is forgotten once it was sent', async ({
  pageAs,
}) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/team-requests/new')
  await nameField(page).fill('drafters')
  await page.getByLabel('Purpose').fill('Draws up the plans of all stores.')
  await placeOf(page, 'Policies').click()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  await page.goto('/team-requests/new')
  await expect(draftOffer(page)).toBeVisible()
  await expect(nameField(page)).toHaveValue('')
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await draftOffer(page).press('Enter')
  await expect(nameField(page)).toHaveValue('drafters')
  await expect(page.getByLabel('Purpose')).toHaveValue('Draws up the plans of all stores.')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page).toHaveURL(/\/team-requests$/)
  await page.goto('/team-requests/new')
  await expect(nameField(page)).toBeVisible()
  await expect(draftOffer(page)).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('drafters')
  await page.goto('/team-requests?state=open')
  await page.getByRole('link', { name: 'drafters' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Withdrawn').first()).toBeVisible()
})

test('what was typed to ask for a cluster comes back after a reload, whatever the form opens with then', async ({
  pageAs,
}) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/teams/ieb/ask?clusters=region%3Dwest')
  await expect(page.getByLabel('Purpose')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('berth-drafts')
  await page.getByRole('radio', { name: /^A cluster/ }).check()
  await page.getByRole('textbox', { name: 'Environment' }).fill('dev')
  await page.getByLabel('Purpose').fill('The stores of the west open in May.')
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(sessionStorage)))
    .toContain('open in May')
  await page.goto('/teams/ieb/ask')
  await draftOffer(page).press('Enter')
  await expect(page.getByRole('radio', { name: /^A cluster/ })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Environment' })).toHaveValue('dev')
  await expect(page.getByLabel('Purpose')).toHaveValue('The stores of the west open in May.')
})
