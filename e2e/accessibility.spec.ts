import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { PAGES } from './support/pages.ts'
import { signInAs } from './support/sign-in.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  expect(found).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('axe finds nothing on the sign-in page', async ({ page }) => {
      await page.goto('/sign-in')
      await expect(page.getByRole('button', { name: 'Ada Admin' })).toBeVisible()
      await expectAccessible(page)
    })

    for (const [name, path] of Object.entries(PAGES)) {
      test(`axe finds nothing on ${name}`, async ({ page }) => {
        await signInAs(page, 'Ada Admin')
        await page.goto(path)
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true
        })
        await expectAccessible(page)
      })
    }

    test('axe finds nothing in open menus', async ({ page }) => {
      await signInAs(page, 'Ada Admin')
      await page.goto('/')
      for (const name of ['Theme', 'Ada Admin']) {
        await page.getByRole('button', { name }).click()
        await expect(page.getByRole('menu')).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
      }
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  for (const [name, path] of Object.entries(PAGES)) {
    test(`nothing sticks out of ${name}`, async ({ page }) => {
      await signInAs(page, 'Ada Admin')
      await page.goto(path)
      const tooWide = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      expect(tooWide).toBeLessThanOrEqual(0)
    })
  }

  test('the navigation opens, leads on and closes', async ({ page }) => {
    await signInAs(page, 'Ada Admin')
    await page.goto('/')
    await page.getByRole('button', { name: 'Open the navigation' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('link', { name: 'Policies' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
