// What moved an application, a cluster and a team stands on their pages, with how many placements of theirs.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const POLICY = 'app1-beside-others'

const firstChangeOf = (page: Page) =>
  page.getByRole('table', { name: 'Changes' }).getByRole('row').nth(1)

test('the pages of an application, a cluster and a team tell who moved them, and by how much', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await write(page, 'POST', '/clusters', { name: 'beside-one', metadata: { beside: 'yes' } })
  await write(page, 'POST', '/clusters', { name: 'beside-two', metadata: { beside: 'yes' } })
  await write(page, 'POST', '/target-policies', {
    name: POLICY,
    app_selector: 'name=app1,namespace=ieb',
    cluster_selector: 'beside=yes',
  })
  for (const [path, count] of [
    ['/applications/ieb/app1', 2],
    ['/teams/ieb', 2],
    ['/clusters/beside-one', 1],
  ] as const) {
    await page.goto(`${path}?tab=timeline`)
    const row = firstChangeOf(page)
    await expect(row).toContainText(POLICY)
    await expect(row).toContainText('Ada Admin')
    await expect(row).toContainText(`+${count} added`)
  }
  await expectToFitPhone(page)
  await page.goto('/applications/ieb/app1?tab=timeline')
  await expectAccessibleInBothThemes(page, 'main')
  const card = page.getByRole('region', { name: 'Changes' })
  await card.getByRole('link', { name: 'Open as a list' }).click()
  await expect(page).toHaveURL('/changes?object=application%2Fieb%2Fapp1')
  await expect(firstChangeOf(page)).toContainText('+2 added')
  await write(page, 'DELETE', `/target-policies/${POLICY}`)
  await page.goto('/clusters/beside-one?tab=timeline')
  await expect(firstChangeOf(page)).toContainText('−1 removed')
  await write(page, 'DELETE', '/clusters/beside-one')
  await write(page, 'DELETE', '/clusters/beside-two')
})
