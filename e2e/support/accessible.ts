import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules about colours: no other rule depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** In the page itself, because none has frames, and without what axe would say of everything that is as it should be. */
const axeOn = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()

const faultsOf = async (axe: AxeBuilder) => {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Expects that axe finds no fault in the page, or in the part `within`. */
export async function expectAccessible(page: Page, within?: string) {
  const axe = axeOn(page).withTags(WCAG)
  expect(await faultsOf(within === undefined ? axe : axe.include(within))).toEqual([])
}

/** Checks all rules in the light theme, then those about colours in the dark one, which stays on. */
export async function expectAccessibleInBothThemes(page: Page, within?: string) {
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).not.toHaveClass(/dark/)
  await expectAccessible(page, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveClass(/dark/)
  const axe = axeOn(page).withRules(COLOURS)
  expect(await faultsOf(within === undefined ? axe : axe.include(within))).toEqual([])
}

export async function expectToFitPhone(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  // Charts follow the width of the page a moment later.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
  if (size !== null) await page.setViewportSize(size)
}
