// Times are typed as people say them, shown by the clocks of one's choice, and their instant by those of here and of UTC.
import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { test } from './support/test.ts'

test('a range is typed as people say it, is understood before it applies, and stands in the address as instants', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/history')
  const [from, until] = ['From', 'Until'].map((label) => page.getByLabel(label, { exact: true }))
  await from!.fill('2 fortnights ago')
  await expect(from!).toHaveAccessibleDescription(/Not understood yet/)
  await from!.fill('2000-01-02 03:04')
  await expect(from!).toHaveAccessibleDescription(/2 Jan 2000, 03:04:00 UTC/)
  await until!.fill('tomorrow')
  await until!.press('Enter')
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await expect(page).toHaveURL(new RegExp(`from=2000-01-02T03%3A04%3A00Z.*to=${day}T00%3A00%3A00Z`))
  await expect(from!).toHaveValue('2000-01-02 03:04')
  await expect(page.getByRole('table').getByRole('row')).not.toHaveCount(1)
})

for (const path of ['/history', '/changes']) {
  test(`the usual ranges of ${path} stand beside the typed one, which they fill`, async ({
    pageAs,
  }) => {
    const page = await pageAs('Rita Reader')
    await page.goto(`${path}?q=demo&to=2001-01-01`)
    const ranges = page.getByRole('list', { name: 'Range' })
    await expect(ranges.getByRole('link')).toHaveText(['1 h', '24 h', '7 d', '30 d', '90 d', '1 y'])
    const week = ranges.getByRole('link', { name: '7 d' })
    await expect(week).toHaveAttribute('aria-current', 'false')
    await week.press('Enter')
    await expect(page).toHaveURL(/\?q=demo&from=[^&]+$/)
    const from = Date.parse(new URL(page.url()).searchParams.get('from') ?? '')
    expect(Math.abs(Date.now() - 7 * 86_400_000 - from)).toBeLessThan(10 * 60_000)
    await expect(week).toHaveAttribute('aria-current', 'true')
    await expect(page.getByLabel('From', { exact: true })).not.toHaveValue('')
    await expect(page.getByLabel('Until', { exact: true })).toHaveValue('')
    await expectAccessibleInBothThemes(page)
    await expectToFitPhone(page)
  })
}

test('an instant is chosen by keyboard, and what can’t be read is told at its field', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters')
  const field = page.getByLabel('As of', { exact: true })
  await field.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const choices = page.getByRole('dialog', { name: 'Choose: As of' })
  await choices.getByRole('button', { name: 'yesterday' }).focus()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Enter')
  await expect(choices).toHaveCount(0)
  await expect(field).toHaveValue('yesterday')
  await expect(field).toHaveAccessibleDescription(/00:00:00 UTC/)
  await field.fill('soon')
  await field.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/must be an instant/)
})

test('the times of a table are told while the keyboard is in their row, and none is a stop of its own', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters')
  const rows = page.getByRole('table').getByRole('row')
  await rows.nth(1).getByRole('link').first().focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  const hint = page.getByRole('tooltip')
  await expect(hint).toContainText(/\d{2}:\d{2}:\d{2} UTC/)
  await expect(rows.nth(1).getByRole('link').first()).toHaveAccessibleDescription(/UTC/)
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(hint).toHaveCount(0)
  await expect(rows.locator('time[tabindex]')).toHaveCount(0)
})

test('times are shown by the clocks that one chose, and each by others on focus', async ({
  pageAs,
  browser,
  baseURL,
}) => {
  const signedIn = await pageAs('Rita Reader')
  const context = await browser.newContext({
    baseURL,
    timezoneId: 'Australia/Perth',
    storageState: await signedIn.context().storageState(),
  })
  const page = await context.newPage()
  await page.goto('/clusters?at=2100-01-01T00:00:00Z')
  const time = page.locator('time[datetime="2100-01-01T00:00:00.000Z"]').first()
  await expect(time).toHaveText('1 Jan 2100, 00:00:00 UTC')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Times of Australia/Perth' }).click()
  await expect(time).toHaveText('1 Jan 2100, 08:00:00 Australia/Perth')
  await page.reload()
  await expect(time).toHaveText('1 Jan 2100, 08:00:00 Australia/Perth')
  await expect(page.getByLabel('As of', { exact: true })).toHaveValue('2100-01-01 08:00')
  await time.focus()
  const hint = page.getByRole('tooltip')
  await expect(hint).toContainText('1 Jan 2100, 00:00:00 UTC')
  await expect(hint).toContainText('08:00:00 Australia/Perth')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(hint).toHaveCount(0)
  await context.close()
})
