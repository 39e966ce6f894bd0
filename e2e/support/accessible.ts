import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules that look at colours: all that another theme can break. */
const COLOURS = ['color-contrast', 'link-in-text-block']

const faultsOf = async (axe: AxeBuilder) => {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** That axe finds nothing in the page as it stands. `within`: in that part of it. */
export async function expectAccessible(page: Page, within?: string) {
  const axe = new AxeBuilder({ page }).withTags(WCAG)
  expect(await faultsOf(within === undefined ? axe : axe.include(within))).toEqual([])
}

/** The same in both themes: all rules in the light one, then those that the dark one can break. Leaves it dark. */
export async function expectAccessibleInBothThemes(page: Page, within?: string) {
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).not.toHaveClass(/dark/)
  await expectAccessible(page, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveClass(/dark/)
  const axe = new AxeBuilder({ page }).withRules(COLOURS)
  expect(await faultsOf(within === undefined ? axe : axe.include(within))).toEqual([])
}

/** That nothing sticks out of it on a phone. */
export async function expectToFitPhone(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  )
  expect(tooWide).toBeLessThanOrEqual(0)
  if (size !== null) await page.setViewportSize(size)
}
