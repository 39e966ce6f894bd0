// A selector row counts what is still being typed, and nothing moves under a click.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './support/accessible.ts'
import { impactOf, nameField, writeSelector } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'default', timeout: 300_000 })

test.use({ changesFleet: true })

const valueField = (page: Page) => page.getByRole('combobox', { name: 'Value of row 1, clusters' })

/** Closes the list of suggestions, which would cover what is clicked next. */
async function typeRow(page: Page, operator: '=' | 'in', value: string) {
  await page.getByRole('combobox', { name: 'Key of row 1, clusters' }).fill('region')
  await page.getByRole('combobox', { name: 'Operator of row 1, clusters' }).selectOption(operator)
  await valueField(page).focus()
  await page.keyboard.type(value)
  await page.keyboard.press('Escape')
}

async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (box === null) throw new Error('what is to be clicked is not there')
  return box
}

/** Presses and releases the mouse at one place, as a hand does, even if the target moves. */
async function clickInPlace(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded()
  const before = await boxOf(target)
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
  await page.mouse.down()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(await boxOf(target)).toEqual(before)
  await page.mouse.up()
}

for (const [operator, value] of [
  ['=', 'east'],
  ['in', 'east'],
  ['=', 'no value'],
] as const) {
  test(`a click right after typing ${operator} ${value} is not lost`, async ({ pageAs }) => {
    const page = await pageAs('Ada Admin')
    // Tall enough not to scroll: scrolling would hide that something moves.
    await page.setViewportSize({ width: 1280, height: 1600 })
    await page.goto('/policies/new')
    await typeRow(page, operator, value)
    await clickInPlace(page, page.getByRole('button', { name: 'Create' }))
    await expect(nameField(page)).toBeFocused()
    await expect(page.getByRole('button', { name: `Remove ${value}` })).toBeVisible()

    await page.reload()
    await typeRow(page, operator, value)
    const everything = page.getByRole('checkbox', { name: /^Every cluster/ })
    await clickInPlace(page, everything)
    await expect(everything).toBeChecked()
  })
}

test('what is suggested for the text before, and doesn’t match the new one, can’t be taken', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  await page.getByRole('combobox', { name: 'Key of row 1, clusters' }).fill('region')
  await valueField(page).focus()
  await expect(page.getByRole('option', { name: /^central/ })).toBeVisible()
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/v1/label-values?*', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.type('pac')
  await expect(page.getByRole('option', { name: /^central/ })).toHaveCount(0)
  await expect(page.getByRole('option', { name: /^pacific/ })).toBeVisible()
  answer()
})

test('the impact follows a value while it is typed, and nothing is red meanwhile', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  await nameField(page).fill('replay-in-the-pacific')
  await writeSelector(page, 'Applications', 'name=replay')
  await typeRow(page, '=', 'pacific')
  const field = valueField(page)
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByText('Choose a value')).toHaveCount(0)
  await expect(impactOf(page)).toContainText('5 placements · 1 application, 5 clusters')
  await page.keyboard.type(' ocean')
  await expect(field).toHaveAttribute('aria-invalid', 'false')
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('group', { name: 'Clusters', exact: true }),
  ).toHaveAccessibleDescription(/no label value/)
})

test('a save that is asked for before its impact is there says why it waits', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  await nameField(page).fill('replay-in-the-pacific')
  await writeSelector(page, 'Applications', 'name=replay')
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/v1/target-policies?*', async (route) => {
    await held
    await route.continue()
  })
  await typeRow(page, '=', 'pacific')
  const create = page.getByRole('button', { name: 'Create' })
  await clickInPlace(page, create)
  await expect(page.getByText('The impact is still being computed.')).toBeVisible()
  answer()
  await expect(page.getByText('Here is the impact')).toBeVisible()
  await expect(create).toBeEnabled()
})

test('a preview needs no name, and a save does', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  await expect(impactOf(page)).toContainText('Choose which applications.')
  await writeSelector(page, 'Applications', 'name=replay')
  await writeSelector(page, 'Clusters', 'region=pacific')
  await expect(impactOf(page)).toContainText('5 placements · 1 application, 5 clusters')
  await expect(impactOf(page)).toContainText('A name is required.')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(nameField(page)).toBeFocused()
  await expect(page).toHaveURL(/policies\/new/)
})

test('half-typed text leaves what was computed last', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  await writeSelector(page, 'Applications', 'name=replay')
  await writeSelector(page, 'Clusters', 'region=pacific')
  await expect(impactOf(page)).toContainText('5 placements · 1 application, 5 clusters')
  await page.getByRole('textbox', { name: 'Clusters as text' }).fill('region in (pacific')
  await expect(impactOf(page)).toContainText('Below is what the last complete text did.')
  await expect(impactOf(page)).toContainText('5 placements · 1 application, 5 clusters')
  await expectAccessibleInBothThemes(page)
})

test('a selector says how many it matches, and what it may have meant', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  await writeSelector(page, 'Applications', 'name=replay')
  await writeSelector(page, 'Clusters', 'region=pacific')
  await expect(page.getByText(/^10 of \d+ clusters$/)).toBeVisible()
  const text = page.getByRole('textbox', { name: 'Clusters as text' })
  await text.fill('enviroment=prod')
  await expect(page.getByText(/^0 of \d+ clusters$/)).toBeVisible()
  await expect(impactOf(page)).toContainText(
    /No cluster has the key enviroment\. Did you mean environment \(\d+\)\?/,
  )
})

test('the text of a selector keeps the focus when it says everything', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/policies/new')
  await writeSelector(page, 'Clusters', 'region=pacific')
  const text = page.getByRole('textbox', { name: 'Clusters as text' })
  await text.fill('')
  await text.pressSequentially('*')
  await expect(text).toBeFocused()
  await expect(page.getByText('This selects every cluster there is')).toBeVisible()
  await expect(page.getByText(/^(\d+) of \1 clusters$/)).toBeVisible()
  await text.press('Backspace')
  await expect(text).not.toContainText('*')
})
