// What holds on every page: the policy, that nobody keeps it, the width on a phone, that the keyboard reaches each time,
// accessibility in both themes, and that its scripts run without an error and fetch no other page.
// Each page is visited once.
import { expect, type Page } from '@playwright/test'
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectToFitPhone,
  WITH_SHELL,
} from './support/accessible.ts'
import { PAGES } from './support/pages.ts'
import { listenForRefusals, nonceOfPage } from './support/policy.ts'
import { test } from './support/test.ts'

for (const [name, path] of Object.entries(PAGES)) {
  test(`${name} keeps to a strict policy, is kept by nobody, fits a phone, is accessible, and fetches nothing ahead`, async ({
    pageAs,
  }) => {
    const page = await pageAs('Ada Admin')
    const refused = await listenForRefusals(page)
    const errors = listenForErrors(page)
    const ahead: string[] = []
    page.on('request', (request) => {
      if (request.headers()['next-router-prefetch'] !== undefined) ahead.push(request.url())
    })
    const answer = await page.goto(path)
    await nonceOfPage(answer)
    expect(answer?.headers()['cache-control']).toBe('private, no-store')
    await expectToFitPhone(page)
    expect(await untoldTimes(page)).toEqual([])
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    await expectAccessibleInBothThemes(page, path === '/' ? WITH_SHELL : undefined)
    expect([refused, errors, ahead]).toEqual([[], [], []])
  })
}

/** What its scripts throw, and what React says of a page that it can't take over as the server sent it. */
function listenForErrors(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // A page of what isn't there is an answer that the browser calls a failure.
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) errors.push(message.text())
  })
  return errors
}

/** Times that the keyboard reaches neither by themselves nor by their row. */
function untoldTimes(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('time:not([tabindex])')]
      .filter((time) => !time.closest('tr')?.querySelector('a, button'))
      .map((time) => time.outerHTML),
  )
}

test('axe finds nothing on the sign-in page', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Ada Admin' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

for (const name of ['Demo', 'Theme', 'Ada Admin']) {
  test(`axe finds nothing in the menu ${name}`, async ({ pageAs }) => {
    const page = await pageAs('Ada Admin')
    await page.goto('/')
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
}

test('on a phone the navigation opens, leads on and closes', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open the navigation' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('link', { name: 'Policies' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
