// What was known at a time, before a cluster told what had happened by then.
import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes } from './support/accessible.ts'
import { report } from './support/reports.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

test('a list, its export, an explanation and the matrix leave out what was told later', async ({
  pageAs,
}) => {
  const cluster = 'east-nsw-newcastle-02'
  const page = await pageAs('Ada Admin')
  // Fields of instants have whole seconds.
  const before = `${new Date().toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`
  await report(page, cluster, { 'ieb/app1': { health: 'Degraded' } }, { agoMs: 30_000 })
  const pair = { namespace: 'ieb', application: 'app1', cluster }
  const then = new URLSearchParams({ ...pair, at: before })
  const row = page.getByRole('table', { name: 'Placements' }).getByRole('row').nth(1)
  await page.goto(`/placements?${then.toString()}`)
  await expect(row).toContainText('Degraded')
  await page.getByLabel('As known at', { exact: true }).fill(before)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page).toHaveURL(/known_at=/)
  await expect(page.getByText('by what was known at')).toBeVisible()
  await expect(row).toContainText('Unknown')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const csv = page.getByRole('menuitem', { name: 'CSV' })
  await expect(csv).toHaveAttribute('href', /known_at=/)
  await page.keyboard.press('Escape')
  await row.getByRole('link', { name: /^Why/ }).click()
  await expect(page).toHaveURL(/known_at=/)
  await expect(page.getByRole('main')).not.toContainText('Degraded')
  await page.goto(
    `/matrix?${new URLSearchParams({ namespace: 'ieb', at: before, known_at: before }).toString()}`,
  )
  await expect(page.getByText('by what was known at')).toBeVisible()
  await expect(page.getByRole('grid')).not.toContainText(/degraded/i)
})
