// Where menus and panels open: beside their buttons, in every browser.
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './support/test.ts'

/** Chromium as a browser that can't place by styles: it says so, and the styles that ask for it don't hold. */
async function withoutAnchors(page: Page): Promise<void> {
  await page.addInitScript(() => {
    CSS.supports = () => false
  })
  await page.route('**/*.css*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll('position-area', 'position-nothing')
    await route.fulfill({ response: answer, body })
  })
}

/** Right below or above, and not beyond the window. */
async function expectBeside(opened: Locator, button: Locator): Promise<void> {
  await expect(opened).toBeVisible()
  await expect(opened).toBeInViewport({ ratio: 1 })
  await expect
    .poll(async () => {
      const [box, from] = [await opened.boundingBox(), await button.boundingBox()]
      if (!box || !from) return null
      const gap = Math.min(
        Math.abs(box.y - from.y - from.height),
        Math.abs(from.y - box.y - box.height),
      )
      return gap < 12 && box.x <= from.x + from.width && from.x <= box.x + box.width
    })
    .toBe(true)
}

for (const [browser, prepare] of [
  ['a browser that places by styles', () => Promise.resolve()],
  ['one that can’t', withoutAnchors],
] as const) {
  test(`menus and panels open beside their buttons, in ${browser}`, async ({ pageAs }) => {
    const page = await pageAs('Rita Reader')
    await prepare(page)
    await page.goto('/clusters')
    const main = page.getByRole('main')
    for (const [name, role] of [
      ['Export', 'menu'],
      ['Group by', 'menu'],
      ['Columns', 'dialog'],
      ['Views', 'dialog'],
    ] as const) {
      const button = main.getByRole('button', { name, exact: true })
      await button.click()
      await expectBeside(page.getByRole(role, { name }), button)
      await page.keyboard.press('Escape')
    }
    const refused = main.getByRole('button', { name: 'New cluster' })
    await refused.focus()
    await expectBeside(page.getByRole('tooltip'), refused)
  })
}

test('the menu of groups opens over its list, not over the navigation', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters')
  await page.getByRole('button', { name: 'Group by', exact: true }).click()
  const menu = await page.getByRole('menu', { name: 'Group by' }).boundingBox()
  const list = await page.getByRole('main').boundingBox()
  expect(menu!.x).toBeGreaterThanOrEqual(list!.x)
})

test('the suggestions of a label as a column open with the focus, and nothing cuts them off', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Label of the cluster' })
  await field.focus()
  const options = page.getByRole('dialog', { name: 'Columns' }).getByRole('option')
  await expect(options.first()).toBeInViewport({ ratio: 1 })
})
