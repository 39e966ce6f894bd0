import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

/** Half a megabyte, so a page gets it once. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules about colours: no other rule depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** The bar and the navigation, the same around every page: to look at them each time would take a fourth of all. */
const SHELL = ['body > div > header', 'aside[aria-label=Navigation]']
/** For the pages and specs that answer for the shell: all of the page. */
export const WITH_SHELL = 'html'

/** What axe finds with these rules in the page without its shell, or in the part `within`. Pages have no frames. */
async function faultsOf(page: Page, runOnly: axe.RunOnly, within?: string): Promise<string[]> {
  // The next page's title comes a moment after it, and what is about to be replaced is dimmed.
  await expect(page).toHaveTitle(/./)
  await expect(page.locator('[aria-busy=true] .opacity-50')).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(
    async ([part, exclude, rules]) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
        part ?? { exclude },
        { runOnly: rules, resultTypes: ['violations'] },
      )
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      )
    },
    [within, SHELL, runOnly] as const,
  )
}

/** Expects that axe finds no fault in the page without its shell, or in the part `within`. */
export async function expectAccessible(page: Page, within?: string) {
  expect(await faultsOf(page, { type: 'tag', values: WCAG }, within)).toEqual([])
}

/** Checks all rules in the light theme, then those about colours in the dark one, which stays on. */
export async function expectAccessibleInBothThemes(page: Page, within?: string) {
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).not.toHaveClass(/dark/)
  await expectAccessible(page, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveClass(/dark/)
  expect(await faultsOf(page, { type: 'rule', values: COLOURS }, within)).toEqual([])
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
